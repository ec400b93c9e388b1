//! Conditions whose brackets are missing, or close too early.
//!
//! `if x > 0 {`, `if (a) && (b)`, `while{(x)`.

use std::ops::Range;

use super::Site;
use super::parenthesis::is_boundary;
use crate::c::source::Source;
use crate::c::token::Kind;
use crate::mend::Mend;

pub(super) fn mends(site: &Site<'_, '_>) -> Vec<Mend> {
    let mut mends = header_closed_early(site);
    mends.extend(header_without(site));
    mends
}

/// The bracket of an `if`, `while`, ... whose partner comes before the condition's end.
pub(super) fn closed_early(site: &Site<'_, '_>) -> Option<(usize, usize)> {
    let source = site.source;
    let line = source.line_tokens(site.next);
    let open = line
        .clone()
        .find(|&at| source.word(at) == "(" && matches!(source.word_before(at), "if" | "while" | "switch"))?;
    let close = source.partner(open)?;
    let goes_on = is_boundary(source, close + 1) || matches!(source.word(close + 1), "=" | "%");
    (goes_on && !source.begins_line(close + 1)).then_some((open, close))
}

/// `if (a) && (b)`, `if (a) == b)`: a bracket around it all is missing.
fn header_closed_early(site: &Site<'_, '_>) -> Vec<Mend> {
    let source = site.source;
    let Some((open, close)) = closed_early(site) else {
        return Vec::new();
    };
    let line = source.line_tokens(open);
    let surplus = (close..line.end).any(|at| source.word(at) == ")" && source.partner(at).is_none());
    let open_at = source.range(open).end;
    let mut mends = Vec::new();
    if surplus {
        mends.push(Mend::insert(open_at, "(", 2));
    } else {
        let end = header_end(source, close + 1, line);
        let whole = Mend::insert(open_at, "(", 2).and(end..end, ")");
        mends.push(whole.titled("put the whole condition in brackets"));
    }
    mends.push(Mend::delete(source.range(close), ")", 6));
    mends
}

/// The end of a condition: before `{`, or behind the last bracket of the line that follows an operand.
fn header_end(source: &Source<'_>, from: usize, line: Range<usize>) -> usize {
    let brace = (from..line.end).find(|&at| source.word(at) == "{");
    let mut at = brace.unwrap_or(line.end);
    if brace.is_none() && source.word_before(at) == ";" {
        let mut stop = from;
        while is_operand_or_operator(source, stop) && stop < line.end {
            stop = source.partner(stop).filter(|&close| close > stop).unwrap_or(stop) + 1;
        }
        at = stop;
    }
    source.end_before(at)
}

fn is_operand_or_operator(source: &Source<'_>, at: usize) -> bool {
    let operand = |at: usize| {
        matches!(
            source.kind(at),
            Some(Kind::Word | Kind::Number | Kind::Character | Kind::Text)
        ) || matches!(source.word(at), ")" | "]")
    };
    let word = source.word(at);
    let follows_operand = operand(at.wrapping_sub(1)) && operand(at) && !matches!(word, ")" | "]");
    word != ";" && !follows_operand && word != "{"
}

/// `if x > 0 {`, `while x`.
fn header_without(site: &Site<'_, '_>) -> Option<Mend> {
    let source = site.source;
    let keyword = site.next.checked_sub(1)?;
    let is_header = matches!(source.word(keyword), "if" | "while" | "switch" | "for");
    if !(site.wants("(") && is_header) || site.word() == "{" && source.word(site.next + 1) != "(" {
        return brace_for_parenthesis(site, keyword);
    }
    let line = source.line_tokens(keyword);
    let start = source.start(site.next);
    if line
        .clone()
        .any(|at| source.word(at) == ")" && source.partner(at).is_none())
    {
        return Some(Mend::insert(start, "(", 1));
    }
    let end = header_end(source, site.next, line);
    Some(
        Mend::insert(start, "(", 2)
            .and(end..end, ")")
            .titled("put the condition in brackets"),
    )
}

/// `if{(x)`: the brace is surplus.
fn brace_for_parenthesis(site: &Site<'_, '_>, keyword: usize) -> Option<Mend> {
    let source = site.source;
    let is_header = matches!(source.word(keyword), "if" | "while" | "switch" | "for");
    let doubled = is_header && site.word() == "{" && source.word(site.next + 1) == "(";
    doubled.then(|| Mend::delete(source.range(site.next), "{", 2))
}
