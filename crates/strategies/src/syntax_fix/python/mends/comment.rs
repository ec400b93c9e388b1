//! Comments of other languages, and prose without a comment sign.

use crate::syntax_fix::language::{Change, Cost, Mend};
use crate::syntax_fix::python::lines::Line;
use crate::syntax_fix::python::site::Site;
use crate::syntax_fix::python::view::{View, part};
use crate::syntax_fix::python::wording::is_statement;

/// Signs that begin a comment elsewhere, the longest first.
const SIGNS: &[&str] = &["<!--", "///", "//", "/**", "/*", "--", ";;", "%%", "*/", "*"];

/// Signs that end one.
const ENDS: &[&str] = &["-->", "**/", "*/"];

pub(super) fn propose(site: &Site<'_>, out: &mut Vec<Mend>) {
    for line in site.suspects() {
        if let Some(line) = site.view.lines.get(line) {
            whole_line(site.view, line, out);
            rest_of_line(site, line, out);
        }
    }
    block(site, out);
    prose(site, out);
}

/// `//return x`: a comment, or needed code that was meant to be disabled.
fn whole_line(view: &View<'_>, line: &Line, out: &mut Vec<Mend>) {
    let place = line.text_start().min(line.range.end)..line.range.end;
    let text = view.slice(place.clone()).trim_end();
    if let Some(end) = text.strip_prefix("/*").and_then(|text| text.find("*/")) {
        let behind = part(text, end + 4..).len() - part(text, end + 4..).trim_start().len();
        let comment = place.start..place.start + end + 4 + behind;
        if comment.end < place.start + text.len() {
            out.push(Mend::delete(comment, part(text, ..end + 4), 2));
        }
    }
    let Some((sign, inner)) = without_signs(text) else {
        return;
    };
    let code = is_statement(view.known, inner);
    if !inner.is_empty() {
        let title = format!("remove '{sign}'");
        out.push(Mend::replace(place.clone(), inner.to_owned(), if code { 3 } else { 9 }).titled(title));
    }
    let apart = part(text, sign.len()..).starts_with(' ');
    let cost = match (code, apart) {
        (false, _) => 2,
        (true, true) => 5,
        (true, false) => 7,
    };
    out.push(Mend::replace(place, format!("# {inner}"), cost).titled(format!("write '#' for '{sign}'")));
}

/// The text between the signs of a comment.
fn without_signs(text: &str) -> Option<(&'static str, &str)> {
    let sign = SIGNS.iter().copied().find(|sign| text.starts_with(sign))?;
    let inner = part(text, sign.len()..).trim();
    let inner = ENDS
        .iter()
        .find_map(|end| inner.strip_suffix(end))
        .unwrap_or(inner);
    Some((sign, inner.trim()))
}

/// Returns whether `//` is between two values.
fn is_division(view: &View<'_>, left: &str, right: &str) -> bool {
    let ends_value = left
        .trim_end()
        .ends_with(|c: char| c.is_alphanumeric() || matches!(c, ')' | ']' | '_'));
    let word = right
        .trim_start()
        .split(|c: char| !c.is_alphanumeric() && c != '_')
        .next();
    let is_value = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit()) || view.known.binds(word);
    ends_value && word.is_some_and(|word| !word.is_empty() && is_value(word))
}

/// `x = 1 // one` → `x = 1 # one`.
fn rest_of_line(site: &Site<'_>, line: &Line, out: &mut Vec<Mend>) {
    let view = site.view;
    let text = view.slice(line.range.clone());
    for sign in ["//", "/*", "--", "<!--"] {
        for (offset, _) in text
            .match_indices(sign)
            .filter(|&(offset, _)| offset > line.indent)
        {
            let at = line.range.start + offset;
            let divides = sign == "//" && is_division(view, part(text, ..offset), part(text, offset + 2..));
            out.push(Mend::replace(
                at..at + sign.len(),
                "#",
                if divides { 9 } else { 4 },
            ));
            let closed = part(text, offset..)
                .trim_end()
                .strip_suffix("*/")
                .filter(|_| sign == "/*");
            if let Some(inner) = closed.map(|text| part(text, sign.len()..).trim().to_owned()) {
                out.push(
                    Mend::replace(at..line.range.end, format!("# {inner}"), 3).titled("comment with '#'"),
                );
            }
        }
    }
}

/// `/* ... */` over several lines: each becomes a comment, or all become code again.
fn block(site: &Site<'_>, out: &mut Vec<Mend>) {
    let view = site.view;
    let Some(from) = view.lines.get(view.lines.at(site.fault.at)).map(Line::text_start) else {
        return;
    };
    let text = view.slice(from..);
    let Some(length) = text.starts_with("/*").then(|| text.find("*/")).flatten() else {
        return;
    };
    let place = from..from + length + 2;
    if !part(text, ..length).contains('\n') {
        return;
    }
    let marks: Vec<Change> = (view.lines.at(from)..=view.lines.at(place.end))
        .filter_map(|line| view.lines.get(line))
        .map(|line| Change::new(line.text_start()..line.text_start(), "# "))
        .collect();
    out.extend(Mend::all(marks, 3, "comment with '#'"));
    let code = part(text, 2..length).lines().find(|line| !line.trim().is_empty());
    let cost: Cost = if code.is_some_and(|line| is_statement(view.known, line)) {
        4
    } else {
        9
    };
    let ends = vec![
        Change::new(from..from + 2, "  "),
        Change::new(place.end - 2..place.end, ""),
    ];
    out.extend(Mend::all(ends, cost, "remove '/*' and '*/'"));
}

/// Words that are not code get a comment sign.
fn prose(site: &Site<'_>, out: &mut Vec<Mend>) {
    let Some(line) = site.this_line() else {
        return;
    };
    let words = site.view.slice(line.range.clone()).split_whitespace();
    let plain = words
        .clone()
        .filter(|word| {
            word.chars()
                .all(|c| c.is_alphabetic() || matches!(c, ',' | '.' | '\''))
        })
        .count();
    let keyword = site.view.kind(line.tokens.start).is_keyword();
    let cost = if plain >= 3 && plain == words.count() && !keyword {
        7
    } else {
        25
    };
    out.push(Mend::insert(line.text_start(), "# ", cost).titled("make the line a comment"));
}
