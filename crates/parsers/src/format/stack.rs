//! Entries of call stacks, in the shapes of the common runtimes.

use unbreak_core::{Diagnostic, Frame, Location};

use super::locate;

/// Frames kept of one stack.
const KEPT: usize = 100;

/// The stack that a text holds, outermost first. Runtimes print the innermost entry first, except
/// Python.
pub(crate) fn read(text: &str) -> Vec<Frame> {
    let mut frames: Vec<Frame> = text.lines().filter_map(frame).take(KEPT).collect();
    let python = text.contains("most recent call last");
    if !python {
        frames.reverse();
    }
    if let Some(innermost) = frames.last_mut() {
        innermost.innermost = true;
    }
    frames
}

/// Gives a diagnostic the stack that the text holds, and, when it has no place, the place of its
/// innermost entry.
pub(crate) fn attach(diagnostic: &mut Diagnostic, text: &str) {
    diagnostic.frames = read(text);
    if diagnostic.location.line.is_none()
        && let Some(innermost) = diagnostic.frames.last()
    {
        diagnostic.location = innermost.location.clone();
    }
}

/// Gives a diagnostic this stack, outermost first, and, when it has no line, the place of the innermost entry
/// whose path has none of the foreign texts. Of a deep stack the innermost frames are kept.
pub(crate) fn attach_frames(diagnostic: &mut Diagnostic, mut frames: Vec<Frame>, foreign: &[String]) {
    frames.drain(..frames.len().saturating_sub(KEPT));
    let Some(innermost) = frames.last_mut() else {
        return;
    };
    innermost.innermost = true;
    if diagnostic.location.line.is_none() {
        let is_own = |frame: &&Frame| {
            let file = frame.location.file.as_deref();
            file.is_some_and(|file| !foreign.iter().any(|text| file.contains(text.as_str())))
        };
        let placed = frames.iter().rev().find(is_own).or(frames.last());
        diagnostic.location = placed.map(|frame| frame.location.clone()).unwrap_or_default();
    }
    diagnostic.frames = frames;
}

/// Puts a frame before those that were printed above it: it called them. Of a deep stack the
/// innermost frames are kept.
pub(crate) fn push_caller(diagnostic: &mut Diagnostic, mut frame: Frame) {
    let frames = &mut diagnostic.frames;
    if frames.len() < KEPT {
        frame.innermost = frames.is_empty();
        frames.insert(0, frame);
    }
}

/// The same where the entries are the callers of the diagnostic's own place.
pub(crate) fn push_caller_of_place(diagnostic: &mut Diagnostic, frame: Frame) {
    if diagnostic.frames.is_empty() {
        push_caller(diagnostic, Frame::new(diagnostic.location.clone(), None));
    }
    push_caller(diagnostic, frame);
}

/// The same, where the place is that of the innermost frame in the project.
pub(crate) fn push_caller_and_place(diagnostic: &mut Diagnostic, frame: Frame, foreign: &str) {
    let file = frame.location.file.as_deref();
    let is_own = file.is_some_and(|file| !file.contains(foreign));
    if is_own && diagnostic.location == Location::default() {
        diagnostic.location = frame.location.clone();
    }
    push_caller(diagnostic, frame);
}

/// Reads one entry.
pub(crate) fn frame(line: &str) -> Option<Frame> {
    let text = line.trim();
    at(text)
        .or_else(|| pointed(text))
        .or_else(|| python(text))
        .or_else(|| bare(text))
}

/// `at pkg.Class.method(File.java:12)`, `at fn (a.js:1:2)`, `at a.js:1:2`, `at X.Y() in a.cs:line 3`.
fn at(text: &str) -> Option<Frame> {
    let said = text.strip_prefix("at ")?;
    if let Some((function, place)) = said.rsplit_once(" in ")
        && let Some((file, line)) = place.rsplit_once(":line ")
    {
        return Some(Frame::new(
            Location::line(file, line.parse().ok()?),
            Some(function.to_owned()),
        ));
    }
    // Mono: `at C.F (System.String s) [0x00001] in /home/dev/c.cs:3`.
    if let Some((function, place)) = said.split_once("] in ")
        && let Some((function, _)) = function.rsplit_once(" [0x")
    {
        let placed = locate::at_start(place).filter(|placed| placed.rest.is_empty())?;
        return Some(Frame::new(placed.location(), Some(function.to_owned())));
    }
    let (function, place) = match said.strip_suffix(')').and_then(|said| said.rsplit_once('(')) {
        Some((function, place)) => (Some(function.trim_end()), place),
        None => (None, said),
    };
    let placed = locate::at_start(local(place)).filter(|placed| placed.rest.is_empty())?;
    Some(Frame::new(placed.location(), function.map(str::to_owned)))
}

/// `❯ Cart.total src/cart.js:3:25`, as Vitest draws them.
fn pointed(text: &str) -> Option<Frame> {
    let entry = text.strip_prefix("❯ ")?;
    let (function, place) = match entry.rsplit_once(' ') {
        Some((function, place)) => (Some(function.trim()), place),
        None => (None, entry),
    };
    let placed = locate::at_start(place).filter(|placed| placed.rest.is_empty())?;
    Some(Frame::new(placed.location(), function.map(str::to_owned)))
}

/// The path in a file URL: `file:///a.js`, or a bundler's `webpack://shop/./a.js`.
fn local(place: &str) -> &str {
    if let Some(bundled) = place.strip_prefix("webpack://") {
        let path = bundled.split_once("/./").map_or(bundled, |(_, path)| path);
        return path.trim_start_matches('/');
    }
    place.strip_prefix("file://").unwrap_or(place)
}

/// `File "a.py", line 3, in f`.
fn python(text: &str) -> Option<Frame> {
    let (file, rest) = text.strip_prefix("File \"")?.split_once("\", line ")?;
    let (line, function) = rest.split_once(", in ").unwrap_or((rest, ""));
    let function = (!function.is_empty()).then(|| function.to_owned());
    Some(Frame::new(Location::line(file, line.parse().ok()?), function))
}

/// `/path/File.php:12`, `a.rb:3:in 'f'`, `/path/a.go:12 +0x1d`.
fn bare(text: &str) -> Option<Frame> {
    let text = text.strip_prefix("from ").unwrap_or(text);
    let placed = locate::at_start(text).filter(|placed| placed.kind == locate::FileKind::Sure)?;
    let rest = placed.rest;
    let ruby = [":in '", ":in `"]
        .iter()
        .find_map(|start| rest.strip_prefix(start));
    let go = rest.starts_with(" +0x");
    if !(rest.is_empty() || go || ruby.is_some()) {
        return None;
    }
    let function = ruby.map(|function| function.trim_end_matches(['\'', '`']).to_owned());
    Some(Frame::new(placed.location(), function))
}
