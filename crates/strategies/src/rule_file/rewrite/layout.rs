//! The layout of what a rewrite keeps: the white space between tokens that stand side by side before and after.

use similar::{Algorithm, DiffOp, capture_diff_slices};

/// Texts of more tokens keep the layout of the template.
const MOST_TOKENS: usize = 4_000;

/// A replacement in which tokens that stand side by side in the old text, too, have the white space that is there.
pub(super) fn kept_from(old: &str, replacement: String) -> String {
    let (before, after) = (tokens(old), tokens(&replacement));
    if before.len().max(after.len()) > MOST_TOKENS {
        return replacement;
    }
    let mut gaps: Vec<&str> = after.iter().map(|token| token.gap).collect();
    let depths = depths(&after);
    let words =
        |tokens: &[Token<'_>]| -> Vec<String> { tokens.iter().map(|token| token.text.to_owned()).collect() };
    for op in capture_diff_slices(Algorithm::Myers, &words(&before), &words(&after)) {
        let DiffOp::Equal {
            old_index,
            new_index,
            len,
        } = op
        else {
            continue;
        };
        for at in 1..len {
            let (was, is) = (before[old_index + at].gap, gaps[new_index + at]);
            if may_stay(was, is, depths[new_index + at]) {
                gaps[new_index + at] = was;
            }
        }
    }
    let parts = gaps.into_iter().zip(&after);
    parts.flat_map(|(gap, token)| [gap, token.text]).collect()
}

/// Returns whether white space may have its old form: within brackets any, else on one line, or with other empty lines
/// before a line of the same indentation.
fn may_stay(was: &str, is: &str, depth: usize) -> bool {
    let indentation = |gap: &str| {
        gap.rsplit_once('\n')
            .map(|(_, indentation)| indentation.to_owned())
    };
    match (indentation(was), indentation(is)) {
        (Some(was), Some(is)) => was == is,
        (Some(_), None) => depth > 0,
        (None, None) => true,
        (None, Some(_)) => false,
    }
}

/// A word or a single other character, with the white space before it. The last one of a text may be empty.
struct Token<'t> {
    gap: &'t str,
    text: &'t str,
}

fn tokens(text: &str) -> Vec<Token<'_>> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let mut tokens = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let start = rest.len() - rest.trim_start().len();
        let (gap, found) = rest.split_at(start);
        let word = found.len() - found.trim_start_matches(is_part).len();
        let end = match word {
            0 => found.chars().next().map_or(0, char::len_utf8),
            _ => word,
        };
        let (text, after) = found.split_at(end);
        tokens.push(Token { gap, text });
        rest = after;
    }
    tokens
}

/// How many brackets are open before each token.
fn depths(tokens: &[Token<'_>]) -> Vec<usize> {
    let mut depth = 0_usize;
    let before = tokens.iter().map(|token| {
        let here = depth;
        match token.text {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth = depth.saturating_sub(1),
            _ => {}
        }
        here
    });
    before.collect()
}
