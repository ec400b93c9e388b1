//! The keys of a JSON document, collected without keeping the document.

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};

/// The most keys of one object that are kept apart. An object with more is a table, whose keys are values.
const MOST_KEYS: usize = 64;
/// The most objects, lists and values of one outline.
const MOST_NODES: usize = 4096;

/// The keys of a JSON document and their places; all items of a list are merged.
///
/// It takes a few kilobytes, while the document's values would take ten times its text, and distinguishes
/// most documents from the report that a parser reads.
#[derive(Debug, Default)]
pub struct Outline {
    keys: Vec<(Box<str>, Outline)>,
    /// The merged values of the keys beyond the limit.
    others: Option<Box<Outline>>,
    items: Option<Box<Outline>>,
    /// The document has more here than the outline holds.
    is_cut: bool,
}

impl Outline {
    /// The outline of a document; `None` if it is not JSON.
    pub fn of(text: &str) -> Option<Self> {
        let mut outline = Self::default();
        let mut room = MOST_NODES;
        let mut document = serde_json::Deserializer::from_str(text);
        let seed = Seed {
            node: Some(&mut outline),
            room: &mut room,
        };
        seed.deserialize(&mut document).ok()?;
        document.end().ok()?;
        Some(outline)
    }

    /// Returns whether there may be a value at this path: keys and indices joined by dots, where `*` stands for every
    /// item of a list or every value of an object. `false` is certain.
    pub fn may_have(&self, path: &str) -> bool {
        if self.is_cut || path.is_empty() {
            return true;
        }
        let (key, rest) = path.split_once('.').unwrap_or((path, ""));
        let items = self.items.as_deref().filter(|_| key == "*" || is_index(key));
        let others = self.others.as_deref();
        let values = self
            .keys
            .iter()
            .filter(|(known, _)| key == "*" || **known == *key);
        let mut inner = values.map(|(_, value)| value).chain(items).chain(others);
        inner.any(|value| value.may_have(rest))
    }

    /// The outline for the value of this key, if there is room.
    fn key(&mut self, key: &str, room: &mut usize) -> Slot {
        if let Some(at) = self.keys.iter().position(|(known, _)| **known == *key) {
            return Slot::Key(at);
        }
        if self.others.is_some() {
            return Slot::Others;
        }
        if *room == 0 {
            self.is_cut = true;
            return Slot::Nowhere;
        }
        *room -= 1;
        if self.keys.len() == MOST_KEYS {
            self.others = Some(Box::default());
            return Slot::Others;
        }
        self.keys.push((key.into(), Self::default()));
        Slot::Key(self.keys.len() - 1)
    }

    fn at(&mut self, slot: &Slot) -> Option<&mut Self> {
        match slot {
            Slot::Key(at) => self.keys.get_mut(*at).map(|(_, value)| value),
            Slot::Others => self.others.as_deref_mut(),
            Slot::Nowhere => None,
        }
    }

    /// The outline for items of a list.
    fn item(&mut self, room: &mut usize) -> Option<&mut Self> {
        if self.items.is_none() && *room == 0 {
            self.is_cut = true;
            return None;
        }
        if self.items.is_none() {
            *room -= 1;
        }
        Some(self.items.get_or_insert_default())
    }
}

fn is_index(key: &str) -> bool {
    key.bytes().all(|byte| byte.is_ascii_digit())
}

/// The place of the value of a key.
enum Slot {
    Key(usize),
    Others,
    Nowhere,
}

/// Reads a value into its outline, if it has one; the whole value is checked in either case.
struct Seed<'a> {
    node: Option<&'a mut Outline>,
    room: &'a mut usize,
}

impl<'de> DeserializeSeed<'de> for Seed<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, value: D) -> Result<(), D::Error> {
        value.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Seed<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_unit<E: Error>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_bool<E: Error>(self, _: bool) -> Result<(), E> {
        Ok(())
    }

    fn visit_i64<E: Error>(self, _: i64) -> Result<(), E> {
        Ok(())
    }

    fn visit_u64<E: Error>(self, _: u64) -> Result<(), E> {
        Ok(())
    }

    fn visit_f64<E: Error>(self, _: f64) -> Result<(), E> {
        Ok(())
    }

    fn visit_str<E: Error>(self, _: &str) -> Result<(), E> {
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut list: A) -> Result<(), A::Error> {
        loop {
            let node = self.node.as_deref_mut();
            let seed = Seed {
                node: node.and_then(|node| node.item(self.room)),
                room: self.room,
            };
            if list.next_element_seed(seed)?.is_none() {
                return Ok(());
            }
        }
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut object: A) -> Result<(), A::Error> {
        loop {
            let key = Key {
                node: self.node.as_deref_mut(),
                room: self.room,
            };
            let Some(slot) = object.next_key_seed(key)? else {
                return Ok(());
            };
            let node = self.node.as_deref_mut();
            object.next_value_seed(Seed {
                node: node.and_then(|node| node.at(&slot)),
                room: self.room,
            })?;
        }
    }
}

/// Reads a key.
struct Key<'a> {
    node: Option<&'a mut Outline>,
    room: &'a mut usize,
}

impl<'de> DeserializeSeed<'de> for Key<'_> {
    type Value = Slot;

    fn deserialize<D: Deserializer<'de>>(self, key: D) -> Result<Slot, D::Error> {
        key.deserialize_str(self)
    }
}

impl Visitor<'_> for Key<'_> {
    type Value = Slot;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a key")
    }

    fn visit_str<E: Error>(self, key: &str) -> Result<Slot, E> {
        let node = self.node;
        Ok(node.map_or(Slot::Nowhere, |node| node.key(key, self.room)))
    }
}
