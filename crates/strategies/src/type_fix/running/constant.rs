//! A `const` that is assigned again.

use unbreak_core::{Diagnostic, Edit, Evidence, FixError, Workspace};

use crate::code_words::{SCRIPT, words};
use crate::lines::Lines;
use crate::proposal::{Offer, fitting, safe};
use crate::weights::confidence;

pub(super) const ACTION: &str = "let a variable vary";

/// The words of V8 and JavaScriptCore, and of SpiderMonkey.
const MESSAGES: [&str; 2] = ["Assignment to constant variable", "invalid assignment to const"];

pub(super) fn is_about(diagnostic: &Diagnostic) -> bool {
    MESSAGES
        .iter()
        .any(|message| diagnostic.message.contains(message))
}

/// The declaration of the only constant that the line assigns, with `let`.
pub(super) fn offers(diagnostic: &Diagnostic, workspace: &dyn Workspace) -> Result<Vec<Offer>, FixError> {
    let place = diagnostic
        .innermost_own_frame()
        .map_or(&diagnostic.location, |frame| &frame.location);
    let file = place.file.as_deref().and_then(|file| workspace.locate(file));
    let (Some(file), Some(line)) = (file, place.line) else {
        return Ok(Vec::new());
    };
    let text = workspace.read_text(&file).unwrap_or_default();
    let reported = Lines::of(&text)
        .range(&text, line)
        .map_or("", |range| &text[range]);
    let mut constants = words(&text, "const").filter_map(|at| Some((at, declared(&text, at)?)));
    let assigned: Vec<(usize, &str)> = constants
        .by_ref()
        .filter(|(_, name)| is_assigned(reported, name) && !is_fixed(name))
        .collect();
    let [(at, name)] = assigned.as_slice() else {
        return Ok(Vec::new());
    };
    let is_code = SCRIPT
        .places_of(&text, "const")
        .iter()
        .any(|place| place.start == *at);
    if !is_code {
        return Ok(Vec::new());
    }
    let edit = Edit::replace(&file, &text, *at..*at + "const".len(), "let")?;
    let title = format!("declare '{name}' with 'let'");
    let reason = format!("'{name}' is assigned again, which a constant cannot be");
    // What is counted or summed up was meant to vary, unless another name was.
    let offer = match is_stepped(reported, name) {
        true => safe(title, reason, confidence::resolved(), vec![edit]),
        false => fitting(title, reason, confidence::preferred(), vec![edit]),
    };
    Ok(vec![Offer {
        evidence: Evidence::search(true),
        ..offer
    }])
}

/// The name of a constant that is declared alone.
fn declared(text: &str, at: usize) -> Option<&str> {
    let rest = text[at + "const".len()..].trim_start();
    let end = rest.find(|c| !crate::code_words::is_word(c))?;
    let is_alone = rest[end..].trim_start().starts_with(['=', ':']);
    (end > 0 && is_alone).then(|| &rest[..end])
}

/// Returns whether a line gives a name a value.
fn is_assigned(line: &str, name: &str) -> bool {
    let is_set = words(line, name).any(|at| {
        let before = line[..at].trim_end();
        let after = line[at + name.len()..].trim_start();
        let is_set = after.starts_with('=') && !after.starts_with("==") && !after.starts_with("=>");
        is_set && !before.ends_with('.') && !before.ends_with("const")
    });
    is_set || is_stepped(line, name)
}

/// Returns whether a line makes a new value of a name's old one.
fn is_stepped(line: &str, name: &str) -> bool {
    const SIGNS: [&str; 14] = [
        "+=", "-=", "*=", "/=", "%=", "**=", "&&=", "||=", "??=", "|=", "&=", "^=", "++", "--",
    ];
    words(line, name).any(|at| {
        let before = line[..at].trim_end();
        let after = line[at + name.len()..].trim_start();
        let is_before = before.ends_with("++") || before.ends_with("--");
        !before.ends_with('.') && (is_before || SIGNS.iter().any(|sign| after.starts_with(sign)))
    })
}

/// Returns whether a name is written as those of values that never change: the assignment is at fault.
fn is_fixed(name: &str) -> bool {
    name.len() > 1 && !name.contains(char::is_lowercase)
}
