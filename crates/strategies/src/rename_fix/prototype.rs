//! A prototype in C that differs from the definition, where all calls agree with one of the two.

use std::ops::Range;

use unbreak_core::{
    Confidence, DeterminedBy, Diagnostic, Edit, Fact, Fix, RelPath, StrategyError, Workspace,
};

use super::ID;
use crate::code_words::{C, Family, is_word};
use crate::renaming::{Page, pages, parameters};
use crate::weights::confidence;

/// The function that a diagnostic of C is about, if its declarations may differ.
pub(super) fn name(diagnostic: &Diagnostic) -> Option<&str> {
    let family = Family::of(diagnostic.file()?)?;
    let name = match diagnostic.fact.as_ref()? {
        Fact::DuplicateDefinition { name } => name.as_deref(),
        Fact::SurplusArgument { callee } | Fact::MissingArgument { callee, .. } => callee.as_deref(),
        _ => None,
    };
    name.filter(|_| std::ptr::eq(family, &raw const C))
}

/// A place where a function is declared, with its list of parameters.
struct Declaration<'p> {
    page: &'p Page,
    list: Range<usize>,
    is_definition: bool,
}

impl Declaration<'_> {
    fn count(&self) -> usize {
        let parts = parameters::parts(&self.page.text[self.list.clone()]).unwrap_or_default();
        parts.iter().filter(|part| **part != "void").count()
    }

    fn text(&self) -> &str {
        &self.page.text[self.list.clone()]
    }
}

/// The prototype with the parameters of the definition.
pub(super) fn offers(workspace: &dyn Workspace, name: &str) -> Result<Vec<Fix>, StrategyError> {
    let pages = pages(workspace, &C, name);
    let mut declarations = Vec::new();
    let mut passed = Vec::new();
    for page in &pages {
        for place in &page.places {
            let Some(list) = list_at(&page.text, place) else {
                continue;
            };
            match declaration(&page.text, place, &list) {
                Some(is_definition) => declarations.push(Declaration {
                    page,
                    list,
                    is_definition,
                }),
                None => passed.push(parameters::listed(&page.text[list]).map_or(0, |list| list.len())),
            }
        }
    }
    let (definitions, prototypes): (Vec<_>, Vec<_>) = declarations
        .iter()
        .partition(|declaration| declaration.is_definition);
    let ([definition], [prototype]) = (definitions.as_slice(), prototypes.as_slice()) else {
        return Ok(Vec::new());
    };
    let agrees = !passed.is_empty() && passed.iter().all(|count| *count == definition.count());
    if !agrees || prototype.count() == definition.count() {
        return Ok(Vec::new());
    }
    let file: &RelPath = &prototype.page.file;
    let edit = Edit::replace(
        file,
        &prototype.page.text,
        prototype.list.clone(),
        definition.text(),
    )?;
    #[cfg(feature = "c")]
    let includes = crate::c::includes_for(file, &prototype.page.text, definition.text())?;
    #[cfg(not(feature = "c"))]
    let includes: Vec<Edit> = Vec::new();
    let fix = Fix::new(
        ID,
        format!("give the prototype of '{name}' in {file} the parameters of its definition"),
        Confidence::new(confidence::resolved()),
    );
    Ok(vec![
        fix.by(crate::rule::c::prototype::DEFINITION)
            .because(format!("all calls of '{name}' pass what its definition takes"))
            .evidence(DeterminedBy::Resolution)
            .edits(includes.into_iter().chain([edit])),
    ])
}

/// The brackets behind a name.
fn list_at(text: &str, place: &Range<usize>) -> Option<Range<usize>> {
    let rest = &text[place.end..];
    let list = parameters::listed(rest)?;
    let inside = list.last().map_or(1, |last| last.end);
    let close = inside + rest[inside..].find(')')?;
    Some(place.end..place.end + close + 1)
}

/// Returns whether the name and its brackets are a definition or a prototype; `None` for a call.
fn declaration(text: &str, place: &Range<usize>, list: &Range<usize>) -> Option<bool> {
    let start = text[..place.start].rfind('\n').map_or(0, |at| at + 1);
    let before = text[start..place.start].trim_end();
    let is_type = |c: char| is_word(c) || matches!(c, ' ' | '\t' | '*');
    // A declaration begins with a type, at the beginning of its line.
    let is_declared = before.starts_with(|c: char| c.is_alphabetic() || c == '_')
        && before.chars().all(is_type)
        && !["return", "else", "case"].contains(&before);
    let after = text[list.end..].trim_start();
    match after.chars().next() {
        Some('{') if is_declared => Some(true),
        Some(';') if is_declared => Some(false),
        _ => None,
    }
}
