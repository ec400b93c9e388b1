//! A name that one header of the project declares, and that the file does not include.

use regex::Regex;
use unbreak_core::policy::guard::is_test_file;
use unbreak_core::{DeterminedBy, Edit, Fix, FixError, RelPath, Workspace};

use super::Failure;
use super::complaint::Complaint;
use crate::c_text::{self, Declared};
use crate::code_words::{has_word, is_header};
use crate::lines::Lines;
use crate::rule::c::compile;

/// The greatest number of headers that are read.
const MOST_HEADERS: usize = 500;

/// Includes the only header that declares what the compiler does not know. A function has to be defined as well:
/// a prototype may have been left behind when the function went.
pub(super) fn fix(failure: &Failure<'_>) -> Result<Option<Fix>, FixError> {
    let (workspace, file, text) = (failure.workspace, failure.file, failure.text);
    let complaint = Complaint::of(failure.diagnostic.fact.as_ref());
    let (Complaint::Undeclared(name) | Complaint::UnknownType(name) | Complaint::UnknownFunction(name)) =
        complaint
    else {
        return Ok(None);
    };
    if !c_text::is_name(&name) {
        return Ok(None);
    }
    let Some(header) = only_header(workspace, file, &name) else {
        return Ok(None);
    };
    let spelling = spelling(workspace, file, &header);
    let included = format!("\"{spelling}\"");
    if text.contains(&included) {
        return Ok(None);
    }
    let Some(at) = place(text) else {
        return Ok(None);
    };
    let line = match at {
        0 => format!("#include {included}\n"),
        _ => format!("\n#include {included}"),
    };
    let fix = failure
        .answer(
            format!("include '{spelling}'"),
            compile::DECLARING_HEADER,
            DeterminedBy::Resolution,
            format!("{header} is the only header that declares '{name}'"),
        )
        .edit(Edit::insert(file, text, at, line)?);
    Ok(Some(fix))
}

/// The header that declares the name, if no other does and the project defines it.
fn only_header(workspace: &dyn Workspace, file: &RelPath, name: &str) -> Option<RelPath> {
    let files = workspace.files();
    let headers = files.iter().filter(|header| {
        is_header(header) && *header != file && (is_test_file(file) || !is_test_file(header))
    });
    let mut declaring = headers.take(MOST_HEADERS).filter_map(|header| {
        let text = workspace.read_text(header).ok()?;
        Some((header, c_text::declares(&text, name)?))
    });
    let (Some((header, how)), None) = (declaring.next(), declaring.next()) else {
        return None;
    };
    let is_defined = match how {
        Declared::Prototype => c_text::defining(workspace, name).next().is_some(),
        Declared::Whole => true,
    };
    is_defined.then(|| header.clone())
}

/// The header as the file would include it: as another file does that is found through the include path, or
/// from the file's own directory.
fn spelling(workspace: &dyn Workspace, file: &RelPath, header: &RelPath) -> String {
    if header.parent() == file.parent() {
        return header.file_name().to_owned();
    }
    let is_c = |other: &&RelPath| c_text::is_c(other);
    let texts = workspace.files();
    let texts = texts
        .iter()
        .filter(is_c)
        .filter_map(|other| Some((other, workspace.read_text(other).ok()?)));
    for (other, text) in texts {
        for written in includes(&text) {
            let from_there = match other.parent() {
                "" => written.clone(),
                parent => format!("{parent}/{written}"),
            };
            let is_it = header.as_str() == written || header.as_str().ends_with(&format!("/{written}"));
            if is_it && from_there != header.as_str() {
                return written;
            }
        }
    }
    super::own_header::relative(file.parent(), header.as_str())
}

/// The names between quotes in the includes of a text.
pub(super) fn includes(text: &str) -> Vec<String> {
    let lines = text.lines().map(str::trim_start);
    let directives = lines.filter(|line| line.starts_with('#') && has_word(line, "include"));
    directives
        .filter_map(|line| Some(line.split('"').nth(1)?.to_owned()))
        .collect()
}

/// The end of the last include that no condition encloses more than the others; the beginning without one.
fn place(text: &str) -> Option<usize> {
    let directive = Regex::new(r"^\s*#\s*(if|endif|include)").ok()?;
    let lines = Lines::of(text);
    let mut depth = 0_usize;
    let mut found: Vec<(usize, bool, usize)> = Vec::new();
    for (line, number) in text.lines().zip(1_u32..) {
        if line.starts_with('{') || line.trim_end().ends_with('{') && !line.contains("extern") {
            break;
        }
        match directive
            .captures(line)
            .and_then(|word| word.get(1))
            .map(|word| word.as_str())
        {
            Some("if") => depth += 1,
            Some("endif") => depth = depth.saturating_sub(1),
            Some(_) => found.push((
                depth,
                line.contains('"'),
                lines.range(text, number)?.start + line.trim_end().len(),
            )),
            None => {}
        }
    }
    let least = found.iter().map(|(depth, ..)| *depth).min();
    let Some(least) = least else {
        return Some(0);
    };
    let outer = || found.iter().filter(|(depth, ..)| *depth == least);
    let own = outer().rfind(|(_, is_own, _)| *is_own);
    own.or_else(|| outer().next_back()).map(|(.., end)| *end)
}
