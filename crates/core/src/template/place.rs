//! Lines of a file: indentation, and the lines that a diagnostic names.

use std::collections::BTreeSet;

use crate::diagnostic::{Diagnostic, Location};

/// The distance in lines within which a change still belongs to a reported line.
pub(super) const NEAR: usize = 12;

/// The lines of a text without their ends.
pub(super) fn lines(text: &str) -> Vec<&str> {
    text.lines().collect()
}

/// The lines of a file that a diagnostic names, from 0: its own place, and the places on its stack.
pub(super) fn reported(diagnostic: &Diagnostic, file: &str) -> BTreeSet<usize> {
    let frames = diagnostic.frames.iter().map(|frame| &frame.location);
    let places = std::iter::once(&diagnostic.location).chain(frames);
    let is_here = |place: &&Location| place.file.as_deref() == Some(file);
    let lines = places.filter(is_here).filter_map(|place| place.line);
    lines
        .filter_map(|line| usize::try_from(line).ok()?.checked_sub(1))
        .collect()
}

/// The indentation of a line.
pub(super) fn indentation(line: &str) -> &str {
    &line[..line.len() - line.trim_start().len()]
}

/// One level of indentation in a text: a tab, or its smallest step.
pub(super) fn unit(text: &str) -> String {
    let indents = text
        .lines()
        .filter(|line| !line.trim().is_empty())
        .map(indentation);
    let mut steps: Vec<&str> = indents.filter(|indent| !indent.is_empty()).collect();
    steps.sort_by_key(|indent| indent.len());
    // A single space is the alignment of a comment, not a level.
    let step = steps
        .into_iter()
        .find(|indent| indent.starts_with('\t') || indent.len() > 1);
    match step {
        Some(step) if step.starts_with('\t') => "\t".to_owned(),
        Some(step) => step.to_owned(),
        None => "    ".to_owned(),
    }
}

/// How many levels deeper than `base` a line is.
pub(super) fn levels(line: &str, base: &str, unit: &str) -> i32 {
    let depth = |indent: &str| i32::try_from(indent.len() / unit.len().max(1)).unwrap_or(i32::MAX);
    depth(indentation(line)).saturating_sub(depth(base))
}
