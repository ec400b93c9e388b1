//! Qualified names in Python: `numpy.prod` is what a rule says, `np.prod` or `prod` what a file writes.
//!
//! **Architecture Invariant:** a name is changed only where the file's own imports bind it; a name that
//! something else shadows, a string or a comment never is.

mod names;
mod rename;
mod statement;

use std::collections::BTreeSet;

use ruff_text_size::Ranged;
use unbreak_core::fix::apply_edits;
use unbreak_core::{FixError, RelPath, StrategyError};

pub(super) use self::names::{Names, Path};
pub(super) use self::rename::{Renames, rename};
use crate::python::imports::remove::remove;
use crate::python::imports::{Imported, Wanted, imported, of_statement};
use crate::python::inquiry::Inquiry;
use crate::python::project::Parsed;
use crate::python::scope::Scopes;
use crate::python::source::Source;

/// A text that was changed, and what it needs to import now.
#[derive(Debug, Default)]
pub(super) struct Changed {
    pub(super) text: String,
    pub(super) wanted: BTreeSet<Wanted>,
}

/// Parses a text that may not be in the tree.
pub(super) fn parse(file: &RelPath, text: &str) -> Option<Parsed> {
    let source = Source::parse(file.clone(), text.to_owned())?;
    let scopes = Scopes::of(&source);
    Some(Parsed { source, scopes })
}

/// Adds the imports that a changed text needs, and removes those that only the old text used.
pub(super) fn settle_imports(
    file: &RelPath,
    old: &Parsed,
    changed: Changed,
    inquiry: &Inquiry<'_>,
) -> Result<Option<String>, StrategyError> {
    let was_used = used(old);
    let mut text = in_place(file, &changed, &was_used)?.unwrap_or(changed.text);
    for wanted in &changed.wanted {
        text = match with_import(file, &text, wanted, inquiry)? {
            Some(text) => text,
            None => return Ok(None),
        };
    }
    loop {
        let Some(parsed) = parse(file, &text) else {
            return Ok(None);
        };
        let unused = imported(&parsed.source)
            .into_iter()
            .find(|import| is_unused(&parsed, import) && was_used.contains(&key(import)));
        let Some(import) = unused else {
            return Ok(Some(text));
        };
        let edit = remove(&parsed.source, &import)?;
        text = apply_edits(&text, [&edit])?;
    }
}

/// The text with the first of the new imports where one stood that nothing uses any more, if that stood by
/// itself.
fn in_place(file: &RelPath, changed: &Changed, was_used: &BTreeSet<Key>) -> Result<Option<String>, FixError> {
    let Some(parsed) = parse(file, &changed.text).filter(|_| !changed.wanted.is_empty()) else {
        return Ok(None);
    };
    let source = &parsed.source;
    let is_blank = |line: Option<u32>| {
        let line = line.and_then(|line| source.line(line));
        line.is_none_or(|line| source.text()[line].trim().is_empty())
    };
    let leaving = imported(source).into_iter().find(|import| {
        let (first, last) = (import.statement.start(), import.statement.end());
        is_unused(&parsed, import)
            && was_used.contains(&key(import))
            && of_statement(import.statement).len() == 1
            && is_blank(source.line_of(first).checked_sub(1).filter(|line| *line > 0))
            && is_blank(Some(source.line_of(last) + 1))
    });
    let Some(import) = leaving else {
        return Ok(None);
    };
    let Some(first) = changed.wanted.first() else {
        return Ok(None);
    };
    if imported(source)
        .iter()
        .any(|other| other.from.is_some() && other.module() == first.module)
    {
        return Ok(None);
    }
    let edit = source.replace(import.statement, first.to_string())?;
    apply_edits(&changed.text, [&edit]).map(Some)
}

/// The text with one more import; none where the name that it binds is taken.
pub(super) fn with_import(
    file: &RelPath,
    text: &str,
    wanted: &Wanted,
    inquiry: &Inquiry<'_>,
) -> Result<Option<String>, FixError> {
    let Some(parsed) = parse(file, text) else {
        return Ok(None);
    };
    let already = imported(&parsed.source).into_iter().any(|import| {
        import.level == 0
            && import.module() == wanted.module
            && match &wanted.member {
                Some(member) => import.from.is_some() && import.name() == member,
                None => import.from.is_none() && import.alias.asname.is_none(),
            }
    });
    if already {
        return Ok(Some(text.to_owned()));
    }
    let edit = inquiry.add_import(&parsed.source, wanted)?;
    apply_edits(text, [&edit]).map(Some)
}

type Key = (String, String, String);

fn key(import: &Imported<'_>) -> Key {
    (
        import.module(),
        import.name().to_owned(),
        import.bound().to_owned(),
    )
}

/// The imports whose names the file reads. One that stands at several places is among them if its name is read in each
/// of their scopes.
fn used(parsed: &Parsed) -> BTreeSet<Key> {
    let all = imported(&parsed.source).into_iter();
    let (unused, used): (Vec<_>, Vec<_>) = all.partition(|import| is_unused(parsed, import));
    let keys = |imports: Vec<Imported<'_>>| imports.iter().map(key).collect::<BTreeSet<Key>>();
    &keys(used) - &keys(unused)
}

fn is_unused(parsed: &Parsed, import: &Imported<'_>) -> bool {
    let scopes = &parsed.scopes;
    let here = scopes.scope_at(import.alias.start());
    let scope = scopes.binding_scope(here, import.bound());
    import.name() != "*" && scope.is_some_and(|scope| scopes.readings(scope, import.bound()).next().is_none())
}
