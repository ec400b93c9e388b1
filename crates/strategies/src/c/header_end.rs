//! A header whose last declaration does not end: the compiler reports the code after its include.

use unbreak_core::{Confidence, DeterminedBy, Edit, Fix, FixError, RelPath};

use super::Failure;
use super::source::Source;
use super::token::Kind;
use crate::lines::Lines;
use crate::rule::c::compile;
use crate::weights::confidence;

/// Adds the semicolon that is missing at the end of a header, if the error is right behind the
/// file's includes.
pub(super) fn fix(failure: &Failure<'_>) -> Result<Option<Fix>, FixError> {
    let (workspace, file) = (failure.workspace, failure.file);
    let Some(header) = included_before(failure) else {
        return Ok(None);
    };
    let Ok(content) = workspace.read_text(&header) else {
        return Ok(None);
    };
    let Some(at) = open_end(&content) else {
        return Ok(None);
    };
    let mut fix = failure
        .answer(
            format!("end {header} with ';'"),
            compile::HEADER_END,
            DeterminedBy::Resolution,
            format!("the last declaration of {header} runs on into {file}"),
        )
        .edit(Edit::insert(&header, &content, at, ";")?);
    fix.confidence = Confidence::new(confidence::likely());
    Ok(Some(fix))
}

/// The last header of the workspace that is included before the place, when no declaration of the file's
/// own ends in between.
fn included_before(failure: &Failure<'_>) -> Option<RelPath> {
    let (workspace, file, text) = (failure.workspace, failure.file, failure.text);
    let place = &failure.diagnostic.location;
    let line = place.line?;
    let offset = Lines::of(text).offset(text, line, place.column.unwrap_or(1))?;
    let source = Source::new(text);
    let before = |at: &usize| source.start(*at) < offset;
    let ends = |at: &usize| matches!(source.word(*at), ";" | "}");
    let last = (0..source.tokens.len())
        .take_while(before)
        .filter(|at| source.kind(*at) == Some(Kind::Directive) || ends(at))
        .last()?;
    let name = source.word(last).split('"').nth(1)?;
    let beside = match file.parent() {
        "" => name.to_owned(),
        parent => format!("{parent}/{name}"),
    };
    let files = workspace.files();
    let is_it =
        |header: &&RelPath| header.as_str() == beside || header.as_str().ends_with(&format!("/{name}"));
    let exact = files.iter().find(|header| header.as_str() == beside);
    exact.or_else(|| files.iter().find(is_it)).cloned()
}

/// The end of the last declaration of a header, when nothing else marks it.
fn open_end(content: &str) -> Option<usize> {
    let source = Source::new(content);
    let is_directive = |at: usize| source.kind(at) == Some(Kind::Directive);
    let closes_linkage = |at: usize| {
        let before = at.checked_sub(1).filter(|&before| is_directive(before));
        source.word(at) == "}" && before.is_some_and(|before| source.word(before).contains("__cplusplus"))
    };
    let mut tokens = (0..source.tokens.len()).rev();
    let last = tokens.find(|&at| !is_directive(at) && !closes_linkage(at))?;
    let is_open = match source.word(last) {
        ")" => true,
        "}" => defines_type(&source, last),
        _ => source.kind(last) == Some(Kind::Word),
    };
    is_open.then(|| source.range(last).end)
}

/// Returns whether a brace closes a type, and not a function or a namespace.
fn defines_type(source: &Source<'_>, close: usize) -> bool {
    let mut depth = 0_usize;
    let open = (0..=close).rev().find(|&at| {
        match source.word(at) {
            "}" => depth += 1,
            "{" => depth -= 1,
            _ => {}
        }
        depth == 0
    });
    let head = (0..open.unwrap_or(0))
        .rev()
        .take_while(|&at| !matches!(source.word(at), ";" | "}" | "{" | ")"));
    head.into_iter()
        .any(|at| matches!(source.word(at), "struct" | "union" | "enum" | "class"))
}
