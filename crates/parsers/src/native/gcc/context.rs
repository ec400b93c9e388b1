//! The path by which the compiler reached the place of a diagnostic: includes, functions, templates.

use unbreak_core::{Frame, Location};

use crate::format::locate;
use crate::text;

/// A line that is printed before a diagnostic.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Context {
    /// `In file included from a.h:3,` or the `from b.c:1:` below it.
    Include(Location),
    /// `main.c: In function ‘main’:`
    Function(String),
    /// `a.h:9:14:   required from ‘f()’`, `inlined from ‘f’ at a.c:3:1`
    Caller(Location, Option<String>),
    /// `main.c: At top level:`, which says that no function is meant.
    TopLevel,
}

/// Reads a line of context.
pub(super) fn read(line: &str) -> Option<Context> {
    let text = line.trim_start();
    included(text)
        .or_else(|| function(text))
        .or_else(|| caller(line))
        .or_else(|| inlined(text))
}

fn included(text: &str) -> Option<Context> {
    let place = text
        .strip_prefix("In file included from ")
        .or_else(|| text.strip_prefix("In module imported from "))
        .or_else(|| text.strip_prefix("from "))?;
    let placed = locate::at_start(place)?;
    let ends = matches!(placed.rest, ":" | "," | "");
    ends.then(|| Context::Include(placed.location()))
}

/// `main.c: In member function ‘int A::f()’:`, `In function ‘open’,`.
fn function(text: &str) -> Option<Context> {
    if !text.ends_with([':', ',']) {
        return None;
    }
    let said = text::rsplit(text, text::literal!(": ")).map_or(text, |(_, said)| said);
    if said == "At top level:" || said == "At global scope:" {
        return Some(Context::TopLevel);
    }
    let what = text::find(text, text::literal!("In ")).map(|at| &text[at..])?;
    let labelled = what.starts_with("In ")
        && (what.len() == text.len() || text[..text.len() - what.len()].ends_with(": "));
    labelled.then(|| quoted(what).map(Context::Function))?
}

/// `a.h:9:14:   required from ‘f()’`; clang says the same in notes.
fn caller(line: &str) -> Option<Context> {
    // A cheap test rejects most lines.
    if !text::holds(line, text::literal!("required ")) && !text::holds(line, text::literal!(" expansion of "))
    {
        return None;
    }
    let placed = locate::at_start(line)?;
    let said = placed.rest.strip_prefix(':')?.trim_start();
    let from = [
        "required from ",
        "recursively required from ",
        "required by ",
        "in ‘constexpr’ expansion of ",
        "in 'constexpr' expansion of ",
    ];
    from.iter()
        .any(|start| said.starts_with(start))
        .then(|| Context::Caller(placed.location(), quoted(said)))
}

/// `inlined from ‘main’ at a.c:7:10:`
fn inlined(text: &str) -> Option<Context> {
    let said = text.strip_prefix("inlined from ")?;
    let (function, place) = said.rsplit_once(" at ")?;
    Some(Context::Caller(
        locate::at_start(place)?.location(),
        quoted(function),
    ))
}

/// The first text in quotes, of whichever kind the locale has.
fn quoted(text: &str) -> Option<String> {
    let start = text.find(['‘', '\'', '`'])?;
    let open = text[start..].chars().next()?;
    let body = &text[start + open.len_utf8()..];
    let close = if open == '‘' { '’' } else { '\'' };
    let end = body.rfind(close)?;
    Some(body[..end].to_owned())
}

/// The stack of a diagnostic at `place` in `function`, from the context printed before it: the
/// compiler prints the nearest first, a stack has it last.
pub(super) fn frames(context: &[Context], function: Option<&str>, place: &Location) -> Vec<Frame> {
    let mut frames: Vec<Frame> = context
        .iter()
        .rev()
        .filter_map(|context| match context {
            Context::Include(location) => Some(Frame::new(location.clone(), None)),
            Context::Caller(location, function) => Some(Frame::new(location.clone(), function.clone())),
            Context::Function(_) | Context::TopLevel => None,
        })
        .collect();
    if frames.is_empty() && function.is_none() {
        return frames;
    }
    let mut innermost = Frame::new(place.clone(), function.map(str::to_owned));
    innermost.innermost = true;
    frames.push(innermost);
    frames
}
