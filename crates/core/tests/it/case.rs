//! Case files: a sentence, fields, and sections.
//!
//! ```text
//! The purpose of the case.
//! field: value
//!
//! == section
//! its text
//! ```

use std::fs;
use std::path::{Path, PathBuf};

use unbreak_core::{Diagnostic, ErrorType, Fact, Frame, Location, OwnerKind, Severity, UnusedKind};

/// A case file, read.
pub(crate) struct Case {
    pub(crate) name: String,
    pub(crate) fields: Vec<(String, String)>,
    /// Heading and text of each section.
    pub(crate) sections: Vec<(String, String)>,
}

impl Case {
    /// Every case below `tests/cases/<folder>`, sorted.
    pub(crate) fn all(folder: &str) -> Vec<Self> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("tests/cases")
            .join(folder);
        let mut files = Vec::new();
        collect(&root, &mut files);
        files.sort();
        let name = |file: &Path| file.strip_prefix(&root).unwrap().display().to_string();
        files
            .iter()
            .map(|file| Self::parse(name(file), &fs::read_to_string(file).unwrap()))
            .collect()
    }

    fn parse(name: String, text: &str) -> Self {
        let mut parts = format!("\n{text}");
        let mut sections = Vec::new();
        while let Some(at) = parts.rfind("\n== ") {
            let section = parts.split_off(at);
            let section = &section["\n== ".len()..];
            let (heading, text) = section.split_once('\n').unwrap_or((section, ""));
            sections.push((heading.trim().to_owned(), text.to_owned()));
        }
        sections.reverse();
        let field = |line: &str| {
            let (field, value) = line.split_once(": ")?;
            let is_field = field.chars().all(|c| c.is_ascii_lowercase());
            is_field.then(|| (field.to_owned(), value.trim().to_owned()))
        };
        let fields = parts.lines().filter_map(field).collect();
        Self {
            name,
            fields,
            sections,
        }
    }

    /// The values of a field, in order.
    pub(crate) fn values<'a>(&'a self, field: &'a str) -> impl Iterator<Item = &'a str> {
        self.fields
            .iter()
            .filter(move |(name, _)| name == field)
            .map(|(_, value)| value.as_str())
    }

    /// A field that stands once or not at all.
    pub(crate) fn value<'a>(&'a self, field: &'a str) -> Option<&'a str> {
        self.values(field).next()
    }
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, files);
        } else {
            files.push(path);
        }
    }
}

/// A diagnostic as `type place [in test] [missing name] [member name] [absent column] [unused import] [column number] [via place,...] [by parser] [as severity] | message`;
/// the place is `file`, `file:line` or `-`.
pub(crate) fn diagnostic(text: &str) -> Diagnostic {
    let (head, message) = text.split_once(" | ").expect("a message after ' | '");
    let mut words = head.split_whitespace();
    let error_type: ErrorType = name(words.next().expect("a type"));
    let place = words.next().expect("a place");
    let mut diagnostic = Diagnostic::new(error_type, Severity::Error, message).at(location(place));
    while let Some(key) = words.next() {
        let value = words.next().expect("a value after its key");
        match key {
            "in" => diagnostic.test = Some(value.to_owned()),
            "by" => diagnostic.parser = value.to_owned().into(),
            "code" => diagnostic.code = Some(value.to_owned()),
            "missing" => {
                diagnostic.fact = Some(Fact::UndefinedName {
                    name: value.to_owned(),
                    used_as: None,
                    instead: Vec::new(),
                });
            }
            "member" => {
                diagnostic.fact = Some(Fact::UnknownMember {
                    name: value.to_owned(),
                    owner: None,
                    owner_kind: OwnerKind::Unknown,
                    used_as: None,
                    instead: Vec::new(),
                });
            }
            "absent" => {
                diagnostic.fact = Some(Fact::MissingValue);
                diagnostic.location.column = value.parse().ok();
            }
            "unused" => {
                diagnostic.fact = Some(Fact::UnusedName {
                    name: value.to_owned(),
                    what: UnusedKind::Import,
                });
            }
            "twice" => {
                diagnostic.fact = Some(Fact::DuplicateDefinition {
                    name: Some(value.to_owned()),
                });
            }
            "column" => diagnostic.location.column = value.parse().ok(),
            "phase" => diagnostic.phase = value.parse().expect("a number"),
            "as" => diagnostic.severity = name(value),
            "via" => diagnostic.frames = value.split(',').map(frame).collect(),
            other => panic!("'{other}' says nothing of a diagnostic"),
        }
    }
    diagnostic
}

fn frame(place: &str) -> Frame {
    let mut frame = Frame::new(location(place), None);
    frame.in_workspace = !place.starts_with('/');
    frame
}

fn location(place: &str) -> Location {
    match place.split_once(':') {
        Some((file, line)) => Location::line(file, line.parse().unwrap()),
        None if place == "-" => Location::default(),
        None => Location::file(place),
    }
}

/// A value by the name it has in JSON.
fn name<T: serde::de::DeserializeOwned>(name: &str) -> T {
    serde_json::from_value(name.into()).unwrap()
}
