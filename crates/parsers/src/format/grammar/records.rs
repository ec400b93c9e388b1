//! Findings in JSON, by the paths of their fields.

use serde_json::Value;
use unbreak_core::Sink;
use unbreak_core::parser::Outline;

use super::captured::{Captured, Field, Meaning};
use super::pattern::Pattern;
use crate::format::thrown_class;

/// The paths of the findings in a JSON report, and of their parts in a finding.
///
/// A path is keys joined by dots. `*` stands for every item of a list or every value of an object.
/// A field is searched for in the finding, then in the values around it; `@` is the key that led to
/// a value.
#[derive(Debug)]
pub(crate) struct Records {
    pub(crate) each: String,
    pub(crate) fields: Vec<(Field, String)>,
    /// Requirements on a finding: a path, or a path and its text, `status=failed`.
    pub(crate) needs: Vec<String>,
    /// Requirements on the whole document.
    pub(crate) beside: Vec<String>,
    /// Shapes of messages that hold more than words: the place and the code, too.
    pub(crate) said: Vec<Pattern>,
    /// Whether the message begins with the class of an exception and ends with the stack, which
    /// gives the place.
    pub(crate) thrown: bool,
    /// The message is made of several texts, with their paths in braces: `` `{typo}` should be
    /// `{corrections.0}` ``.
    pub(crate) worded: Option<String>,
    pub(crate) meaning: Meaning,
}

impl Records {
    /// Whether a document with these keys may contain one of these findings.
    pub(crate) fn may_read(&self, outline: &Outline) -> bool {
        let each = self.each.as_str();
        let mut needs = self
            .needs
            .iter()
            .map(|need| need.split('=').next().unwrap_or(need));
        let mut beside = self.beside.iter();
        outline.may_have(each)
            && needs.all(|need| outline.may_have(&inner(each, need)))
            && beside.all(|key| outline.may_have(key))
    }

    /// Reads a report; `false` when it holds none of these findings.
    pub(crate) fn read(&self, value: &Value, sink: &mut Sink) -> bool {
        if !self.beside.iter().all(|key| has(value, key)) {
            return false;
        }
        let mut walk = Walk {
            records: self,
            sink,
            found: false,
        };
        walk.down(value, &self.each, &mut Vec::new(), None);
        walk.found
    }
}

/// The part of `path` below `each`.
fn inner(each: &str, path: &str) -> String {
    match each {
        "" => path.to_owned(),
        each => format!("{each}.{path}"),
    }
}

/// A value, and the key that led to it.
type Around<'a> = Vec<(&'a Value, Option<&'a str>)>;

struct Walk<'a> {
    records: &'a Records,
    sink: &'a mut Sink,
    found: bool,
}

impl Walk<'_> {
    fn down<'v>(&mut self, value: &'v Value, path: &str, around: &mut Around<'v>, key: Option<&'v str>) {
        around.push((value, key));
        match path.split_once('.').unwrap_or((path, "")) {
            ("", _) => self.finding(around),
            ("*", rest) => match value {
                Value::Array(items) => items.iter().for_each(|item| self.down(item, rest, around, None)),
                Value::Object(fields) => fields
                    .iter()
                    .for_each(|(key, value)| self.down(value, rest, around, Some(key))),
                _ => {}
            },
            (key, rest) => {
                if let Some(inner) = value.get(key) {
                    self.down(inner, rest, around, None);
                }
            }
        }
        around.pop();
    }

    fn finding(&mut self, around: &Around<'_>) {
        let Some((finding, _)) = around.last() else {
            return;
        };
        if !self.records.needs.iter().all(|need| has(finding, need)) {
            return;
        }
        let mut captured = Captured::default();
        for (field, path) in &self.records.fields {
            let text = around.iter().rev().find_map(|(value, key)| match path.as_str() {
                "@" => (*key).map(str::to_owned),
                path => look_up(value, path).and_then(text),
            });
            if let Some(text) = text {
                captured.put(*field, &text);
            }
        }
        if let Some(template) = &self.records.worded {
            captured.put(Field::Message, &filled(template, finding));
        }
        captured.take_code_off();
        let message = captured.get(Field::Message).unwrap_or_default();
        let said = self.records.said.iter().find_map(|pattern| pattern.read(message));
        let said = said.map(|mut diagnostic| {
            let code = captured.get(Field::Code).map(str::to_owned);
            diagnostic.code = diagnostic.code.or(code);
            diagnostic
        });
        if let Some(mut diagnostic) = said.or_else(|| self.records.meaning.diagnostic(&captured)) {
            self.found = true;
            if self.records.thrown {
                thrown_class::take_apart(&mut diagnostic);
            }
            self.sink.emit(diagnostic);
        }
    }
}

/// The template with the texts that its paths lead to.
fn filled(template: &str, finding: &Value) -> String {
    let mut parts = template.split(['{', '}']);
    let mut message = parts.next().unwrap_or_default().to_owned();
    while let Some(path) = parts.next() {
        message.extend(look_up(finding, path).and_then(text));
        message.push_str(parts.next().unwrap_or_default());
    }
    message
}

fn look_up<'v>(value: &'v Value, path: &str) -> Option<&'v Value> {
    path.split('.').try_fold(value, |value, key| match value {
        Value::Array(items) => items.get(key.parse::<usize>().ok()?),
        _ => value.get(key),
    })
}

fn has(finding: &Value, need: &str) -> bool {
    match need.split_once('=') {
        Some((path, expected)) => look_up(finding, path).and_then(Value::as_str) == Some(expected),
        None => look_up(finding, need).is_some(),
    }
}

fn text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        Value::Bool(truth) => Some(truth.to_string()),
        // A text in pieces, some of them styled (Elm).
        Value::Array(pieces) => {
            let pieces: Option<String> = pieces
                .iter()
                .map(|piece| piece.as_str().or_else(|| piece["string"].as_str()))
                .collect();
            pieces.filter(|text| !text.is_empty())
        }
        _ => None,
    }
}
