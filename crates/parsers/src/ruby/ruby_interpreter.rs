//! Ruby: scripts that do not parse, warnings, and exceptions that were not rescued.

use std::sync::LazyLock;

use regex::Regex;
use unbreak_core::pattern::pattern;
use unbreak_core::{Diagnostic, ErrorType, Frame, Line, Location, Severity, register_parser};

use crate::described;
use crate::format::{Flow, Format, Open, marks, stack};
use crate::text;

register_parser!(Format::of(&described::RUBY_INTERPRETER).block(begin, follow));

/// `FILE:LINE:in 'method': message (Class)`; the class may be at the end of a later line.
static EXCEPTION: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r"^(?:\S*ruby: )?((?:[A-Za-z]:)?[^:\s][^:]*):(\d+):in [`'](.+?)': (.+?)(?: \(([A-Z][\w:]*)\))?$")
});

/// `FILE:LINE: syntax error, ...`, `FILE:LINE: warning: ...`, `FILE:LINE: message (SyntaxError)`.
static REMARK: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"^(?:\S*ruby: |SyntaxError in )?((?:[A-Za-z]:)?[^:\s][^:]*\.(?:rb|ru|rake|gemspec|erb)|-|-e|\S*(?:Gem|Rake|Guard)file):(\d+): (?:(warning): (.+)|(syntax error.+)|(.+) \((SyntaxError|LoadError|NameError)\))$",
    )
});

fn begin(line: &Line<'_>) -> Option<Diagnostic> {
    exception(line.text)
        .or_else(|| remark(line.text))
        .or_else(|| no_script(line.text))
}

fn exception(line: &str) -> Option<Diagnostic> {
    if !text::holds(line, text::literal!(":in ")) {
        return None;
    }
    // Without groups it is cheap to find out that a line is another's.
    let found = EXCEPTION.is_match(line).then(|| EXCEPTION.captures(line))??;
    let location = Location::line(&found[1], found[2].parse().ok()?);
    let class = found.get(5).map_or("RuntimeError", |class| class.as_str());
    let mut diagnostic = Diagnostic::new(kind(class), Severity::Error, &found[4])
        .with_code(class)
        .at(location.clone());
    let mut frame = Frame::new(location, Some(found[3].to_owned()));
    frame.innermost = true;
    diagnostic.frames.push(frame);
    Some(diagnostic)
}

/// `ruby: No such file or directory -- shop.rb (LoadError)`.
fn no_script(line: &str) -> Option<Diagnostic> {
    let message = line.strip_prefix("ruby: ")?.strip_suffix(" (LoadError)")?;
    let (_, file) = message.split_once(" -- ")?;
    let diagnostic = Diagnostic::new(ErrorType::Runtime, Severity::Error, message);
    Some(diagnostic.with_code("LoadError").at(Location::file(file)))
}

/// Returns whether a line number is after the name of a script, as [`REMARK`] asks.
fn names_script(line: &str) -> bool {
    const ENDINGS: [&str; 7] = [".rb", ".ru", ".rake", ".gemspec", ".erb", "file", "-e"];
    let bytes = line.as_bytes();
    let numbered = |at: &usize| bytes.get(at + 1).is_some_and(u8::is_ascii_digit);
    memchr::memchr_iter(b':', bytes)
        .filter(numbered)
        .map(|at| &line[..at])
        .any(|before| before.ends_with('-') || ENDINGS.iter().any(|ending| before.ends_with(ending)))
}

fn remark(line: &str) -> Option<Diagnostic> {
    if !names_script(line) {
        return None;
    }
    let found = REMARK.is_match(line).then(|| REMARK.captures(line))??;
    let location = Location::line(&found[1], found[2].parse().ok()?);
    let said = |group: usize| found.get(group).map(|text| text.as_str());
    let (error_type, severity, message) = match (said(3), said(4), said(5), said(6)) {
        (Some(_), Some(message), _, _) => (ErrorType::Lint, Severity::Warning, message),
        (_, _, Some(message), _) => (ErrorType::Syntax, Severity::Fatal, message),
        (_, _, _, Some(message)) => (kind(said(7)?), Severity::Error, message),
        _ => return None,
    };
    let mut diagnostic = Diagnostic::new(error_type, severity, message).at(location);
    diagnostic.code = said(7).map(str::to_owned);
    Some(diagnostic)
}

fn kind(class: &str) -> ErrorType {
    match class {
        "SyntaxError" => ErrorType::Syntax,
        "LoadError" | "Gem::MissingSpecError" | "Bundler::GemNotFound" => ErrorType::Import,
        _ => ErrorType::Runtime,
    }
}

fn follow(open: &mut Open, line: &str) -> Flow {
    if let Some(frame) = from(line) {
        stack::push_caller(&mut open.diagnostic, frame);
        return Flow::Taken;
    }
    if let Some(found) = marks::read(line) {
        return underline(open, found);
    }
    if let Some(advice) = line.strip_prefix("Did you mean?") {
        open.diagnostic
            .advice
            .get_or_insert_with(|| advice.trim().to_owned());
        return Flow::Taken;
    }
    if marks::is_gutter(line) {
        return Flow::Taken;
    }
    let remark = open.diagnostic.frames.is_empty();
    if remark && open.taken == 0 && !line.trim().is_empty() {
        return open.take_on_trial();
    }
    // The quotation is between the exception and the callers.
    let quoting = open.diagnostic.frames.len() == 1;
    match quoting && (line.trim().is_empty() || line.starts_with("  ")) {
        true => Flow::Taken,
        false => Flow::Over,
    }
}

/// `    from run.rb:4:in 'total'`.
fn from(line: &str) -> Option<Frame> {
    let entry = line.trim_start().strip_prefix("from ")?;
    line.starts_with(['\t', ' ']).then(|| stack::frame(entry))?
}

/// Up to 2.5 the mark is behind the token that was unexpected (`unexpected ';'`), not below it.
fn token_before(message: &str, source: &str, caret: u32) -> Option<u32> {
    let (token, _) = message.split_once("unexpected '")?.1.split_once('\'')?;
    let before: String = source
        .chars()
        .take(usize::try_from(caret).ok()?.checked_sub(1)?)
        .collect();
    let below = source[before.len()..].starts_with(token);
    let length = u32::try_from(token.chars().count()).ok()?;
    (!below && !token.is_empty() && before.ends_with(token)).then(|| caret - length)
}

/// The quotation below an exception is not indented as the source is: its marks tell no column.
fn underline(open: &mut Open, found: marks::Marks) -> Flow {
    if open.diagnostic.frames.is_empty() {
        let column = token_before(&open.diagnostic.message, &open.previous, found.caret);
        open.diagnostic
            .location
            .column
            .get_or_insert(column.unwrap_or(found.caret));
    }
    Flow::Taken
}
