//! Reads findings out of JSON and XML reports.

mod part;
mod path;

use serde_json::Value;
use unbreak_core::parser::Outline;
use unbreak_core::{Diagnostic, Note, Sink};

use self::part::Part;
use self::path::{Around, visit};
pub(crate) use self::path::{Need, Paths, Wording};
use super::captured::{Captured, Field, Meaning};
use super::pattern::{Expression, Pattern};
use crate::format::xml::tree;
use crate::format::{stack, thrown_class};

/// The paths of the findings in a report, and of their parts in a finding.
///
/// A path is keys joined by dots. `*` stands for every item of a list, value of an object or element, `**` for
/// any number of them. A field is searched for in the finding, then in the values around it; `@` is the key
/// or the name of the element that led to a value.
#[derive(Debug)]
pub(crate) struct Records {
    pub(crate) each: Vec<String>,
    pub(crate) reading: RecordReading,
    /// The conditions for a part without a finding, whose document is shown to no other parser.
    pub(crate) passed: Vec<Need>,
    /// Requirements on the whole document.
    pub(crate) beside: Vec<Need>,
    /// Shapes of messages that hold more than words: the place and the code, too.
    pub(crate) said: Vec<Pattern>,
    /// Whether the message begins with the class of an exception and ends with the stack, which
    /// gives the place.
    pub(crate) thrown: bool,
    /// The text of the stack.
    pub(crate) stack: Option<Paths>,
    /// Texts in the paths of files that are not the user's: no such entry of the stack gives the place.
    pub(crate) foreign: Vec<String>,
    pub(crate) lookup: Option<Lookup>,
    pub(crate) notes: Vec<Notes>,
}

/// The texts of a finding or a note, and their interpretation.
#[derive(Debug)]
pub(crate) struct RecordReading {
    /// Each field with its texts in the order in which they are tried.
    pub(crate) fields: Vec<(Field, Vec<Wording>)>,
    /// Texts that hold several fields.
    pub(crate) texts: Vec<(Wording, Expression)>,
    pub(crate) needs: Vec<Need>,
    pub(crate) meaning: Meaning,
}

/// The notes on a finding.
#[derive(Debug)]
pub(crate) struct Notes {
    pub(crate) each: Vec<String>,
    /// The number of those that are not notes, because they are the finding's own place.
    pub(crate) skip: usize,
    pub(crate) reading: RecordReading,
}

/// Entries elsewhere in the document, one of which a finding refers to.
#[derive(Debug)]
pub(crate) struct Lookup {
    pub(crate) each: String,
    /// The path in the entry and the path in the finding whose texts are the same.
    pub(crate) keys: (String, String),
}

impl Records {
    /// Returns whether a JSON document with these keys may contain one of these findings.
    pub(crate) fn may_read(&self, outline: &Outline) -> bool {
        let needs = || self.reading.needs.iter().filter_map(Need::required);
        let mut beside = self.beside.iter().filter_map(Need::required);
        let mut each = self.each.iter().filter(|each| !each.contains("**"));
        each.any(|each| outline.may_have(each) && needs().all(|need| outline.may_have(&inner(each, need))))
            && beside.all(|key| outline.may_have(key))
    }

    /// Reads a JSON report; `false` when it holds none of these findings.
    pub(crate) fn read_json(&self, value: &Value, sink: &mut Sink) -> bool {
        self.read(Part::Value(value), sink)
    }

    fn read(&self, document: Part<'_>, sink: &mut Sink) -> bool {
        if !self.beside.iter().all(|need| need.holds(document)) {
            return false;
        }
        let mut found = false;
        for each in &self.each {
            visit((document, None), each, &mut Vec::new(), &mut |around| {
                let diagnostic = self.finding(document, around);
                found |= diagnostic.is_some() || self.has_passed(around);
                diagnostic
                    .into_iter()
                    .for_each(|diagnostic| sink.emit(diagnostic));
            });
        }
        found
    }

    fn has_passed(&self, around: &Around<'_>) -> bool {
        let part = around.last().filter(|_| !self.passed.is_empty());
        part.is_some_and(|(part, _)| self.passed.iter().all(|need| need.holds(*part)))
    }

    fn finding(&self, document: Part<'_>, around: &Around<'_>) -> Option<Diagnostic> {
        let (finding, _) = *around.last()?;
        if !finding.is_whole() || !self.reading.is_met(finding) {
            return None;
        }
        let entry = self
            .lookup
            .as_ref()
            .and_then(|lookup| lookup.entry(document, finding));
        let mut captured = match entry {
            // What it refers to says what nothing around it says.
            Some(entry) => self
                .reading
                .captured(&[&[(entry, None)], around.as_slice()].concat()),
            None => self.reading.captured(around),
        };
        captured.take_code_off();
        let message = captured.get(Field::Message).unwrap_or_default();
        let said = self.said.iter().find_map(|pattern| pattern.read(message));
        let said = said.map(|mut diagnostic| {
            let code = captured.get(Field::Code).map(str::to_owned);
            diagnostic.code = diagnostic.code.or(code);
            diagnostic
        });
        let mut diagnostic = said.or_else(|| self.reading.meaning.diagnostic(&captured))?;
        if self.thrown {
            thrown_class::take_apart(&mut diagnostic);
        }
        self.attach_stack(&mut diagnostic, finding);
        let notes = self.notes.iter().flat_map(|notes| notes.of(finding, &captured));
        diagnostic.notes = notes.collect();
        Some(diagnostic)
    }

    fn attach_stack(&self, diagnostic: &mut Diagnostic, finding: Part<'_>) {
        let Some(text) = self.stack.as_ref().and_then(|paths| paths.lines(finding)) else {
            return;
        };
        stack::attach(diagnostic, &text);
        let is_own = |file: &str| !self.foreign.iter().any(|text| file.contains(text.as_str()));
        let mut frames = diagnostic.frames.iter().rev();
        let own = frames.find(|frame| frame.location.file.as_deref().is_some_and(is_own));
        if let Some(own) = own.filter(|_| !self.foreign.is_empty()) {
            diagnostic.location = own.location.clone();
        }
    }
}

/// Reads an XML report; `false` when it holds none of these findings.
pub(super) fn read_xml(records: &[Records], document: &str, sink: &mut Sink) -> bool {
    let root = tree::root_name(document);
    let mut records = records
        .iter()
        .filter(|records| records.begins_at(root))
        .peekable();
    if records.peek().is_none() {
        return false;
    }
    let (tree, problem) = tree::parse(document);
    let mut taken = false;
    for records in records {
        taken |= records.read(Part::Element(&tree), sink);
    }
    if let Some(problem) = problem.filter(|_| taken) {
        sink.problem(format!("XML: {problem}"));
    }
    taken
}

impl Records {
    fn begins_at(&self, root: Option<&str>) -> bool {
        let first = |each: &String| each.split('.').next().map(str::to_owned);
        let mut roots = self.each.iter().filter_map(first);
        roots.any(|first| matches!(first.as_str(), "*" | "**") || root == Some(first.as_str()))
    }
}

/// The part of `path` below `each`.
fn inner(each: &str, path: &str) -> String {
    match each {
        "" => path.to_owned(),
        each => format!("{each}.{path}"),
    }
}

impl RecordReading {
    fn is_met(&self, part: Part<'_>) -> bool {
        self.needs.iter().all(|need| need.holds(part))
    }

    fn captured(&self, around: &[part::Keyed<'_>]) -> Captured {
        let mut captured = Captured::default();
        for (wording, expression) in &self.texts {
            if let Some(text) = wording.text(around) {
                expression.capture(&text, &mut captured);
            }
        }
        for (field, wordings) in &self.fields {
            if captured.get(*field).is_some() {
                continue;
            }
            let mut texts = wordings.iter().filter_map(|wording| wording.text(around));
            match field {
                // A text that is made of several is the whole message.
                Field::Message if matches!(wordings.as_slice(), [Wording::At(_), ..]) => {
                    texts.for_each(|text| captured.put(*field, &text));
                }
                Field::Severity => texts
                    .find(|text| self.meaning.rate(text.trim()).is_some())
                    .into_iter()
                    .for_each(|text| captured.put(*field, &text)),
                _ => texts.take(1).for_each(|text| captured.put(*field, &text)),
            }
        }
        captured
    }
}

impl Notes {
    fn of(&self, finding: Part<'_>, captured: &Captured) -> Vec<Note> {
        let mut notes = Vec::new();
        let mut number = 0;
        for each in &self.each {
            visit((finding, None), each, &mut Vec::new(), &mut |around| {
                // A field that a note does not have is not the finding's.
                let Some(note) = around.last().filter(|(note, _)| self.reading.is_met(*note)) else {
                    return;
                };
                number += 1;
                if number > self.skip {
                    let mut own = self.reading.captured(&[*note]);
                    if let Some(lines) = captured.get(Field::LineCount) {
                        own.put(Field::LineCount, lines);
                    }
                    notes.extend(self.reading.meaning.note(&own));
                }
            });
        }
        notes
    }
}

impl Lookup {
    fn entry<'v>(&self, document: Part<'v>, finding: Part<'_>) -> Option<Part<'v>> {
        let (theirs, ours) = &self.keys;
        let wanted = finding.at(ours)?.text()?;
        let mut found = None;
        visit((document, None), &self.each, &mut Vec::new(), &mut |around| {
            let (entry, _) = around[around.len() - 1];
            let key = entry.at(theirs).and_then(Part::text);
            if found.is_none() && key.is_some_and(|key| key == wanted) {
                found = Some(entry);
            }
        });
        found
    }
}
