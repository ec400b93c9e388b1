//! An include that names no file: the header of the workspace that was meant.
//!
//! The compiler stops at it and does not check the rest of the text, so this comes before the search
//! and hands it a text that can be read.

use std::collections::HashSet;

use unbreak_core::capability::CapabilityError;
use unbreak_core::{RelPath, Workspace};

use super::compiler::Compiler;
use super::complaint::Complaint;
use super::fault::{Fault, Report};
use super::known_header::is_known;
use super::near;
use super::prepared::Prepared;
use crate::closeness::is_slip;
use crate::code_words::is_header;
use crate::mend::{Cost, Step};

/// Headers that are tried for one include.
const TRIED: usize = 6;

/// The greatest number of includes repaired in one file.
const INCLUDES: usize = 4;

/// Returns the text with its includes repaired: as it was when the compiler reports something else, or no header has a
/// similar name.
///
/// # Errors
/// When the compiler could not be started.
pub(super) async fn find(
    compiler: &Compiler<'_>,
    workspace: &dyn Workspace,
    file: &RelPath,
    mut found: Prepared,
) -> Result<Prepared, CapabilityError> {
    while found.steps.len() < INCLUDES
        && let Some((line, name)) = missing(&found.report)
        && let Some(next) = mended(compiler, workspace, file, &found, line, &name).await?
    {
        found = next;
    }
    Ok(found)
}

/// The first include that names no file, if the compiler stopped there.
fn missing(report: &Report) -> Option<(u32, String)> {
    let Fault { line, complaint, .. } = report.faults.first()?;
    match complaint {
        Complaint::MissingHeader(name) => Some((*line, name.clone())),
        _ => None,
    }
}

async fn mended(
    compiler: &Compiler<'_>,
    workspace: &dyn Workspace,
    file: &RelPath,
    found: &Prepared,
    line: u32,
    name: &str,
) -> Result<Option<Prepared>, CapabilityError> {
    let Some(at) = include_of(&found.text, line, name) else {
        return Ok(None);
    };
    for (distance, header) in nearest(workspace, file, name) {
        let mut text = found.text.clone();
        text.replace_range(at..at + name.len(), &header);
        let report = compiler.judge(&text).await?;
        if missing(&report).is_none_or(|(next, _)| next > line) {
            let mut steps = found.steps.clone();
            steps.push(Step {
                line: line as usize,
                title: format!("include '{header}'"),
                rule: Some(crate::rule::c::compile::OWN_HEADER),
            });
            let cost = found.cost + 1 + Cost::try_from(distance / 2).unwrap_or(Cost::MAX);
            return Ok(Some(Prepared {
                text,
                report,
                cost,
                steps,
                is_settled: false,
            }));
        }
    }
    Ok(None)
}

/// The start of a header's name on its line.
fn include_of(text: &str, line: u32, name: &str) -> Option<usize> {
    let index = usize::try_from(line).ok()?.checked_sub(1)?;
    let start: usize = text.split_inclusive('\n').take(index).map(str::len).sum();
    let directive = text[start..].lines().next()?;
    let is_include = directive.trim_start().starts_with('#');
    directive.find(name).filter(|_| is_include).map(|at| start + at)
}

/// Headers of the workspace with similar names, as `file` would include them: first those of the
/// same name in another directory. Distances are those of [`near`].
fn nearest(workspace: &dyn Workspace, file: &RelPath, name: &str) -> Vec<(usize, String)> {
    let files = workspace.files();
    let base = base_name(name);
    let mut headers: Vec<(usize, String)> = files
        .iter()
        .filter(|header| is_header(header))
        .filter(|header| may_be(name, header))
        .flat_map(|header| {
            let distance = near::distance(base, header.file_name());
            spellings(name, file, header).map(move |spelling| (distance, spelling))
        })
        .filter(|(_, spelling)| spelling != name)
        .collect();
    headers.sort_by_key(|(distance, _)| *distance);
    let mut seen = HashSet::new();
    headers.retain(|(_, spelling)| seen.insert(spelling.clone()));
    headers.truncate(TRIED);
    headers
}

/// Returns whether an include may mean a header of the workspace: the name is the same or a few keystrokes
/// away. A header of a well-known library means only itself, wherever it is.
fn may_be(name: &str, header: &RelPath) -> bool {
    let (base, other) = (base_name(name), header.file_name());
    if is_known(name) {
        return header.as_str().ends_with(&format!("/{name}"));
    }
    base == other || (near::is_near(base, other) && is_slip(base, other))
}

/// The ways to name a header: from the directory that the include names; from each directory above the header, the
/// nearest first, for one may be in the compiler's include path; and from the file's own directory.
fn spellings(name: &str, file: &RelPath, header: &RelPath) -> impl Iterator<Item = String> {
    let folder = name.rsplit_once('/').map(|(folder, _)| folder);
    let kept = folder.map(|folder| format!("{folder}/{}", header.file_name()));
    let path = header.as_str();
    let below = path.rmatch_indices('/').map(|(at, _)| path[at + 1..].to_owned());
    let below: Vec<String> = below.collect();
    kept.into_iter()
        .chain(below)
        .chain([relative(file.parent(), path)])
}

fn base_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// The way from a directory to a file.
pub(super) fn relative(from: &str, to: &str) -> String {
    let from: Vec<&str> = from.split('/').filter(|part| !part.is_empty()).collect();
    let parts: Vec<&str> = to.split('/').collect();
    let common = from.iter().zip(&parts).take_while(|(a, b)| a == b).count();
    let up = "../".repeat(from.len() - common);
    format!("{up}{}", parts[common..].join("/"))
}
