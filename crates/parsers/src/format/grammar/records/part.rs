//! Parts of a document, in JSON or XML, and the paths that lead to them.

use std::borrow::Cow;

use serde_json::Value;

use crate::format::xml::tree::Node;

/// The own text of an element, as the last step of a path.
const TEXT: &str = "text()";

/// A value of JSON, an element of XML, or a text in it.
#[derive(Debug, Clone, Copy)]
pub(super) enum Part<'v> {
    Value(&'v Value),
    Element(&'v Node),
    Text(&'v str),
}

/// A part, and the key or the element's name that led to it.
pub(super) type Keyed<'v> = (Part<'v>, Option<&'v str>);

impl<'v> Part<'v> {
    /// The part of this key: an item of a list by its number, an attribute before an element.
    fn get(self, key: &str) -> Option<Self> {
        match self {
            Self::Value(Value::Array(items)) => items.get(key.parse::<usize>().ok()?).map(Self::Value),
            Self::Value(value) => value.get(key).map(Self::Value),
            Self::Element(node) if key == TEXT => {
                Some(node.text()).filter(|text| !text.is_empty()).map(Self::Text)
            }
            Self::Element(node) => {
                let element = || node.named(key).next().map(Self::Element);
                node.get(key).map(Self::Text).or_else(element)
            }
            Self::Text(_) => None,
        }
    }

    /// The part at the end of a path.
    pub(super) fn at(self, path: &str) -> Option<Self> {
        match path {
            "" => Some(self),
            path => path.split('.').try_fold(self, Self::get),
        }
    }

    /// All parts of this key; `*` is any.
    pub(super) fn all(self, key: &str) -> Vec<Keyed<'v>> {
        match (self, key) {
            (Self::Value(Value::Array(items)), "*") => {
                items.iter().map(|item| (Self::Value(item), None)).collect()
            }
            (Self::Value(Value::Object(fields)), "*") => fields
                .iter()
                .map(|(key, value)| (Self::Value(value), Some(key.as_str())))
                .collect(),
            (Self::Value(value), key) => value
                .get(key)
                .map(|value| (Self::Value(value), None))
                .into_iter()
                .collect(),
            (Self::Element(node), key) => node
                .children()
                .iter()
                .filter(|child| key == "*" || child.name() == key)
                .map(|child| (Self::Element(child), Some(child.name())))
                .collect(),
            (Self::Text(_), _) => Vec::new(),
        }
    }

    /// Its text, if it has one.
    pub(super) fn text(self) -> Option<Cow<'v, str>> {
        match self {
            Self::Text(text) => Some(text.into()),
            Self::Element(node) => Some(node.text().into()).filter(|text: &Cow<'_, str>| !text.is_empty()),
            Self::Value(Value::String(text)) => Some(text.into()),
            Self::Value(Value::Number(number)) => Some(number.to_string().into()),
            Self::Value(Value::Bool(truth)) => Some(truth.to_string().into()),
            Self::Value(Value::Array(pieces)) => pieces_of(pieces).map(Cow::Owned),
            Self::Value(_) => None,
        }
    }

    /// Its text; of a list, its texts line by line.
    pub(super) fn lines(self) -> Option<Cow<'v, str>> {
        let Self::Value(Value::Array(items)) = self else {
            return self.text();
        };
        let lines: Vec<&str> = items.iter().filter_map(Value::as_str).collect();
        Some(lines.join("\n").into())
    }

    /// Returns whether it was read to its end.
    pub(super) fn is_whole(self) -> bool {
        !matches!(self, Self::Element(node) if !node.is_whole())
    }
}

/// A text in pieces, some of them styled (Elm).
fn pieces_of(pieces: &[Value]) -> Option<String> {
    let pieces: Option<String> = pieces
        .iter()
        .map(|piece| piece.as_str().or_else(|| piece["string"].as_str()))
        .collect();
    pieces.filter(|text| !text.is_empty())
}
