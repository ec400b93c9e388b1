//! The interpreter's messages when it cannot start a program.

use crate::described;
use crate::format::Format;
use unbreak_core::{Diagnostic, ErrorType, Line, Location, Severity, register_parser};

register_parser!(Format::of(&described::PYTHON).line(complaint));

const NO_MODULE: &str = ": No module named ";
const NO_FILE: &str = ": can't open file '";
const NO_SPECIFICATION: &str = ": Error while finding module specification for ";

fn complaint(line: &Line<'_>) -> Option<Diagnostic> {
    let at = [NO_MODULE, NO_FILE, NO_SPECIFICATION]
        .iter()
        .find_map(|phrase| line.text.find(phrase))?;
    let program = line.text[..at].rsplit(['/', '\\']).next()?;
    if !program.starts_with("python") && !program.starts_with("pypy") {
        return None;
    }
    let text = &line.text[at + 2..];
    cannot_open(text).or_else(|| cannot_import(text))
}

/// `can't open file '/path/script.py': [Errno 2] No such file or directory`.
fn cannot_open(text: &str) -> Option<Diagnostic> {
    let (file, _) = text.strip_prefix("can't open file '")?.split_once("': ")?;
    let diagnostic = Diagnostic::new(ErrorType::Runtime, Severity::Error, text);
    Some(diagnostic.with_code("FileNotFoundError").at(Location::file(file)))
}

/// `No module named x`, also within the parentheses of a failed look-up.
fn cannot_import(text: &str) -> Option<Diagnostic> {
    const PHRASE: &str = "No module named ";
    let name = &text[text.find(PHRASE)? + PHRASE.len()..];
    let name = name.split([';', ')']).next()?.trim_matches('\'');
    // `'tests' is a package and cannot be directly executed` is about its `__main__`.
    let message = format!("{PHRASE}'{name}'");
    let diagnostic = Diagnostic::new(ErrorType::Import, Severity::Error, message);
    Some(diagnostic.with_code("ModuleNotFoundError"))
}
