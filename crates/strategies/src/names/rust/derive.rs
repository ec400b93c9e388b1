//! A method of a trait that its type may derive.

use unbreak_core::{Edit, Fact, Location, StrategyError};

use super::{Found, Rule, is_unknown_method, unknown_method};
use crate::elsewhere::Subject;
use crate::lines::Lines;
use crate::proposal::{Offer, guess};
use crate::weights::confidence;

pub(super) static RULE: Rule = Rule {
    subject: Subject::Import,
    action: "derive the trait",
    answers: is_unknown_method,
    offers,
};

/// The traits that the standard library derives (the reference, "Derive"), and their methods.
const DERIVABLE: &[(&str, &str)] = &[
    ("clone", "Clone"),
    ("clone_from", "Clone"),
    ("default", "Default"),
    ("eq", "PartialEq"),
    ("ne", "PartialEq"),
    ("hash", "Hash"),
    ("partial_cmp", "PartialOrd"),
];

fn offers(found: &Found<'_>) -> Result<Vec<Offer>, StrategyError> {
    let method = unknown_method(found.fact);
    let derived = method.and_then(|name| DERIVABLE.iter().find(|(method, _)| *method == name));
    let definition = found
        .diagnostic
        .notes
        .iter()
        .find(|note| note.message.contains("not found for this"))
        .map(|note| note.location.clone());
    let (Some((method, derived)), Some(place)) = (derived, definition.or_else(|| declaration(found))) else {
        return Ok(Vec::new());
    };
    let workspace = found.case.context.workspace;
    let file = place.file.as_deref().and_then(|file| workspace.locate(file));
    let (Some(file), Some(line)) = (file, place.line) else {
        return Ok(Vec::new());
    };
    let text = workspace.read_text(&file)?;
    let Some(line) = Lines::of(&text).range(&text, line) else {
        return Ok(Vec::new());
    };
    let above = text[..line.start].lines().next_back().unwrap_or_default();
    let edit = match above
        .trim_end()
        .strip_suffix(")]")
        .filter(|above| above.trim_start().starts_with("#[derive("))
    {
        Some(listed) => {
            let at = line.start - text[..line.start].len()
                + text[..line.start].rfind(listed).unwrap_or(0)
                + listed.len();
            Edit::insert(&file, &text, at, format!(", {derived}"))?
        }
        None => {
            let code = &text[line.clone()];
            let indentation = &code[..code.len() - code.trim_start().len()];
            Edit::insert(
                &file,
                &text,
                line.start,
                format!("{indentation}#[derive({derived})]\n"),
            )?
        }
    };
    let reason = format!("'{method}' is a method of '{derived}', which can be derived");
    Ok(vec![guess(
        format!("derive '{derived}'"),
        reason,
        confidence::preferred(),
        vec![edit],
    )])
}

/// The declaration of the type that has no such method, if there is only one: rustc does not show those of other
/// crates.
fn declaration(found: &Found<'_>) -> Option<Location> {
    let Fact::UnknownMember {
        owner: Some(owner), ..
    } = found.fact
    else {
        return None;
    };
    let owner = owner
        .trim_start_matches('&')
        .rsplit("::")
        .next()?
        .split('<')
        .next()?;
    let declares = |line: &str| {
        let item = line
            .trim_start()
            .trim_start_matches("pub ")
            .trim_start_matches("pub(crate) ");
        let name = item
            .strip_prefix("struct ")
            .or_else(|| item.strip_prefix("enum "));
        name.and_then(|name| name.strip_prefix(owner))
            .is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_'))
    };
    let texts = found.case.texts("rs");
    let mut places = texts.iter().flat_map(|(file, text)| {
        let lines = text.lines().zip(1_u32..).filter(|(line, _)| declares(line));
        lines.map(move |(_, number)| Location::line(file.as_str(), number))
    });
    let place = places.next()?;
    places.next().is_none().then_some(place)
}
