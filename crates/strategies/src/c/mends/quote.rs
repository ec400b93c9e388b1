//! Quotes that are missing, surplus, not escaped, or at the wrong place.
//!
//! `printf("done);`, `printf("a "b" c")`, `c == 'x`, `s[i] != \0`.

use std::ops::Range;

use super::Site;
use crate::c::complaint::Complaint;
use crate::c::source::Source;
use crate::c::token::{Kind, is_word};
use crate::mend::{Cost, Mend};

pub(super) fn mends(site: &Site<'_, '_>) -> Vec<Mend> {
    let mut mends = Vec::new();
    if let Complaint::EmptyCharacter = site.fault.complaint {
        mends.extend(empty_character(site));
    }
    if !site.is_syntax() && !concerns_text(site) {
        return mends;
    }
    let line = site.source.line_tokens(site.next);
    for at in line.clone() {
        mends.extend(unclosed(site.source, at));
    }
    mends.extend(inner_quotes(site, &line));
    mends.extend(words_without_quotes(site));
    mends.extend(format_without_quotes(site));
    mends.extend(prose_in_call(site, &line));
    mends.extend(escape_without_quotes(site, &line));
    mends.extend(early_quote(site, &line));
    mends
}

/// Returns whether a text is used as an operand, as half of a text that a quote cut in two would be.
fn concerns_text(site: &Site<'_, '_>) -> bool {
    let undeclared = matches!(site.fault.complaint, Complaint::Undeclared(_));
    let beside = |at: usize| site.source.kind(at) == Some(Kind::Text);
    let operand = matches!(&site.fault.complaint, Complaint::BadOperands { left, right, .. } if left.contains("char *") || right.contains("char *"));
    let mut same_line = site
        .report
        .faults
        .iter()
        .filter(|fault| fault.line == site.fault.line);
    let is_unreadable = same_line.any(|fault| matches!(fault.complaint, Complaint::Expected { .. }));
    operand
        || undeclared && is_unreadable
        || undeclared && (beside(site.next + 1) || site.next > 0 && beside(site.next - 1))
}

/// `''` for a blank or the end of a text.
fn empty_character(site: &Site<'_, '_>) -> Vec<Mend> {
    let source = site.source;
    let line = source.line_tokens(site.next);
    let empty = line.filter(|&at| source.word(at) == "''");
    empty
        .flat_map(|at| {
            let range = source.range(at);
            let blank = Mend::replace(range.clone(), "' '", 2).titled("write ' '");
            [blank, Mend::replace(range, "'\\0'", 3)]
        })
        .collect()
}

fn is_closed(text: &str) -> bool {
    let quote = text.chars().next();
    let inner = text.strip_suffix(['"', '\'']);
    let ends = text.len() > 1 && text.chars().last() == quote;
    let escapes = inner.map_or(0, |inner| inner.len() - inner.trim_end_matches('\\').len());
    ends && escapes.is_multiple_of(2)
}

/// A quote that is not closed: where it could be, and without it.
fn unclosed(source: &Source<'_>, at: usize) -> Vec<Mend> {
    let word = source.word(at);
    let range = source.range(at);
    match source.kind(at) {
        Some(Kind::Text) if !is_closed(word) => {
            let mut mends = closing_places(source, word, range.start);
            mends.push(Mend::delete(
                range.start..range.start + 1,
                "\"",
                surplus_cost(word),
            ));
            mends.extend(opening_place(source, at));
            mends
        }
        Some(Kind::Character) if !is_closed(word) || word.len() > 4 => {
            let escaped = word[1..].starts_with('\\');
            let length = word[1..]
                .chars()
                .take(1 + usize::from(escaped))
                .map(char::len_utf8)
                .sum::<usize>();
            vec![
                Mend::insert(range.start + 1 + length, "'", 2),
                Mend::delete(range.start..range.start + 1, "'", 4),
            ]
        }
        _ => Vec::new(),
    }
}

/// A quote behind which nothing but the end of a call comes is one too many.
fn surplus_cost(word: &str) -> Cost {
    let rest = word[1..].trim();
    match rest.chars().all(|c| matches!(c, ')' | ';' | '}' | ' ')) {
        true => 1,
        false => 6,
    }
}

/// Before the brackets at the end of the line, and before text that looks like further arguments.
fn closing_places(source: &Source<'_>, word: &str, start: usize) -> Vec<Mend> {
    let inner = word.trim_end();
    let tail = inner.trim_end_matches([')', ';', '}', ' ']);
    let closers = &inner[tail.len()..];
    let own_bracket = closers.starts_with(')') && tail.matches('(').count() > tail.matches(')').count();
    let end = if own_bracket { tail.len() + 1 } else { tail.len() };
    let mut mends = vec![Mend::insert(start + end, "\"", 3)];
    let commas = inner.match_indices(',').map(|(at, _)| at);
    let arguments = commas.filter(|&at| looks_like_arguments(source, &inner[at + 1..]));
    mends.extend(arguments.take(1).map(|at| Mend::insert(start + at, "\"", 2)));
    mends
}

/// Returns whether a text up to a closing bracket consists of names that occur elsewhere, numbers and marks.
fn looks_like_arguments(source: &Source<'_>, text: &str) -> bool {
    let text = text.trim_end_matches([';', ' ', '}']);
    let Some(list) = text.strip_suffix(')') else {
        return false;
    };
    let known =
        |word: &str| word.starts_with(|c: char| c.is_ascii_digit()) || source.all(word).next().is_some();
    let mut words = list.split(|c: char| !is_word(c)).filter(|word| !word.is_empty());
    let plain = list.chars().all(|c| is_word(c) || ",&*[]().+-/>% ".contains(c));
    let separated = list
        .split(',')
        .all(|part| !part.trim().contains(' ') || part.contains(['+', '-', '*', '/']));
    plain && separated && words.all(known)
}

/// Quotes within a text: escapes or removes all of them, or one.
fn inner_quotes(site: &Site<'_, '_>, line: &Range<usize>) -> Vec<Mend> {
    let source = site.source;
    let quotes = quotes_of_call(source, line);
    let [_, inner @ .., _] = quotes.as_slice() else {
        return Vec::new();
    };
    if inner.is_empty() || quotes.len() > 8 {
        return Vec::new();
    }
    let mut mends = Vec::new();
    let empty_ends = quotes[1] == quotes[0] + 1;
    let cost = if empty_ends || touches_word(source, inner) {
        3
    } else {
        6
    };
    let escape = inner
        .iter()
        .skip(1)
        .fold(Mend::insert(inner[0], "\\", cost), |mend, &at| {
            mend.and(at..at, "\\")
        });
    let remove = inner.iter().skip(1).fold(
        Mend::delete(inner[0]..inner[0] + 1, "\"", cost + 1),
        |mend, &at| mend.and(at..at + 1, ""),
    );
    mends.push(escape.titled("escape the inner quotes"));
    mends.push(remove.titled("remove the inner quotes"));
    if quotes.len() % 2 == 1 {
        mends.extend(quotes.iter().map(|&at| Mend::delete(at..at + 1, "\"", 4)));
        mends.extend(inner.iter().map(|&at| Mend::insert(at, "\\", 4)));
    }
    mends
}

/// Returns whether a letter is directly on the outer side of a quote.
fn touches_word(source: &Source<'_>, quotes: &[usize]) -> bool {
    let letter = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '\\');
    quotes.iter().enumerate().any(|(number, &at)| match number % 2 {
        0 => letter(source.text[at + 1..].chars().next()),
        _ => letter(source.text[..at].chars().next_back()),
    })
}

/// The bytes of the quotes on a line that are not escaped.
fn quotes_of_call(source: &Source<'_>, line: &Range<usize>) -> Vec<usize> {
    let span = source.span(line.clone());
    let text = &source.text[span.clone()];
    let mut escaped = false;
    let mut quotes = Vec::new();
    for (at, c) in text.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => quotes.push(span.start + at),
            _ => {}
        }
    }
    quotes
}

/// `printf(Hello world!);`
fn words_without_quotes(site: &Site<'_, '_>) -> Option<Mend> {
    let source = site.source;
    let open = source.enclosing(site.next, "(")?;
    let close = source.partner(open)?;
    let plain =
        (open + 1..close).all(|at| matches!(source.kind(at), Some(Kind::Word | Kind::Mark | Kind::Stray)));
    let callee = source.word_before(open);
    let prints = matches!(callee, "printf" | "puts" | "print");
    (plain && prints && close > open + 1).then(|| {
        let (start, end) = (source.range(open).end, source.start(close));
        let words = (open + 1..close).filter(|&at| source.is_name(at)).count();
        Mend::insert(start, "\"", if words > 2 { 2 } else { 4 })
            .and(end..end, "\"")
            .titled("put the text in quotes")
    })
}

/// `\0` for `'\0'`, and `"..."\n` for `"...\n"`.
fn escape_without_quotes(site: &Site<'_, '_>, line: &Range<usize>) -> Vec<Mend> {
    let source = site.source;
    let mut mends = Vec::new();
    for at in line.clone().filter(|&at| source.word(at) == "\\") {
        let start = source.start(at);
        let letter = source.text[start + 1..]
            .chars()
            .next()
            .filter(char::is_ascii_alphanumeric);
        let Some(letter) = letter else { continue };
        let escape = start..start + 2;
        if at > line.start && source.kind(at - 1) == Some(Kind::Text) && source.end_before(at) == start {
            let moved = Mend::replace(start - 1..start + 2, format!("\\{letter}\""), 2);
            mends.push(
                moved
                    .clone()
                    .and(start + 2..start + 2, ",")
                    .titled("put the escape inside of the quotes"),
            );
            mends.push(moved.titled("put the escape inside of the quotes"));
        }
        if source.text[start + 2..].starts_with('"') {
            let moved = Mend::replace(start..start + 3, format!("\"\\{letter}"), 2);
            mends.push(moved.titled("put the escape inside of the quotes"));
        }
        let beside_text = at > line.start && source.kind(at - 1) == Some(Kind::Text);
        let cost = if beside_text { 3 } else { 2 };
        mends.push(Mend::replace(escape, format!("'\\{letter}'"), cost));
    }
    mends
}

/// `"a = ,"%d", a"`: a text that ends too late, and the next one too early.
fn early_quote(site: &Site<'_, '_>, line: &Range<usize>) -> Vec<Mend> {
    let source = site.source;
    let mut mends = Vec::new();
    for at in line.clone().filter(|&at| source.kind(at) == Some(Kind::Text)) {
        let (word, range) = (source.word(at), source.range(at));
        if !is_closed(word) || word.len() < 3 {
            continue;
        }
        let inner = &word[1..word.len() - 1];
        let begins_text = source.text[range.end..].starts_with('%');
        if inner.ends_with(',') && begins_text {
            let comma = range.end - 2;
            let mend = Mend::replace(comma..range.end, "\",\"", 3);
            mends.push(with_surplus_quote_removed(source, mend, range.end, line));
        }
        // The arguments are inside of the quotes.
        let comma = inner.find(',').filter(|&comma| {
            let rest = format!("{})", &inner[comma + 1..]);
            source.word(at + 1) == ")" && looks_like_arguments(source, &rest)
        });
        mends.extend(comma.map(|comma| {
            let comma = range.start + 1 + comma;
            Mend::insert(comma, "\"", 4)
                .and(range.end - 1..range.end, "")
                .titled("put the quote before the arguments")
        }));
    }
    mends
}

/// Without the last quote of the line, which belonged to the text that is closed now.
fn with_surplus_quote_removed(source: &Source<'_>, mend: Mend, from: usize, line: &Range<usize>) -> Mend {
    let quotes = quotes_of_call(source, line);
    let after: Vec<usize> = quotes.into_iter().filter(|&at| at >= from).collect();
    match after.as_slice() {
        [.., last] if after.len().is_multiple_of(2) => mend.and(*last..last + 1, ""),
        _ => mend,
    }
    .titled("put the quotes around the text")
}

/// `printf(hello");`: the quote that is there ends the text.
fn opening_place(source: &Source<'_>, at: usize) -> Option<Mend> {
    let line = source.line_tokens(at);
    let open = line
        .clone()
        .find(|&open| source.word(open) == "(" && source.is_name(open.wrapping_sub(1)))?;
    let first = open < at && !(open..at).any(|at| source.kind(at) == Some(Kind::Text));
    first.then(|| Mend::insert(source.range(open).end, "\"", 3))
}

/// `printf(%d, n)`.
fn format_without_quotes(site: &Site<'_, '_>) -> Option<Mend> {
    let source = site.source;
    let opens = site.word() == "%" && matches!(site.before(), "(" | ",");
    let line = source.line_tokens(site.next);
    let end = (site.next..line.end).find(|&at| matches!(source.word(at), "," | ")"))?;
    let (start, end) = (source.start(site.next), source.end_before(end));
    opens.then(|| {
        Mend::insert(start, "\"", 1)
            .and(end..end, "\"")
            .titled("put the format in quotes")
    })
}

/// `printf('a' is not "a");` and `printf("%d", this many things);`: all of it is text.
fn prose_in_call(site: &Site<'_, '_>, line: &Range<usize>) -> Vec<Mend> {
    let source = site.source;
    let mut calls = line
        .clone()
        .filter(|&at| matches!(source.word(at), "printf" | "puts") && source.word(at + 1) == "(");
    let close = line.clone().rev().find(|&at| source.word(at) == ")");
    let (Some(call), Some(close)) = (calls.next(), close) else {
        return Vec::new();
    };
    let in_a_row: Vec<usize> = (call + 2..close)
        .filter(|&at| source.is_name(at) && source.is_name(at + 1))
        .collect();
    let unknown = |&at: &usize| site.symbols.lookup(source.word(at), at).is_none();
    // Two names in a row may be arguments without a comma between them, if one of them is known.
    let is_prose = in_a_row.len() > 1
        || in_a_row
            .first()
            .is_some_and(|at| unknown(at) && unknown(&(at + 1)));
    if close < call + 4 || !is_prose {
        return Vec::new();
    }
    let (start, end) = (source.range(call + 1).end, source.start(close));
    let text = source.text[start..end].replace('"', "\\\"");
    let mut mends =
        vec![Mend::replace(start..end, format!("\"{text}\""), 6).titled("put the text in quotes")];
    let first = source.range(call + 2);
    let has_format = source.kind(call + 2) == Some(Kind::Text) && source.word(call + 3) == ",";
    if has_format {
        let rest = source.start(call + 4);
        let joined = Mend::replace(first.end - 1..rest, " ", 4).and(end..end, "\"");
        mends.push(joined.titled("put the rest of the text in its quotes"));
        if is_bare_conversion(source.word(call + 2)) {
            let alone = Mend::replace(start..rest, "\"", 3).and(end..end, "\"");
            mends.push(alone.titled("put the text in quotes"));
        }
    }
    mends
}

/// `"%d"`: a format without any text of its own.
fn is_bare_conversion(text: &str) -> bool {
    let inner = text.trim_matches('"');
    inner.starts_with('%') && inner.chars().skip(1).all(char::is_alphanumeric)
}
