//! Comments that are not marked as such, or that end at the wrong place.

use super::Site;
use crate::c::token::Kind;
use crate::mend::Mend;

pub(super) fn mends(site: &Site<'_, '_>) -> Vec<Mend> {
    let mut mends = Vec::new();
    mends.extend(unclosed(site));
    if site.is_syntax() || is_about_unknown_word(site) {
        mends.extend(prose(site));
        mends.extend(half_marked(site));
        mends.extend(surplus_end(site));
        mends.extend(end_at_neighbour(site));
    }
    mends
}

fn is_about_unknown_word(site: &Site<'_, '_>) -> bool {
    let message = &site.fault.message;
    message.starts_with("unknown type name") || message.contains("undeclared")
}

/// `/* ...` without an end.
fn unclosed(site: &Site<'_, '_>) -> Option<Mend> {
    let text = site.source.text;
    let is_unclosed =
        site.fault.message.contains("unterminated comment") || site.fault.message.contains("unterminated /*");
    let start = text.rfind("/*").filter(|_| is_unclosed)?;
    let end = text[start..].find('\n').map_or(text.len(), |at| start + at);
    Some(Mend::insert(end, " */", 2))
}

/// Words that are not part of the program, up to the end of their line.
fn prose(site: &Site<'_, '_>) -> Option<Mend> {
    let source = site.source;
    let line = source.line_tokens(site.next);
    let inside = (line.start..=site.next)
        .rev()
        .find(|&at| at == line.start || matches!(source.word(at - 1), ";" | "{" | "}" | ")"))?;
    let unknown = |at: usize| source.is_name(at) && site.symbols.lookup(source.word(at), at).is_none();
    let words = (inside..line.end).filter(|&at| unknown(at)).count();
    let marks = (inside..line.end)
        .filter(|&at| matches!(source.word(at), "(" | "=" | ";" | "[" | "{" | "}"))
        .count();
    let in_a_row = unknown(inside) && source.kind(inside + 1) == Some(Kind::Word);
    (words >= 2 && marks == 0 && in_a_row).then(|| {
        Mend::insert(source.start(inside), "// ", 4)
            .titled("make the words a comment")
            .prose()
    })
}

/// `/ text` and `\\ text`: half of the mark, or the wrong one.
fn half_marked(site: &Site<'_, '_>) -> Vec<Mend> {
    let source = site.source;
    let line = source.line_tokens(site.next);
    let start = source.start(line.start);
    let text = &source.text[start..];
    let mut mends = Vec::new();
    let marks = line.clone().filter(|&at| matches!(source.word(at), "/" | "\\"));
    for at in marks.take(2) {
        let begin = source.start(at);
        let first = matches!(source.word_before(at), ";" | "{" | "}" | "") || at == line.start;
        let double = source.text[begin..].starts_with("\\\\");
        if double {
            mends.push(Mend::replace(begin..begin + 2, "//", 2));
        } else if first && source.kind(at + 1) == Some(Kind::Word) && source.kind(at + 2) == Some(Kind::Word)
        {
            mends.push(Mend::insert(begin, "/", 3).titled("write '//'"));
        }
    }
    if text.starts_with('#') && !is_directive(text) {
        mends.push(Mend::replace(start..start + 1, "//", 2));
    }
    mends
}

fn is_directive(text: &str) -> bool {
    let word: String = text[1..]
        .trim_start()
        .chars()
        .take_while(char::is_ascii_alphabetic)
        .collect();
    matches!(
        word.as_str(),
        "include"
            | "define"
            | "undef"
            | "if"
            | "ifdef"
            | "ifndef"
            | "else"
            | "elif"
            | "endif"
            | "pragma"
            | "error"
            | "line"
    )
}

/// `*/` without a beginning.
fn surplus_end(site: &Site<'_, '_>) -> Vec<Mend> {
    let source = site.source;
    let around = site.next.saturating_sub(2)..site.next + 2;
    let ends = around.filter(|&at| source.word(at) == "*" && source.word(at + 1) == "/");
    ends.map(|at| Mend::delete(source.start(at)..source.range(at + 1).end, "*/", 3))
        .collect()
}

/// A comment of code that ends a line too early or too late; its braces tell.
fn end_at_neighbour(site: &Site<'_, '_>) -> Vec<Mend> {
    let text = site.source.text;
    let ends = text.match_indices("*/").map(|(at, _)| at);
    let mut mends = Vec::new();
    for at in ends {
        let Some(start) = text[..at].rfind("/*") else {
            continue;
        };
        let line_start = text[..at].rfind('\n').filter(|&newline| newline > start);
        let next_end = text[at + 2..].find('\n').and_then(|newline| {
            let next = at + 2 + newline + 1;
            Some(text[next..].find('\n').map_or(text.len(), |end| next + end)).filter(|&end| end > next)
        });
        let excess = excess(&text[start..at]);
        if excess < 0 {
            mends.extend(
                line_start
                    .filter(|&end| self::excess(&text[start..end]) == 0)
                    .map(|end| {
                        Mend::insert(end, "*/", 1)
                            .and(at..at + 2, "")
                            .titled("end the comment a line earlier")
                    }),
            );
        } else if excess > 0 {
            mends.extend(
                next_end
                    .filter(|&end| self::excess(&text[start..end]) == 0)
                    .map(|end| {
                        Mend::delete(at..at + 2, "*/", 1)
                            .and(end..end, "*/")
                            .titled("end the comment a line later")
                    }),
            );
        }
    }
    mends
}

/// Opening braces minus closing ones.
fn excess(text: &str) -> isize {
    text.chars().fold(0, |sum, c| match c {
        '{' => sum + 1,
        '}' => sum - 1,
        _ => sum,
    })
}
