//! Something that is there and private.

use unbreak_core::{Edit, Location, StrategyError};

use super::{Found, Rule};
use crate::elsewhere::Subject;
use crate::lines::Lines;
use crate::proposal::{Offer, guess};

pub(super) static RULE: Rule = Rule {
    subject: Subject::Import,
    action: "let the crate see it",
    wordings: &[
        r"^(?:struct|unit struct|tuple struct|enum|function|trait|module|constant|static|type alias|macro|union) `(?P<name>\w+)` is private$",
        r"^(?:method|associated function|associated constant) `(?P<name>\w+)` is private$",
        r"^field `(?P<name>\w+)` of (?:struct|union) `(?P<type>[\w:<>, ]+)` is private$",
    ],
    offers,
};

fn offers(found: &Found<'_>) -> Result<Vec<Offer>, StrategyError> {
    let Some(name) = found.said("name") else {
        return Ok(Vec::new());
    };
    let defined = found
        .diagnostic
        .notes
        .iter()
        .find(|note| note.message.contains("defined here"));
    let workspace = found.case.context.workspace;
    let place = match defined {
        Some(note) => Some(note.location.clone()),
        None => field(found, name),
    };
    let file = place
        .as_ref()
        .and_then(|place| workspace.locate(place.file.as_deref()?));
    let (Some(place), Some(file)) = (place, file) else {
        return Ok(Vec::new());
    };
    let text = workspace.read_text(&file)?;
    let lines = Lines::of(&text);
    let at = place
        .line
        .and_then(|line| lines.offset(&text, line, place.column.unwrap_or(1)));
    let Some(at) = at.filter(|at| !text[*at..].starts_with("pub")) else {
        return Ok(Vec::new());
    };
    let edit = Edit::insert(&file, &text, at, "pub(crate) ")?;
    let reason =
        format!("'{name}' is there, and private; nothing that works changes, but what was hidden is seen");
    Ok(vec![guess(
        format!("let the crate see '{name}'"),
        reason,
        0.5,
        vec![edit],
    )])
}

/// Where a field is declared: the only one of the name in the struct's body.
fn field(found: &Found<'_>, name: &str) -> Option<Location> {
    let owner = found.said("type")?.rsplit("::").next()?.split('<').next()?;
    let texts = found.case.texts("rs");
    texts.iter().find_map(|(file, text)| {
        let body = text
            .find(&format!("struct {owner} {{"))
            .or_else(|| text.find(&format!("struct {owner}<")))?;
        let end = body + text[body..].find('}')?;
        let declared = format!("{name}:");
        let at = text[body..end]
            .match_indices(&declared)
            .map(|(at, _)| body + at)
            .find(|at| text[..*at].ends_with([' ', '\n', '\t', '{', ',']))?;
        let lines = Lines::of(text);
        let line = lines.line_of(at);
        let column = text[lines.range(text, line)?.start..at].chars().count();
        Some(Location::column(
            file.as_str(),
            line,
            u32::try_from(column).ok()? + 1,
        ))
    })
}
