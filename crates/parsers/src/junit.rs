//! JUnit XML, the test reports that most runners can write.
//!
//! There is no standard; the common core is the Ant task's format
//! (<https://github.com/windyroad/JUnit-Schema>).

use quick_xml::Reader;
use quick_xml::escape::resolve_xml_entity;
use quick_xml::events::{BytesRef, BytesStart, Event};

/// A test case that did not pass.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct FailedCase {
    pub(crate) class_name: String,
    pub(crate) name: String,
    /// Attribute `file` of the case, which only some runners write.
    pub(crate) file: Option<String>,
    /// Attribute `message` of its `failure` or `error`.
    pub(crate) message: String,
    /// The text within that element.
    pub(crate) text: String,
}

/// The cases that did not pass, and where the document breaks off if it does.
pub(crate) fn failed_cases(document: &str) -> (Vec<FailedCase>, Option<String>) {
    let mut reader = Reader::from_str(document);
    let mut cases = Cases::default();
    loop {
        match reader.read_event() {
            Ok(Event::Eof) => return (cases.failed, None),
            Ok(event) => cases.event(&event),
            Err(error) => return (cases.failed, Some(error.to_string())),
        }
    }
}

#[derive(Default)]
struct Cases {
    failed: Vec<FailedCase>,
    /// The case being read.
    case: FailedCase,
    /// Within `failure` or `error`.
    in_failure: bool,
}

impl Cases {
    fn event(&mut self, event: &Event<'_>) {
        match event {
            Event::Start(tag) => self.start(tag),
            Event::Empty(tag) => {
                self.start(tag);
                self.end(tag.name().0);
            }
            Event::End(tag) => self.end(tag.name().0),
            Event::Text(text) if self.in_failure => self.case.text.push_str(text),
            Event::CData(text) if self.in_failure => self.case.text.push_str(text),
            Event::GeneralRef(entity) if self.in_failure => push_entity(&mut self.case.text, entity),
            _ => {}
        }
    }

    fn start(&mut self, tag: &BytesStart<'_>) {
        match tag.name().0 {
            "testcase" => {
                self.case = FailedCase {
                    class_name: attribute(tag, "classname").unwrap_or_default(),
                    name: attribute(tag, "name").unwrap_or_default(),
                    file: attribute(tag, "file"),
                    ..FailedCase::default()
                };
            }
            "failure" | "error" => {
                self.case.message = attribute(tag, "message").unwrap_or_default();
                self.in_failure = true;
            }
            _ => {}
        }
    }

    fn end(&mut self, name: &str) {
        if matches!(name, "failure" | "error") {
            self.in_failure = false;
            let next = FailedCase {
                class_name: self.case.class_name.clone(),
                name: self.case.name.clone(),
                file: self.case.file.clone(),
                ..FailedCase::default()
            };
            self.failed.push(std::mem::replace(&mut self.case, next));
        }
    }
}

fn attribute(tag: &BytesStart<'_>, name: &str) -> Option<String> {
    let attribute = tag.try_get_attribute(name).ok()??;
    let value = attribute.normalized_value(quick_xml::XmlVersion::Implicit1_0);
    // A value that cannot be unescaped is better shown raw than lost.
    Some(value.map_or_else(|_| attribute.value.to_string(), std::borrow::Cow::into_owned))
}

fn push_entity(text: &mut String, entity: &BytesRef<'_>) {
    match entity.resolve_char_ref() {
        Ok(Some(character)) => text.push(character),
        _ => text.push_str(resolve_xml_entity(entity).unwrap_or_default()),
    }
}
