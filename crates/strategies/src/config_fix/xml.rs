//! XML: tags that are not closed, or closed under another name, and characters that must be escaped.

use quick_xml::Reader;
use quick_xml::events::Event;
use unbreak_core::{Evidence, RelPath, SafetyClass};

use super::{Case, Offer, Rewrite};
use crate::weights::confidence;

const ENDINGS: [&str; 8] = [
    "xml", "csproj", "fsproj", "vbproj", "props", "targets", "svg", "xsd",
];

/// The mentioned files with the one change after which they can be read.
pub(super) fn offers(case: &Case<'_>) -> Vec<Offer> {
    let is_xml = |file: &RelPath| ENDINGS.contains(&file.extension());
    let suspects = case.suspects(is_xml).into_iter();
    let broken = suspects.filter(|(_, text)| fault(text).is_some());
    let offers = broken.filter_map(|(file, before)| {
        let after = repaired(&before)?;
        Some(Offer {
            title: format!("complete the tags of {file}"),
            reason: "the only change found after which every element ends where its indentation says"
                .to_owned(),
            confidence: confidence::plausible(),
            evidence: Evidence::search(true),
            safety: SafetyClass::Safe,
            rewrites: vec![Rewrite { file, before, after }],
        })
    });
    offers.collect()
}

/// An element that was begun.
struct Open {
    name: String,
    /// The byte of its `<`.
    at: usize,
}

/// A place at which a text stops being XML.
struct Fault {
    /// The elements that are open there.
    open: Vec<Open>,
    /// The end tag that does not fit: its bytes and its name.
    end: Option<(usize, usize, String)>,
}

/// The first fault of a text.
fn fault(text: &str) -> Option<Fault> {
    let mut reader = Reader::from_str(text);
    reader.config_mut().check_end_names = false;
    let mut open: Vec<Open> = Vec::new();
    loop {
        let start = usize::try_from(reader.buffer_position()).ok()?;
        let Ok(event) = reader.read_event() else {
            return Some(Fault { open, end: None });
        };
        let stop = usize::try_from(reader.buffer_position()).ok()?;
        match event {
            Event::Start(tag) => {
                let name = tag.name().as_ref().to_owned();
                if name.contains('<') || tag.attributes().any(|attribute| attribute.is_err()) {
                    return Some(Fault { open, end: None });
                }
                open.push(Open { name, at: start });
            }
            Event::End(tag) => {
                let name = tag.name().as_ref().to_owned();
                match open.pop() {
                    Some(last) if last.name == name => {}
                    last => {
                        open.extend(last);
                        return Some(Fault {
                            open,
                            end: Some((start, stop, name)),
                        });
                    }
                }
            }
            Event::Text(_) if has_bare_ampersand(&text[start..stop]) => {
                return Some(Fault { open, end: None });
            }
            Event::Eof if open.is_empty() => return None,
            Event::Eof => return Some(Fault { open, end: None }),
            _ => {}
        }
    }
}

/// Returns whether an ampersand begins no entity.
fn has_bare_ampersand(text: &str) -> bool {
    text.match_indices('&')
        .any(|(at, _)| !begins_entity(&text[at + 1..]))
}

fn begins_entity(rest: &str) -> bool {
    let name = rest.split(';').next().unwrap_or_default();
    let is_name = !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '#');
    is_name && rest.len() > name.len()
}

/// The text after the one change that repairs it.
fn repaired(text: &str) -> Option<String> {
    let reads = |text: &String| fault(text).is_none();
    let candidates = [escaped(text), bracketed(text)].into_iter().flatten();
    candidates.chain(completed(text)).find(reads)
}

/// Every ampersand that begins no entity, escaped.
fn escaped(text: &str) -> Option<String> {
    if !has_bare_ampersand(text) {
        return None;
    }
    let mut after = String::with_capacity(text.len());
    for (at, c) in text.char_indices() {
        after.push(c);
        if c == '&' && !begins_entity(&text[at + 1..]) {
            after.push_str("amp;");
        }
    }
    Some(after)
}

/// The first tag that a line leaves open, closed at the end of that line.
fn bracketed(text: &str) -> Option<String> {
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let end = at + line.trim_end().len();
        let last = line.rfind('<');
        let is_open = last.is_some_and(|last| line[last..].starts_with("</") && !line[last..].contains('>'));
        if is_open {
            return Some(format!("{}>{}", &text[..end], &text[end..]));
        }
        at += line.len();
    }
    None
}

/// The end tag that is missing or wrong, written where the indentation of its element says.
fn completed(text: &str) -> Vec<String> {
    let Some(fault) = fault(text) else {
        return Vec::new();
    };
    let Some(last) = fault.open.last() else {
        return Vec::new();
    };
    let tag = format!("</{}>", last.name);
    let mut found = Vec::new();
    if let Some((start, stop, name)) = &fault.end {
        let is_known = fault.open.iter().any(|open| open.name == *name);
        if !is_known {
            found.push(format!("{}{tag}{}", &text[..*start], &text[*stop..]));
        }
    }
    let depth = indentation(text, last.at);
    let line_end = text[last.at..].find('\n').map_or(text.len(), |end| last.at + end);
    // An element that begins and ends on one line, or one around others.
    let has_content = text[last.at..line_end]
        .trim_end()
        .find('>')
        .is_some_and(|at| last.at + at + 1 < line_end);
    if has_content {
        found.push(format!(
            "{}{tag}{}",
            text[..line_end].trim_end(),
            &text[line_end..]
        ));
        return found;
    }
    let mut at = (line_end + 1).min(text.len());
    for line in text[at..].split_inclusive('\n') {
        let is_outside =
            !line.trim().is_empty() && indentation(text, at + line.len() - line.trim_start().len()) <= depth;
        if is_outside {
            break;
        }
        at += line.len();
    }
    // An element that was written as an opening tag where the end was meant.
    if fault
        .open
        .iter()
        .rev()
        .nth(1)
        .is_some_and(|outer| outer.name == last.name)
    {
        found.push(format!("{}</{}", &text[..last.at], &text[last.at + 1..]));
    }
    let blanks = &text[last.at - depth..last.at];
    found.push(format!("{}{blanks}{tag}\n{}", &text[..at], &text[at..]));
    found
}

/// The number of blanks before a byte on its line; nothing if other text is there.
fn indentation(text: &str, at: usize) -> usize {
    let line = text[..at].rfind('\n').map_or(0, |end| end + 1);
    let before = &text[line..at];
    if before.trim().is_empty() { before.len() } else { 0 }
}
