//! The lines of an output that are labelled as errors, with what stands below them.

use unbreak_core::{Diagnostic, ErrorType, Location};

use super::complaint::{self, Complaint};
use super::{ID, place};
use crate::facts;
use crate::format::guess;

/// No more are reported: a reader wants the first ones.
const MOST: usize = 8;
/// Lines below a complaint in which its place is looked for.
const BELOW: usize = 12;

/// The complaints in an output: the lines that are labelled as errors, or else the last one, if it is a sentence
/// that says what could not be done.
pub(super) fn chosen(output: &str) -> Vec<Diagnostic> {
    let lines: Vec<&str> = output.lines().collect();
    let labelled = among(&lines, complaint::read);
    if !labelled.is_empty() {
        return labelled;
    }
    let last = lines.iter().rposition(|line| !line.trim().is_empty());
    last.map(|last| among(&lines[last..=last], complaint::unlabelled))
        .unwrap_or_default()
}

/// The complaints that `read` finds in lines.
fn among<'a>(lines: &[&'a str], read: fn(&'a str) -> Option<Complaint<'a>>) -> Vec<Diagnostic> {
    let read: Vec<Option<Complaint<'_>>> = lines.iter().map(|line| read(line)).collect();
    let mut found: Vec<Diagnostic> = Vec::new();
    for (at, complaint) in read.iter().enumerate() {
        let Some(complaint) = complaint else { continue };
        let others = read[at + 1..].iter().take(BELOW);
        let length = others.take_while(|other| other.is_none()).count();
        let below = &lines[at + 1..at + 1 + length];
        for diagnostic in diagnostics(complaint, below) {
            let again = found.iter().any(|known| known.message == diagnostic.message);
            if !again && found.len() < MOST {
                found.push(diagnostic);
            }
        }
    }
    found
}

/// Returns whether a line with a milder label follows the last complaint: the program went on.
pub(super) fn is_followed_by_milder(output: &str) -> bool {
    let lines = output.lines().rev();
    let after = lines.take_while(|line| complaint::read(line).is_none());
    after.into_iter().any(complaint::is_milder)
}

/// One, or one for each entry of a list below it.
fn diagnostics(complaint: &Complaint<'_>, below: &[&str]) -> Vec<Diagnostic> {
    let mut message = complaint.message.to_owned();
    let mut below = below.iter().skip_while(|line| line.trim().is_empty());
    if message.is_empty() {
        match below.next() {
            Some(line) => line.trim().clone_into(&mut message),
            None => return Vec::new(),
        }
    }
    let below: Vec<&str> = below.copied().collect();
    let entries: Vec<&str> = match message.ends_with(':') {
        true => below.iter().map_while(|line| entry(line)).collect(),
        false => Vec::new(),
    };
    if !entries.is_empty() {
        return entries
            .into_iter()
            .map(|entry| listed(complaint, entry))
            .collect();
    }
    let location = match complaint.location.line {
        Some(_) => complaint.location.clone(),
        None => below
            .iter()
            .find_map(|line| place::below(line))
            .unwrap_or_default(),
    };
    vec![diagnostic(complaint, &message, location)]
}

/// `- x`.
fn entry(line: &str) -> Option<&str> {
    let text = line.trim_start();
    ["- ", "* ", "• "]
        .iter()
        .find_map(|bullet| text.strip_prefix(bullet))
}

fn listed(complaint: &Complaint<'_>, entry: &str) -> Diagnostic {
    let (location, message) = place::of(entry);
    diagnostic(complaint, message, location)
}

/// Without a place, and without words that are known, the type stays unknown: no one can tell whether two
/// such lines of two runs are the same failure.
fn diagnostic(complaint: &Complaint<'_>, message: &str, location: Location) -> Diagnostic {
    let guessed = guess::error_type(complaint.severity, message);
    let is_placed = location.line.is_some();
    let error_type = match guessed {
        ErrorType::Build if !is_placed => ErrorType::Unknown,
        guessed => guessed,
    };
    let mut diagnostic = Diagnostic::new(error_type, complaint.severity, message).at(location);
    diagnostic.code = complaint.code.map(str::to_owned);
    diagnostic.parser = ID.into();
    if is_placed {
        facts::fill(&mut diagnostic);
    }
    diagnostic
}
