//! Compares brackets with indentation.
//!
//! People indent as they mean it, and mistakes leave the indentation unchanged. So of all the
//! places where a bracket could be, the one that fits the lines is the likeliest.

use super::source::Source;
use crate::syntax_fix::language::Cost;

/// The cost of a line whose indentation contradicts its brackets.
const PER_LINE: Cost = 2;

/// The greatest total cost of such lines.
const MOST: Cost = 8;

/// A bracket that is open.
struct Open {
    line: u32,
    /// Columns before the line of the bracket.
    indent: usize,
    /// Columns before the first statement in it, once seen.
    inside: Option<usize>,
}

/// The evidence of the lines against the brackets.
pub(super) fn oddity(source: &Source<'_>) -> Cost {
    let count = contradictions(source).len() + half_braced(source);
    Cost::try_from(count).unwrap_or(MOST).min(MOST) * PER_LINE
}

/// The number of lines `} else` with nothing behind: who writes one branch in braces writes the other so as well.
fn half_braced(source: &Source<'_>) -> usize {
    let is_bare =
        |at: &usize| source.word(*at) == "else" && source.word_before(*at) == "}" && !source.begins_line(*at);
    let bare = (0..source.tokens.len()).filter(is_bare);
    bare.filter(|&at| source.begins_line(at + 1)).count()
}

/// The first tokens of the lines whose indentation contradicts their brackets.
pub(super) fn contradictions(source: &Source<'_>) -> Vec<usize> {
    let mut open: Vec<Open> = vec![Open {
        line: 0,
        indent: 0,
        inside: None,
    }];
    let mut odd = Vec::new();
    for at in 0..source.tokens.len() {
        if source.begins_line(at) && contradicts(source, &mut open, at) {
            odd.push(at);
        }
        if !source.is_bracket(at) {
            continue;
        }
        if "([{".contains(source.word(at)) {
            open.push(Open {
                line: source.line(at),
                indent: source.indent(at),
                inside: None,
            });
        } else if open.len() > 1 {
            open.pop();
        }
    }
    odd
}

fn contradicts(source: &Source<'_>, open: &mut [Open], at: usize) -> bool {
    let is_top = open.len() == 1;
    let Some(block) = open.last_mut() else {
        return false;
    };
    let indent = source.indent(at);
    if source.is_bracket(at) && ")]}".contains(source.word(at)) {
        return !is_top && source.line(at) > block.line && indent != block.indent;
    }
    let begins_statement = matches!(source.word_before(at), "" | ";" | "{" | "}" | ",");
    if !begins_statement {
        return !is_top && indent <= block.indent && source.line(at) > block.line;
    }
    let expected = *block.inside.get_or_insert(indent);
    // `var a = 1,` goes on below with more indentation.
    let is_further = source.word_before(at) == "," && indent > expected;
    indent != expected && !is_further || !is_top && indent <= block.indent && source.line(at) > block.line
}

/// The first tokens of blocks that are indented below a head without a brace: `for (...)`, `else`. One statement needs
/// none, so there are two at least, or a closing brace stands behind it, below the head.
pub(super) fn unbraced(source: &Source<'_>) -> Vec<usize> {
    let firsts: Vec<usize> = (0..source.tokens.len())
        .filter(|&at| source.begins_line(at))
        .collect();
    let is_one = |(number, &at): (usize, &usize)| {
        let (head, indent) = (firsts[number.checked_sub(1)?], source.indent(at));
        let is_headed = matches!(
            source.word_before(at),
            ")" | "else" | "do" | "try" | "finally" | "=>"
        );
        let is_below = indent > source.indent(head) && is_headed;
        // The end of a block within the first statement belongs to that one.
        let ends = |next: usize| source.is_bracket(next) && source.indent(next) == indent;
        let next = firsts[number + 1..]
            .iter()
            .find(|&&next| source.indent(next) <= indent && !ends(next))?;
        let is_closed = source.word(*next) == "}" && source.indent(*next) == source.indent(head);
        (is_below && (source.indent(*next) == indent || is_closed)).then_some(at)
    };
    firsts.iter().enumerate().filter_map(is_one).collect()
}

/// Brackets of this kind that the lines do not support: no line behind an opening one is indented,
/// or a closing one is not below the line of its partner.
pub(super) fn doubtful(source: &Source<'_>, bracket: &str) -> Vec<usize> {
    let alike = (0..source.tokens.len()).filter(|&at| source.is_mark(at, bracket));
    let is_opening = "([{".contains(bracket);
    alike
        .filter(|&at| {
            let partner = source.partner(at);
            let agrees = partner.is_some_and(|partner| {
                source.line(partner) == source.line(at) || source.indent(partner) == source.indent(at)
            });
            let is_last = source.begins_line(at + 1);
            let is_empty = is_opening && is_last && source.indent(at + 1) <= source.indent(at);
            let is_aside = !is_opening && !source.begins_line(at) && is_last;
            !agrees || is_empty && partner != Some(at + 1) || is_aside
        })
        .collect()
}
