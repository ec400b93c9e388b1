//! A value in quotes where the tool wants a number or a truth value, or without them where it wants a text.

use std::sync::LazyLock;

use regex::Regex;
use unbreak_core::pattern::pattern;
use unbreak_core::{DeterminedBy, RelPath, SafetyClass};

use super::{Case, Offer, Rewrite};
use crate::lines::Lines;
use crate::weights::confidence;

/// The kind that is wanted: the words of serde, and of tools that name an option.
static WANTED: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"invalid type: (?:string|integer|floating point|boolean) [^\n]+, expected (?:a |an )?(?<kind>[iuf]\d+|usize|integer|float|bool|boolean|string|borrowed string|version string)\b|requires a value of type (?<option>boolean|number|string)\b",
    )
});

/// The place of a value, where a parser names it by the way.
static PLACE: LazyLock<Regex> = LazyLock::new(|| pattern(r"at line (?<line>\d+),? column (?<column>\d+)"));

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Number,
    Truth,
    Text,
}

/// The kind of value that a message asks for.
fn wanted(text: &str) -> Option<Kind> {
    let found = WANTED.captures(text)?;
    let kind = found.name("kind").or_else(|| found.name("option"))?.as_str();
    Some(match kind {
        "bool" | "boolean" => Kind::Truth,
        "string" | "borrowed string" | "version string" => Kind::Text,
        _ => Kind::Number,
    })
}

/// Returns whether a message asks for a value of another kind.
pub(super) fn is_said(text: &str) -> bool {
    WANTED.is_match(text)
}

/// The value at the place, with or without its quotes.
pub(super) fn offers(case: &Case<'_>) -> Vec<Offer> {
    let said = wanted(&case.diagnostic.message).or_else(|| wanted(case.context.output));
    let offer = said.and_then(|kind| {
        let (file, before, at) = place(case)?;
        let (end, value) = rewritten(&before[at..], kind)?;
        let written = before[at..at + end].to_owned();
        Some(Offer {
            title: format!("write {value} for {written} in {file}"),
            reason: "the tool expects a value of another kind".to_owned(),
            confidence: confidence::stated(),
            evidence: DeterminedBy::Message.into(),
            safety: SafetyClass::Safe,
            rewrites: vec![Rewrite {
                after: format!("{}{value}{}", &before[..at], &before[at + end..]),
                file,
                before,
            }],
        })
    });
    offer.into_iter().collect()
}

/// The file and the place of the value.
fn place(case: &Case<'_>) -> Option<(RelPath, String, usize)> {
    let location = &case.diagnostic.location;
    let (file, line, column) = match (case.named(), location.line, location.column) {
        (Some(file), Some(line), Some(column)) => (file, line, column),
        _ => {
            let found = PLACE.captures(case.context.output)?;
            let mut files =
                case.suspects(|file| matches!(file.extension(), "toml" | "json" | "yaml" | "yml"));
            let (file, _) = files.pop().filter(|_| files.is_empty())?;
            (file, found["line"].parse().ok()?, found["column"].parse().ok()?)
        }
    };
    let text = case.read(&file)?;
    let at = Lines::of(&text).offset(&text, line, column)?;
    // A place may be that of the key.
    let end = text[at..].find('\n').map_or(text.len(), |end| at + end);
    let behind_key = text[at..end]
        .strip_prefix(|c: char| c == '"' || c.is_alphanumeric())
        .and_then(|rest| rest.find("\":").or_else(|| rest.find(" =")))
        .map(|found| at + 1 + found + 2);
    let at = behind_key.map_or(at, |from| {
        from + text[from..end].len() - text[from..end].trim_start().len()
    });
    Some((file, text, at))
}

/// The end of the value, and what to write for it.
fn rewritten(text: &str, kind: Kind) -> Option<(usize, String)> {
    let quote = text.chars().next().filter(|c| matches!(c, '"' | '\''));
    match (quote, kind) {
        (Some(quote), Kind::Number | Kind::Truth) => {
            let inner = &text[1..1 + text[1..].find(quote)?];
            let is_number = inner.parse::<i64>().is_ok();
            let is_truth = matches!(inner, "true" | "false");
            let fits = if kind == Kind::Truth { is_truth } else { is_number };
            fits.then(|| (inner.len() + 2, inner.to_owned()))
        }
        (None, Kind::Text) => {
            let is_part = |c: char| c.is_alphanumeric() || matches!(c, '.' | '-' | '_');
            let end = text.find(|c| !is_part(c)).unwrap_or(text.len());
            (end > 0).then(|| (end, format!("\"{}\"", &text[..end])))
        }
        _ => None,
    }
}
