//! pycodestyle's rules on blank lines: E3.

use std::sync::LazyLock;

use regex::Regex;
use unbreak_core::pattern::pattern;
use unbreak_core::{Edit, FixError};

use super::spot::Spot;

/// `E301`, `E302`, `E305`, `E306`: "expected 2 blank lines, found 1".
pub(super) fn too_few(spot: &Spot<'_>) -> Result<Vec<Edit>, FixError> {
    let Some((expected, found)) = numbers(spot.message) else {
        return Ok(Vec::new());
    };
    let line = above_comments(spot);
    let missing = usize::saturating_sub(expected, found);
    let at = spot.source.line(line).map_or(0, |range| range.start);
    Ok(vec![
        spot.source.insert(at, spot.source.newline().repeat(missing))?,
    ])
}

/// `E303`, `E304`: more blank lines than the two between definitions, the one inside of them, or the
/// none below a decorator.
pub(super) fn too_many(spot: &Spot<'_>) -> Result<Vec<Edit>, FixError> {
    let blank = blank_above(spot, spot.line);
    let is_nested = spot
        .line_text(spot.line)
        .is_some_and(|(text, _)| text.starts_with([' ', '\t']));
    let allowed = match (spot.message.contains("decorator"), is_nested) {
        (true, _) => 0,
        (false, true) => 1,
        (false, false) => 2,
    };
    let surplus = blank.saturating_sub(allowed);
    let first = spot.source.line(spot.line - blank).map_or(0, |range| range.start);
    let end = spot
        .source
        .line(spot.line - blank + surplus)
        .map_or(first, |range| range.start);
    Ok(spot.set(first..end, "")?.into_iter().collect())
}

/// The number of blank lines directly above a line.
fn blank_above(spot: &Spot<'_>, line: u32) -> u32 {
    let above = (1..line).rev();
    let blank = above.take_while(|line| {
        spot.line_text(*line)
            .is_some_and(|(text, _)| text.trim().is_empty())
    });
    u32::try_from(blank.count()).unwrap_or(0)
}

/// The first of the comment lines directly above; the blank lines belong above them.
fn above_comments(spot: &Spot<'_>) -> u32 {
    let above = (1..spot.line).rev();
    let comments = above.take_while(|line| {
        spot.line_text(*line)
            .is_some_and(|(text, _)| text.trim_start().starts_with('#'))
    });
    spot.line - u32::try_from(comments.count()).unwrap_or(0)
}

fn numbers(message: &str) -> Option<(usize, usize)> {
    static NUMBERS: LazyLock<Regex> = LazyLock::new(|| pattern(r"expected (\d+) blank lines?.*found (\d+)"));
    let found = NUMBERS.captures(message)?;
    Some((found[1].parse().ok()?, found[2].parse().ok()?))
}
