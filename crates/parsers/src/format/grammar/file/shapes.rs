//! Values that are a text, a list of texts or a table.

use std::fmt;

use serde::de::value::MapAccessDeserializer;
use serde::de::{MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};

use super::{OneOrMore, PartTable, PartText, PlacedTrigger, Trigger};

/// Reads a value that is a text, a list of texts or a table, each into its own shape. An untagged enum would
/// do the same, and answer every mistake in the table with "matches no variant".
struct Shapes<T> {
    text: fn(String) -> T,
    list: Option<fn(Vec<String>) -> T>,
}

impl<'de, T: FromTable<'de>> Visitor<'de> for Shapes<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(T::EXPECTED)
    }

    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<T, E> {
        Ok((self.text)(text.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<T, A::Error> {
        let Some(list) = self.list else {
            return Err(serde::de::Error::invalid_type(serde::de::Unexpected::Seq, &self));
        };
        let mut texts = Vec::new();
        while let Some(text) = items.next_element()? {
            texts.push(text);
        }
        Ok(list(texts))
    }

    fn visit_map<A: MapAccess<'de>>(self, table: A) -> Result<T, A::Error> {
        T::from_table(MapAccessDeserializer::new(table))
    }
}

trait FromTable<'de>: Sized {
    const EXPECTED: &'static str;

    fn from_table<D: Deserializer<'de>>(table: D) -> Result<Self, D::Error>;
}

impl<'de> FromTable<'de> for OneOrMore {
    const EXPECTED: &'static str = "a text or a list of texts";

    fn from_table<D: Deserializer<'de>>(_: D) -> Result<Self, D::Error> {
        let found = serde::de::Unexpected::Map;
        Err(serde::de::Error::invalid_type(found, &Self::EXPECTED))
    }
}

impl<'de> FromTable<'de> for PartText {
    const EXPECTED: &'static str = "a pattern or a table";

    fn from_table<D: Deserializer<'de>>(table: D) -> Result<Self, D::Error> {
        PartTable::deserialize(table).map(|table| Self::Table(Box::new(table)))
    }
}

impl<'de> FromTable<'de> for Trigger {
    const EXPECTED: &'static str = "a text or a table";

    fn from_table<D: Deserializer<'de>>(table: D) -> Result<Self, D::Error> {
        PlacedTrigger::deserialize(table).map(Self::Placed)
    }
}

impl<'de> Deserialize<'de> for OneOrMore {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Shapes {
            text: Self::One,
            list: Some(Self::More),
        })
    }
}

impl<'de> Deserialize<'de> for PartText {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Shapes {
            text: Self::Once,
            list: None,
        })
    }
}

impl<'de> Deserialize<'de> for Trigger {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Shapes {
            text: Self::Text,
            list: None,
        })
    }
}
