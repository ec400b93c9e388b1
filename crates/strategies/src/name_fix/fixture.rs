//! A fixture that pytest does not find, and a listed one with a similar name.
//!
//! Either may be misspelt. The test's spelling is changed where the guard allows it; the
//! definition's where no other test uses the fixture under its present name.

use ruff_python_ast::{AnyNodeRef, Stmt, StmtFunctionDef};
use ruff_text_size::Ranged;
use unbreak_core::{Diagnostic, Edit, Evidence, FixError, RelPath, Workspace};

use crate::offer::Offer;
use crate::python::closeness::{closest, is_slip};
use crate::python::fact::is_python_file;
use crate::python::source::Source;
use crate::weights::similarity;

/// Renames in the test that asks for the fixture, and of the fixture.
pub(super) fn offers(
    source: &Source,
    line: u32,
    name: &str,
    diagnostic: &Diagnostic,
    workspace: &dyn Workspace,
) -> Result<Vec<Offer>, FixError> {
    let mut offers = Vec::new();
    for (fixture, closeness) in closest(name, available(diagnostic)) {
        let edits = asked(source, line, name, fixture)?;
        if !edits.is_empty() {
            offers.push(Offer {
                rule: crate::rule::python::missing_fixture::ASKED,
                title: format!("use the fixture '{fixture}' instead of '{name}'"),
                reason: format!("pytest lists the fixture '{fixture}'"),
                confidence: similarity::listed() * closeness,
                evidence: Evidence::spelling(true, is_slip(name, fixture)),
                edits,
            });
        }
        if let Some(edit) = defined(workspace, name, fixture)? {
            offers.push(Offer {
                rule: crate::rule::python::missing_fixture::DEFINED,
                title: format!("rename the fixture '{fixture}' to '{name}'"),
                reason: format!("a test uses '{name}', and no test uses '{fixture}'"),
                confidence: similarity::unlisted() * closeness,
                evidence: Evidence::spelling(true, is_slip(name, fixture)),
                edits: vec![edit],
            });
        }
    }
    Ok(offers)
}

/// The fixtures that pytest lists.
fn available(diagnostic: &Diagnostic) -> impl Iterator<Item = &str> {
    let advice = diagnostic.advice.as_deref().unwrap_or_default();
    let (_, list) = advice.split_once("available fixtures: ").unwrap_or_default();
    list.lines()
        .next()
        .unwrap_or_default()
        .split(',')
        .map(str::trim)
        .filter(|name| !name.is_empty())
}

/// The parameter of the function that begins on the line, and its uses there.
fn asked(source: &Source, line: u32, name: &str, fixture: &str) -> Result<Vec<Edit>, FixError> {
    let mut function: Option<&StmtFunctionDef> = None;
    source.each_statement(|statement| {
        if let Stmt::FunctionDef(found) = statement {
            let is_here = source.line_of(found.start()) <= line && line <= source.line_of(found.name.start());
            function = function.or(Some(found).filter(|_| is_here));
        }
    });
    let Some(function) = function else {
        return Ok(Vec::new());
    };
    let mut places = Vec::new();
    source.each_node(|node| {
        let is_within = function.range().contains_range(node.range());
        match node {
            AnyNodeRef::Parameter(parameter) if parameter.name.as_str() == name && is_within => {
                places.push(parameter.name.range());
            }
            AnyNodeRef::ExprName(used) if used.id.as_str() == name && is_within => places.push(used.range()),
            _ => {}
        }
    });
    places
        .into_iter()
        .map(|place| source.replace(place, fixture))
        .collect()
}

/// The definition of a fixture of the workspace that is not used.
fn defined(workspace: &dyn Workspace, name: &str, fixture: &str) -> Result<Option<Edit>, FixError> {
    let files = workspace.files();
    let python = files.iter().filter(|file| is_python_file(file.as_str()));
    let texts: Vec<(&RelPath, String)> = python
        .filter_map(|file| Some((file, workspace.read_text(file).ok()?)))
        .collect();
    let uses = texts
        .iter()
        .flat_map(|(file, text)| places(text, fixture).map(move |at| (*file, text, at)));
    let uses: Vec<(&RelPath, &String, usize)> = uses.collect();
    match uses.as_slice() {
        [(file, text, at)] if text[..*at].trim_end().ends_with("def") => {
            Edit::replace(file, text, *at..*at + fixture.len(), name).map(Some)
        }
        _ => Ok(None),
    }
}

/// The positions of a whole word.
fn places<'a>(text: &'a str, word: &'a str) -> impl Iterator<Item = usize> + 'a {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let found = text.match_indices(word).map(|(at, _)| at);
    found.filter(move |&at| !text[..at].ends_with(is_word) && !text[at + word.len()..].starts_with(is_word))
}
