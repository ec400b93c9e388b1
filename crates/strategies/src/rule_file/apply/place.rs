//! Where a diagnostic points, and which lines belong to that.

use ruff_text_size::Ranged;
use similar::TextDiff;
use unbreak_core::policy::guard::is_installed;
use unbreak_core::{Diagnostic, Fact, RelPath, Workspace};

use crate::rule_file::language::Tongue;
use crate::rule_file::python::parse;

/// A place that a diagnostic points at, in a language that can be rewritten.
pub(super) struct Spot {
    pub(super) file: RelPath,
    pub(super) line: u32,
    pub(super) tongue: &'static Tongue,
}

/// Where a diagnostic points, the likeliest place of the fault first. A member is missing where it is read: whoever
/// called that code may read one of the same name of something else.
pub(super) fn spots(diagnostic: &Diagnostic, workspace: &dyn Workspace) -> Vec<Spot> {
    let frames = diagnostic.frames.iter().rev().map(|frame| &frame.location);
    let locations = std::iter::once(&diagnostic.location).chain(frames);
    let mut spots: Vec<Spot> = Vec::new();
    for location in locations {
        let spot = location.file.as_deref().and_then(|file| {
            let file = workspace.locate(file)?;
            let tongue = Tongue::of_file(file.as_str())?;
            let line = location.line.unwrap_or(1);
            (!is_installed(&file)).then_some(Spot { file, line, tongue })
        });
        let is_new = |spot: &Spot| {
            !spots
                .iter()
                .any(|known| known.file == spot.file && known.line == spot.line)
        };
        if let Some(spot) = spot.filter(is_new) {
            spots.push(spot);
        }
    }
    if matches!(diagnostic.fact, Some(Fact::UnknownMember { .. })) {
        spots.truncate(1);
    }
    spots
}

/// The lines of the innermost simple statement around a line.
pub(super) fn statement(file: &RelPath, text: &str, line: u32) -> Option<(u32, u32)> {
    let parsed = Tongue::of_file(file.as_str()).filter(|tongue| tongue.name == "python");
    let parsed = parsed.and_then(|_| parse(file, text))?;
    let source = &parsed.source;
    let mut found = None;
    source.each_statement(|statement| {
        let lines = (source.line_of(statement.start()), source.line_of(statement.end()));
        let is_compound = statement.is_function_def_stmt()
            || statement.is_class_def_stmt()
            || statement.is_if_stmt()
            || statement.is_for_stmt()
            || statement.is_while_stmt()
            || statement.is_with_stmt()
            || statement.is_try_stmt()
            || statement.is_match_stmt();
        if (lines.0..=lines.1).contains(&line) && !is_compound {
            found = Some(lines);
        }
    });
    found
}

/// The line of a text that was a line of an earlier version of it.
pub(super) fn line_in(before: &str, after: &str, line: u32) -> u32 {
    let at = usize::try_from(line).unwrap_or(usize::MAX).saturating_sub(1);
    let diff = TextDiff::from_lines(before, after);
    let op = diff.ops().iter().find(|op| op.old_range().contains(&at));
    let moved = op.map_or(at, |op| {
        let (from, to) = (op.old_range(), op.new_range());
        to.start + (at - from.start).min(to.len().saturating_sub(1))
    });
    u32::try_from(moved + 1).unwrap_or(u32::MAX)
}

pub(super) fn lines_of(text: &str) -> Vec<usize> {
    let ends = text.match_indices('\n').map(|(at, _)| at + 1);
    std::iter::once(0).chain(ends).collect()
}

pub(super) fn line_at(starts: &[usize], at: usize) -> u32 {
    u32::try_from(starts.partition_point(|start| *start <= at)).unwrap_or(u32::MAX)
}
