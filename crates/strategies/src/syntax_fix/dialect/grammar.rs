//! Finds where a text stops being valid in a language, by its tree-sitter grammar.
//!
//! The nodes that the parser marks as errors show how it recovered, not where it failed: recovery
//! may begin far before the first token at which no program could continue. The parser's log gives
//! that place: it is where no version of its stack is left.
//!
//! Logging takes much longer than parsing. So the prefix that a text shares with an earlier text,
//! up to its fault, is reused from the earlier tree and not logged again. (The rest of that tree is
//! the result of recovery and says nothing about the language.)

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use tree_sitter::{InputEdit, Language, LogType, ParseOptions, ParseState, Parser, Point, Tree};

/// Texts that are remembered.
const MOST_KEPT: usize = 4;
/// The shared prefix in bytes from which reusing a tree saves time.
const WORTH: usize = 100;

/// Bytes that the parser is handed at a time.
const CHUNK: usize = 64;

/// Reads texts that have much in common.
pub(super) struct Reading {
    /// `None` when the parser does not support the version of the grammar.
    parser: Option<Parser>,
    /// The latest last.
    kept: Vec<Kept>,
}

/// The part of a text before its fault.
struct Kept {
    head: Vec<u8>,
    /// Its tree, once it was needed.
    tree: Option<Tree>,
}

impl Reading {
    pub(super) fn of(language: &Language) -> Self {
        let mut parser = Parser::new();
        let is_known = parser.set_language(language).is_ok();
        Self {
            parser: is_known.then_some(parser),
            kept: Vec::new(),
        }
    }

    /// The byte at which no program of the language could continue; `None` when the text is one.
    pub(super) fn first_fault(&mut self, text: &str) -> Option<usize> {
        let parser = self.parser.as_mut()?;
        let heads = self.kept.iter_mut().map(|kept| (common(&kept.head, text), kept));
        let longest = heads.max_by_key(|(common, _)| *common);
        let (known, tree) = match longest.filter(|(common, _)| *common >= WORTH) {
            Some((known, kept)) => (known, kept.tree_for(parser, known, text)),
            None => (0, None),
        };
        let fault = logged_fault(parser, text, tree.as_ref())?;
        if fault >= known + WORTH {
            self.keep(&text.as_bytes()[..fault]);
        }
        Some(fault)
    }

    fn keep(&mut self, head: &[u8]) {
        if self.kept.len() == MOST_KEPT {
            self.kept.remove(0);
        }
        let head = head.to_vec();
        self.kept.push(Kept { head, tree: None });
    }
}

/// The length of the common prefix in bytes.
fn common(head: &[u8], text: &str) -> usize {
    let pairs = head.iter().zip(text.as_bytes());
    pairs.take_while(|(a, b)| a == b).count()
}

impl Kept {
    /// The tree, marked as changed from a byte on.
    fn tree_for(&mut self, parser: &mut Parser, from: usize, text: &str) -> Option<Tree> {
        if self.tree.is_none() {
            self.tree = parser.parse(&self.head, None);
        }
        let mut tree = self.tree.clone()?;
        let start = point(&self.head[..from]);
        tree.edit(&InputEdit {
            start_byte: from,
            old_end_byte: self.head.len(),
            new_end_byte: text.len(),
            start_position: start,
            old_end_position: point(&self.head),
            new_end_position: point(text.as_bytes()),
        });
        Some(tree)
    }
}

/// The end of a text: row and column, both from 0, the column in bytes.
fn point(text: &[u8]) -> Point {
    let row = text.iter().filter(|&&byte| byte == b'\n').count();
    let start = text.iter().rposition(|&byte| byte == b'\n');
    Point::new(row, text.len() - start.map_or(0, |end| end + 1))
}

/// The farthest position of all versions of the parse before each failed; `None` when one reached the end.
fn logged_fault(parser: &mut Parser, text: &str, old: Option<&Tree>) -> Option<usize> {
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
    // The parser's recovery is not needed, and takes most of the time. It rarely calls the progress
    // callback; the end of the text stops it sooner.
    let mut stop = |_: &ParseState| match is_stuck.load(Ordering::Relaxed) {
        true => ControlFlow::Break(()),
        false => ControlFlow::Continue(()),
    };
    let options = ParseOptions::new().progress_callback(&mut stop);
    let bytes = text.as_bytes();
    let tree = parser.parse_with_options(
        &mut |at, _| match is_stuck.load(Ordering::Relaxed) {
            true => Default::default(),
            // The parser asks for the rest of a character that is cut, and crashes if there is none.
            false => bytes
                .get(at..text.floor_char_boundary(at + CHUNK))
                .unwrap_or_default(),
        },
        old,
        Some(options),
    );
    parser.set_logger(None);
    // A stopped parse continues next time, unless it is reset.
    parser.reset();
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
