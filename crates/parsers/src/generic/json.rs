//! Findings in JSON of a shape that is not described, by the names of their fields.

mod finding;
mod place;

use serde_json::Value;
use unbreak_core::{Sink, register_parser};

use crate::described;
use crate::format::{Format, locate};

register_parser!(Format::of(&described::GENERIC_JSON).json(read));

/// The depth to which findings are searched for.
const DEEPEST: usize = 12;

fn read(value: &Value, sink: &mut Sink) -> bool {
    let mut walk = Walk { sink, found: false };
    walk.value(value, None, 0);
    walk.found
}

struct Walk<'a> {
    sink: &'a mut Sink,
    found: bool,
}

impl Walk<'_> {
    /// Searches a value for findings, which are about `file` when the objects around it name one.
    fn value(&mut self, value: &Value, file: Option<&str>, depth: usize) {
        if depth > DEEPEST {
            return;
        }
        match value {
            Value::Array(items) => {
                for item in items {
                    self.value(item, file, depth + 1);
                }
            }
            Value::Object(fields) => {
                let file = place::file_of(fields).or(file);
                if let Some(diagnostic) = finding::read(fields, file) {
                    self.found = true;
                    self.sink.emit(diagnostic);
                    return;
                }
                for (key, inner) in fields {
                    let named = (inner.is_array() || inner.is_object()) && is_file(key);
                    self.value(inner, if named { Some(key) } else { file }, depth + 1);
                }
            }
            _ => {}
        }
    }
}

fn is_file(key: &str) -> bool {
    locate::kind(key) == Some(locate::FileKind::Sure)
}
