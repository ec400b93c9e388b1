//! A function that one source file defines, and that the header of this file does not declare.

use unbreak_core::{DeterminedBy, Edit, Fix, FixError, RelPath, Workspace};

use super::Failure;
use super::complaint::Complaint;
use super::declaring_header::includes;
use crate::c_text::{self, Function};
use crate::code_words::is_header;
use crate::declared::prototype;
use crate::rule::c::compile;

/// Declares the function behind or before its neighbour in the header, where the failing file includes the header
/// and the header declares other functions of the source file that defines this one.
pub(super) fn fix(failure: &Failure<'_>) -> Result<Option<Fix>, FixError> {
    let (workspace, file, text) = (failure.workspace, failure.file, failure.text);
    let (Complaint::Undeclared(name) | Complaint::UnknownFunction(name)) =
        Complaint::of(failure.diagnostic.fact.as_ref())
    else {
        return Ok(None);
    };
    if !c_text::is_name(&name) {
        return Ok(None);
    }
    let mut homes = c_text::defining(workspace, &name);
    let (Some(home), None) = (homes.next(), homes.next()) else {
        return Ok(None);
    };
    let Ok(source) = workspace.read_text(&home) else {
        return Ok(None);
    };
    let functions = c_text::functions(&source);
    let mut own = functions.iter().enumerate().filter(|(_, own)| own.name == name);
    let (Some((index, own)), None) = (own.next(), own.next()) else {
        return Ok(None);
    };
    let Some((header, header_text)) = header(workspace, &home, text).filter(|_| home != *file) else {
        return Ok(None);
    };
    let is_declared = c_text::declares(&header_text, &name).is_some();
    let Some((at, line)) = place(&header_text, &functions, index, own).filter(|_| !is_declared) else {
        return Ok(None);
    };
    let fix = failure
        .answer(
            format!("declare '{name}' in {header}"),
            compile::MISSING_PROTOTYPE,
            DeterminedBy::Resolution,
            format!("{home} defines '{name}', and {header} declares its other functions"),
        )
        .edit(Edit::insert(&header, &header_text, at, line)?);
    Ok(Some(fix))
}

/// The header with the name of a source file that a text includes.
fn header(workspace: &dyn Workspace, home: &RelPath, text: &str) -> Option<(RelPath, String)> {
    let stem = |file: &str| file.rsplit_once('.').map_or(file, |(stem, _)| stem).to_owned();
    let included = includes(text);
    let files = workspace.files();
    let mut headers = files.iter().filter(|header| {
        let name = header.file_name();
        let is_included = || {
            included
                .iter()
                .any(|written| written.rsplit('/').next() == Some(name))
        };
        is_header(header) && stem(name) == stem(home.file_name()) && is_included()
    });
    let (Some(header), None) = (headers.next(), headers.next()) else {
        return None;
    };
    Some((header.clone(), workspace.read_text(header).ok()?))
}

/// Where the prototype goes, and its text with the line end: behind that of the function which is defined before
/// it, or else before that of the one behind it.
fn place(header: &str, functions: &[Function], index: usize, own: &Function) -> Option<(usize, String)> {
    let declared = |other: &Function| prototype(header, &other.name).filter(|_| !other.is_static);
    if let Some(before) = functions[..index].iter().rev().find_map(declared) {
        // A comment may follow on the line.
        let at = before.end + header[before.end..].find('\n')?;
        return Some((at, format!("\n{};", own.head)));
    }
    let at = functions[index + 1..].iter().find_map(declared)?.start;
    let is_described = header[..at].trim_end().ends_with("*/");
    (!is_described).then(|| (at, format!("{};\n", own.head)))
}
