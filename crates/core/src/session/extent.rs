//! The extent of a change: its lines, and the functions that they are in.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use regex::Regex;

use crate::pattern::pattern;

/// The function that contains a line, by its head: the nearest line above that is indented less, or the line
/// itself, if it begins a function in one of the usual languages. `line` counts from 1.
///
/// No grammar is used: it must work for any language, and for files that do not parse.
pub fn enclosing(text: &str, line: u32) -> Option<(u32, String)> {
    let lines: Vec<&str> = text.lines().collect();
    let start = (line as usize).min(lines.len()).checked_sub(1)?;
    let mut depth = usize::MAX;
    for at in (0..=start).rev() {
        let shown = lines[at];
        if shown.trim().is_empty() {
            continue;
        }
        let own = indentation(shown);
        if let Some(name) = head(shown).filter(|_| own < depth || at == start) {
            return Some((u32::try_from(at + 1).unwrap_or(u32::MAX), name));
        }
        // The bracket that ends a head, or begins its block, is indented like the head.
        let reach = if shown.trim_start().starts_with(['{', ')', ']']) {
            own + 1
        } else {
            own
        };
        depth = depth.min(reach);
        if depth == 0 && at != start && !shown.starts_with('#') {
            return None;
        }
    }
    None
}

fn indentation(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

/// The name in the head of a function.
fn head(line: &str) -> Option<String> {
    static WORD: LazyLock<Regex> = LazyLock::new(|| {
        pattern(concat!(
            r"^\s*(?:[\w()<>\[\]*&:,'.]+\s+)*",
            r"(?:def|fn|func|fun|function|sub|proc|method)\b\s*\*?\s*(?:\([^)]*\)\s*)?",
            r"(?P<name>[\w.$?!:]+)",
        ))
    });
    static BOUND: LazyLock<Regex> = LazyLock::new(|| {
        pattern(concat!(
            r"^\s*(?:export\s+)?(?:const|let|var)\s+(?P<name>[\w$]+)\s*(?::[^=]+)?=\s*",
            r"(?:async\s+)?(?:function\b|\([^)]*\)(?:\s*:[^=]+)?\s*=>|[\w$]+\s*=>)",
        ))
    });
    static TYPED: LazyLock<Regex> = LazyLock::new(|| {
        pattern(r"^\s*(?:[\w<>\[\],.*&:~]+\s+)*[*&]*(?P<name>[\w$:~]+)\s*\([^;=]*(?:\{\s*)?$")
    });
    if let Some(found) = WORD.captures(line).or_else(|| BOUND.captures(line)) {
        return Some(found["name"].trim_end_matches(':').to_owned());
    }
    let name = TYPED.captures(line)?["name"].to_owned();
    let is_statement = [
        "if", "for", "while", "switch", "catch", "return", "match", "with", "elif", "else", "except",
        "assert", "print", "foreach", "until", "unless", "sizeof", "throw", "new", "defer", "go",
    ]
    .contains(&name.as_str());
    // A call has brackets like a head, but does not end its line with a block, and is rarely without
    // indentation.
    (!is_statement
        && line.trim_end().ends_with(['{', ')'])
        && !line.trim_start().starts_with('.')
        && (line.trim_end().ends_with('{') || indentation(line) == 0))
        .then_some(name)
}

/// The extent of a change from one text to another.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Extent {
    /// The number of lines: in each place the removed or the added ones, whichever are more.
    pub lines: u32,
    /// The functions, by the line of their head; 0 stands for code outside of functions.
    pub functions: BTreeSet<u32>,
}

impl Extent {
    /// Adds a place: `old` lines from line `start` of the old text become `new` ones. Lines that replace none
    /// come before `start`, and belong to the function above them.
    pub fn add(&mut self, text: &str, start: u32, old: u32, new: u32) {
        self.lines += old.max(new);
        let start = if old == 0 {
            start.saturating_sub(1).max(1)
        } else {
            start
        };
        let last = start + old.saturating_sub(1);
        for line in start..=last.max(start) {
            let function = enclosing(text, line).map_or(0, |(line, _)| line);
            self.functions.insert(function);
        }
    }
}
