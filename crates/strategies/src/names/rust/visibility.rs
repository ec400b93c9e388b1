//! Something that is there and private.

use unbreak_core::{Edit, Fact, Location, Note, RelPath, StrategyError, Workspace};

use super::dependency::manifest_of;
use super::{Found, Rule};
use crate::elsewhere::Subject;
use crate::lines::Lines;
use crate::proposal::{Offer, guess};
use crate::weights::confidence;

pub(super) static RULE: Rule = Rule {
    subject: Subject::Import,
    action: "make it visible in the crate",
    answers: |fact| matches!(fact, Fact::NotVisible { .. }),
    offers,
};

fn offers(found: &Found<'_>) -> Result<Vec<Offer>, StrategyError> {
    let Fact::NotVisible {
        name,
        owner,
        is_exported,
    } = found.fact
    else {
        return Ok(Vec::new());
    };
    let is_definition =
        |note: &&Note| note.message.contains("defined here") || note.message.contains("declared as private");
    let defined = found.diagnostic.notes.iter().find(is_definition);
    let workspace = found.case.context.workspace;
    let place = match defined {
        Some(note) => Some(note.location.clone()),
        None if *is_exported => item(found, name),
        None => field(found, owner.as_deref(), name),
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
    // An item in a public interface must be public itself.
    let is_seen_outside = *is_exported || !shares_crate(found.case.file, &file, workspace) || exports(found);
    let visibility = if is_seen_outside { "pub " } else { "pub(crate) " };
    let edit = Edit::insert(&file, &text, at, visibility)?;
    let reason =
        format!("'{name}' is there, and private; nothing that works changes, but what was hidden is seen");
    let who = if is_seen_outside { "others" } else { "the crate" };
    Ok(vec![guess(
        format!("let {who} see '{name}'"),
        reason,
        confidence::open(),
        vec![edit],
    )])
}

/// Returns whether the failing line hands the name on to others.
fn exports(found: &Found<'_>) -> bool {
    let text = found
        .case
        .context
        .workspace
        .read_text(found.case.file)
        .unwrap_or_default();
    let line = found
        .diagnostic
        .location
        .line
        .and_then(|line| Lines::of(&text).range(&text, line));
    line.is_some_and(|line| text[line].trim_start().starts_with("pub use "))
}

/// Returns whether two files are compiled together: as sources of one target of a package.
fn shares_crate(one: &RelPath, other: &RelPath, workspace: &dyn Workspace) -> bool {
    let target = |file: &RelPath| {
        let manifest = manifest_of(file, workspace)?;
        let below = file.as_str().strip_prefix(manifest.parent())?;
        let parts: Vec<&str> = below.trim_start_matches('/').split('/').collect();
        let library = format!("{}/src/lib.rs", manifest.parent());
        let has_library = || {
            let library = workspace.locate(library.trim_start_matches('/'));
            library.is_some_and(|library| workspace.is_file(&library))
        };
        let own = match parts.as_slice() {
            ["src", "bin", name, ..] | ["tests" | "benches" | "examples", name, ..] => *name,
            ["src", "main.rs"] if has_library() => "main.rs",
            _ => "",
        };
        Some((manifest, own.to_owned()))
    };
    target(one) == target(other)
}

/// The declaration of an item, if there is only one.
fn item(found: &Found<'_>, name: &str) -> Option<Location> {
    const ITEMS: &[&str] = &[
        "fn ",
        "const fn ",
        "async fn ",
        "mod ",
        "struct ",
        "enum ",
        "trait ",
        "type ",
        "const ",
        "static ",
        "union ",
    ];
    let declares = |line: &str| {
        let rest = ITEMS
            .iter()
            .find_map(|item| line.strip_prefix(item)?.strip_prefix(name));
        rest.is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_'))
    };
    let texts = found.case.texts("rs");
    let lines = texts.iter().flat_map(|(file, text)| {
        let lines = text.lines().zip(1_u32..);
        lines.map(move |(line, number)| (file, line, number))
    });
    let mut places = lines.filter(|(_, line, _)| declares(line.trim_start()));
    let (file, line, number) = places.next()?;
    let indent = line.len() - line.trim_start().len();
    let column = u32::try_from(indent).ok()? + 1;
    places
        .next()
        .is_none()
        .then(|| Location::column(file.as_str(), number, column))
}

/// The declaration of a field: the only one of the name in the struct's body.
fn field(found: &Found<'_>, owner: Option<&str>, name: &str) -> Option<Location> {
    let owner = owner?.rsplit("::").next()?.split('<').next()?;
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
