//! The layout of what a rewrite keeps: the line breaks between the parts of a bracket, and empty lines.

use similar::{Algorithm, DiffOp, capture_diff_slices};

use crate::rule_file::apply::words;

/// Texts of more tokens keep the layout of the template.
const MOST_TOKENS: usize = 4_000;

/// A replacement with the line breaks of the old text: behind brackets and commas, if the whole bracket is in both, and
/// between tokens that stand side by side in both. What comes of a template of several lines has its indentation.
pub(super) fn kept_from(old: &str, replacement: String, template: &str) -> String {
    let is_of_one_line = !template.contains('\n');
    let (before, after) = (Tokens::of(old), Tokens::of(&replacement));
    if before.texts.len().max(after.texts.len()) > MOST_TOKENS {
        return replacement;
    }
    let same = correspondence(&before, &after);
    let is_same_bracket = |new: usize, old: usize| {
        let ends = after.ends[new].zip(before.ends[old]);
        same[new] == Some(old) && ends.is_some_and(|(new, old)| same[new] == Some(old))
    };
    // Where a token stands in a bracket that both texts have.
    let is_listed = |new: usize, old: usize| {
        let around = after.around[new].zip(before.around[old]);
        around.is_some_and(|(new, old)| is_same_bracket(new, old))
    };
    let gap = |at: usize| -> &str {
        let is = after.gaps[at];
        let Some(previous) = at.checked_sub(1) else {
            return is;
        };
        let behind = same[previous].filter(|old| match after.texts[previous] {
            "(" | "[" | "{" => is_same_bracket(previous, *old),
            "," => is_listed(previous, *old),
            _ => false,
        });
        let before_end =
            same[at].filter(|old| matches!(after.texts[at], ")" | "]" | "}") && is_listed(at, *old));
        let side_by_side = same[at].filter(|old| *old > 0 && same[previous] == Some(*old - 1));
        let (Some(place), may_break) = (match (before_end, behind) {
            (Some(old), _) => (Some(old), true),
            (None, Some(old)) => (before.next_in_list(old), true),
            (None, None) => (side_by_side, false),
        }) else {
            return is;
        };
        before
            .gaps
            .get(place)
            .filter(|was| may_stay(was, is, may_break, is_of_one_line))
            .unwrap_or(&is)
    };
    let parts = (0..after.texts.len()).flat_map(|at| [gap(at), after.texts[at]]);
    parts.collect()
}

/// Returns whether white space may have its old form: a line break in a bracket, with its indentation, or more empty lines
/// before a line of the same indentation.
fn may_stay(was: &str, is: &str, may_break: bool, may_indent: bool) -> bool {
    fn indentation(gap: &str) -> Option<&str> {
        gap.rsplit_once('\n').map(|(_, indentation)| indentation)
    }
    let lines = |gap: &str| gap.matches('\n').count();
    match (indentation(was), indentation(is)) {
        (Some(old), Some(new)) => may_break && may_indent || old == new && lines(was) > lines(is),
        (Some(_), None) => may_break,
        (None, _) => false,
    }
}

/// Words and single other characters of a text. The last one may be empty.
#[derive(Default)]
struct Tokens<'t> {
    texts: Vec<&'t str>,
    /// The white space before each.
    gaps: Vec<&'t str>,
    /// The opening bracket around each; an opening one is in the bracket around it, a closing one in its own.
    around: Vec<Option<usize>>,
    /// The closing bracket of each opening one.
    ends: Vec<Option<usize>>,
}

impl<'t> Tokens<'t> {
    fn of(text: &'t str) -> Self {
        let mut tokens = Self::default();
        let mut open = Vec::new();
        let (mut gap, mut end) = (0, 0);
        for word in words(text) {
            let start = end;
            end += word.len();
            if word.trim().is_empty() {
                continue;
            }
            let at = tokens.push(&text[gap..start], word, open.last().copied());
            gap = end;
            match word {
                "(" | "[" | "{" => open.push(at),
                ")" | "]" | "}" => {
                    if let Some(start) = open.pop() {
                        tokens.ends[start] = Some(at);
                    }
                }
                _ => {}
            }
        }
        if gap < text.len() {
            tokens.push(&text[gap..], "", None);
        }
        tokens
    }
}

impl<'t> Tokens<'t> {
    fn push(&mut self, gap: &'t str, text: &'t str, around: Option<usize>) -> usize {
        self.gaps.push(gap);
        self.texts.push(text);
        self.around.push(around);
        self.ends.push(None);
        self.texts.len() - 1
    }

    /// The token behind an opening bracket or a comma; the first in the bracket if nothing is behind the comma.
    fn next_in_list(&self, at: usize) -> Option<usize> {
        match *self.texts.get(at + 1)? {
            ")" | "]" | "}" => Some(self.around[at]? + 1),
            _ => Some(at + 1),
        }
    }
}

/// The token of the old text that each of the new one is, or in whose place it is.
fn correspondence(before: &Tokens<'_>, after: &Tokens<'_>) -> Vec<Option<usize>> {
    let mut same = vec![None; after.texts.len()];
    for op in capture_diff_slices(Algorithm::Myers, &before.texts, &after.texts) {
        let (old, new, len) = match op {
            DiffOp::Equal {
                old_index,
                new_index,
                len,
            } => (old_index, new_index, len),
            DiffOp::Replace {
                old_index,
                old_len,
                new_index,
                new_len,
            } if old_len == new_len => (old_index, new_index, old_len),
            _ => continue,
        };
        for at in 0..len {
            same[new + at] = Some(old + at);
        }
    }
    same
}
