//! Where a text stops being one of a language, by its tree-sitter grammar.
//!
//! The nodes that the parser marks as errors say how it went on, not where it had to: its recovery
//! may begin far before the first token that no program could go on with. That place is what the
//! parser says in its log when no version of its stack is left.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use tree_sitter::{Language, LogType, ParseOptions, ParseState, Parser};

/// The byte at which no program of the language could go on; none when the text is one.
pub(super) fn faults(language: &Language, text: &str) -> Vec<usize> {
    let mut parser = Parser::new();
    match parser.set_language(language) {
        Ok(()) => first_fault(parser, text).into_iter().collect(),
        Err(_) => Vec::new(),
    }
}

/// How far all versions of the parse came before each was stuck; `None` when one came to the end.
fn first_fault(mut parser: Parser, text: &str) -> Option<usize> {
    let farthest = Arc::new(AtomicU64::new(0));
    let is_stuck = Arc::new(AtomicBool::new(false));
    let (seen, stuck) = (Arc::clone(&farthest), Arc::clone(&is_stuck));
    parser.set_logger(Some(Box::new(move |kind, message| {
        if kind == LogType::Parse && !stuck.load(Ordering::Relaxed) {
            if message.starts_with("process ") {
                seen.fetch_max(place(message).unwrap_or(0), Ordering::Relaxed);
            } else if message.starts_with("resume ") {
                stuck.store(true, Ordering::Relaxed);
            }
        }
    })));
    // What the parser would do to recover is of no interest, and takes it longest.
    let mut stop = |_: &ParseState| match is_stuck.load(Ordering::Relaxed) {
        true => ControlFlow::Break(()),
        false => ControlFlow::Continue(()),
    };
    let options = ParseOptions::new().progress_callback(&mut stop);
    let bytes = text.as_bytes();
    let tree = parser.parse_with_options(
        &mut |at, _| bytes.get(at..).unwrap_or_default(),
        None,
        Some(options),
    );
    let is_whole = tree.is_some_and(|tree| !tree.root_node().has_error());
    (!is_whole).then(|| byte(text, farthest.load(Ordering::Relaxed)).unwrap_or(0))
}

/// Row and column in `process version:0, version_count:1, state:5, row:2, col:7`, as one number.
fn place(message: &str) -> Option<u64> {
    let (_, rest) = message.split_once("row:")?;
    let (row, column) = rest.split_once(", col:")?;
    Some(row.parse::<u64>().ok()? << 32 | column.trim().parse::<u64>().ok()?)
}

/// The byte of such a place; rows and columns are in bytes, from 0.
fn byte(text: &str, place: u64) -> Option<usize> {
    let (row, column) = (place >> 32, place & u64::from(u32::MAX));
    let start = match usize::try_from(row).ok()?.checked_sub(1) {
        None => 0,
        Some(before) => text.match_indices('\n').nth(before)?.0 + 1,
    };
    Some((start + usize::try_from(column).ok()?).min(text.len()))
}
