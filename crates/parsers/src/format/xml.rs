//! Reads XML documents element by element, or record by record.

pub(crate) mod tree;

use quick_xml::Reader;
use quick_xml::escape::resolve_xml_entity;
use quick_xml::events::{BytesStart, Event};

/// A start tag.
pub(crate) struct Element<'a> {
    tag: &'a BytesStart<'a>,
}

impl Element<'_> {
    /// Its name, without a namespace prefix.
    pub(crate) fn name(&self) -> &str {
        self.tag.local_name().into_inner()
    }

    /// The value of an attribute; `None` when it has none or an empty one.
    pub(crate) fn get(&self, name: &str) -> Option<String> {
        let attribute = self.tag.try_get_attribute(name).ok()??;
        let value = attribute.normalized_value(quick_xml::XmlVersion::Implicit1_0);
        // A value that cannot be unescaped is better shown raw than lost.
        let value = value.map_or_else(|_| attribute.value.to_string(), std::borrow::Cow::into_owned);
        (!value.is_empty()).then_some(value)
    }

    /// All attributes, by their names without namespace prefixes.
    pub(crate) fn attributes(&self) -> impl Iterator<Item = (String, String)> {
        self.tag.attributes().filter_map(Result::ok).map(|attribute| {
            let name = attribute.key.local_name().into_inner().to_owned();
            let value = attribute.normalized_value(quick_xml::XmlVersion::Implicit1_0);
            let value = value.map_or_else(|_| attribute.value.to_string(), std::borrow::Cow::into_owned);
            (name, value)
        })
    }

    /// The value of an attribute that is a positive number.
    pub(crate) fn number(&self, name: &str) -> Option<u32> {
        self.get(name)?.trim().parse().ok().filter(|number| *number > 0)
    }
}

/// Takes the pieces of a document.
pub(crate) trait Visitor {
    /// An element begins.
    fn start(&mut self, element: &Element<'_>);
    /// Text between two tags, unescaped; may come in several pieces.
    fn text(&mut self, _text: &str) {}
    /// The element of this name ends.
    fn end(&mut self, _name: &str) {}
}

/// Shows a document to the visitor; says where it breaks off, if it does.
pub(crate) fn walk(document: &str, visitor: &mut impl Visitor) -> Option<String> {
    let mut reader = Reader::from_str(document);
    loop {
        match reader.read_event() {
            Ok(Event::Eof) => return None,
            Ok(event) => visit(&event, visitor),
            Err(error) => return Some(error.to_string()),
        }
    }
}

fn visit(event: &Event<'_>, visitor: &mut impl Visitor) {
    match event {
        Event::Start(tag) => visitor.start(&Element { tag }),
        Event::Empty(tag) => {
            visitor.start(&Element { tag });
            visitor.end(tag.local_name().into_inner());
        }
        Event::End(tag) => visitor.end(tag.local_name().into_inner()),
        Event::Text(text) => visitor.text(text),
        Event::CData(text) => visitor.text(text),
        Event::GeneralRef(entity) => match entity.resolve_char_ref() {
            Ok(Some(character)) => visitor.text(character.encode_utf8(&mut [0; 4])),
            _ => visitor.text(resolve_xml_entity(entity).unwrap_or_default()),
        },
        _ => {}
    }
}
