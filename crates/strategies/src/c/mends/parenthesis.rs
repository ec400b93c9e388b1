//! Round and square brackets: missing, surplus, of the wrong kind, at the wrong place.

use super::{Site, condition};
use crate::c::complaint::Complaint;
use crate::c::source::Source;
use crate::c::token::Kind;
use crate::mend::{Cost, Mend};

pub(super) fn mends(site: &Site<'_, '_>) -> Vec<Mend> {
    if !site.is_syntax()
        && !matches!(
            site.fault.complaint,
            Complaint::TooFewArguments(_) | Complaint::TooManyArguments(_) | Complaint::NotArray
        )
    {
        return Vec::new();
    }
    let mut mends = Vec::new();
    mends.extend(close_index(site));
    mends.extend(mismatched(site));
    mends.extend(semicolon_inside(site));
    mends.extend(close_here(site));
    mends.extend(swapped_close(site));
    mends.extend(wrong_kind(site));
    mends.extend(around_unclosed(site));
    mends.extend(surplus(site));
    mends.extend(condition::mends(site));
    mends.extend(call_without(site));
    mends.extend(braces_for_parentheses(site));
    mends.extend(misplaced_open(site));
    mends.extend(brace_of_parameters(site));
    mends
}

/// `int area{int w)`.
fn brace_of_parameters(site: &Site<'_, '_>) -> Option<Mend> {
    let source = site.source;
    let line = source.line_tokens(site.next);
    let closes = line
        .clone()
        .any(|at| source.word(at) == ")" && source.partner(at).is_none());
    let mut braces = line.filter(|&at| source.word(at) == "{" && source.is_name(at.wrapping_sub(1)));
    let brace = braces.find(|&at| crate::c::words::is_type_keyword(source.word(at + 1)))?;
    closes.then(|| Mend::replace(source.range(brace), "(", 1))
}

/// `f(x;)`: the bracket belongs before the semicolon.
fn semicolon_inside(site: &Site<'_, '_>) -> Option<Mend> {
    let source = site.source;
    let closes = matches!(source.word(site.next + 1), ")" | "]");
    let first = site.word() == ";" && closes && (site.wants(")") || site.wants("]"));
    first.then(|| {
        let mend = Mend::delete(source.range(site.next), ";", 1);
        match source.word(site.next + 2) {
            ";" => mend,
            _ => mend
                .and(
                    source.range(site.next + 1).end..source.range(site.next + 1).end,
                    ";",
                )
                .titled("put ';' behind the bracket"),
        }
    })
}

/// The bracket that is wanted, where it is wanted.
fn close_here(site: &Site<'_, '_>) -> Vec<Mend> {
    let source = site.source;
    let at = source.end_before(site.next);
    let wanted = [")", "]", "("].into_iter().filter(|bracket| site.wants(bracket));
    let header_end = site.word() == "{" || site.word() == ";" || source.begins_line(site.next);
    let open = source.enclosing(site.next, "(");
    wanted
        .map(|bracket| {
            let cost = match bracket {
                "(" => 6,
                "]" => 2,
                // The bracket that is open is there to be closed.
                _ if header_end && open.is_some() => 2,
                _ => 5,
            };
            Mend::insert(at, bracket, cost)
        })
        .collect()
}

/// `s[i!] = 0`: an operator that slipped into the brackets.
fn swapped_close(site: &Site<'_, '_>) -> Option<Mend> {
    let source = site.source;
    let closing = source.word(site.next + 1);
    let slipped = matches!(site.word(), "!" | "=" | "<" | ">" | "+" | "-") && matches!(closing, "]" | ")");
    (slipped && site.is_syntax()).then(|| {
        let range = source.start(site.next)..source.range(site.next + 1).end;
        Mend::replace(range, format!("{closing}{}", site.word()), 3)
    })
}

/// A closing bracket of another kind than the open one.
fn wrong_kind(site: &Site<'_, '_>) -> Vec<Mend> {
    let source = site.source;
    let kinds: &[&'static str] = &[")", "]", "}"];
    let places = [site.next, site.next.wrapping_sub(1)];
    let brackets = places
        .into_iter()
        .filter(|&at| kinds.contains(&source.word(at)) && source.partner(at).is_none());
    brackets
        .flat_map(|at| {
            let own = source.word(at);
            let others = kinds.iter().filter(move |kind| **kind != own);
            others.map(move |&kind| Mend::replace(source.range(at), kind, wrong_kind_cost(source, at, kind)))
        })
        .collect()
}

fn wrong_kind_cost(source: &Source<'_>, at: usize, kind: &str) -> Cost {
    let opening = match kind {
        ")" => "(",
        "]" => "[",
        _ => "{",
    };
    let open = ["(", "[", "{"]
        .into_iter()
        .filter_map(|open| source.enclosing(at, open))
        .max();
    match open.is_some_and(|open| source.word(open) == opening) {
        true => 3,
        false => 6,
    }
}

/// The brackets that are open at the fault: each may be one too many, or may have to be closed
/// before an operator.
fn around_unclosed(site: &Site<'_, '_>) -> Vec<Mend> {
    if !site.wants(")") {
        return Vec::new();
    }
    let source = site.source;
    let start = site.statement();
    let unclosed: Vec<usize> = (start..site.next)
        .filter(|&at| source.word(at) == "(" && source.partner(at).is_none_or(|close| close >= site.next))
        .collect();
    let mut mends = Vec::new();
    for &open in &unclosed {
        let doubled = source.word_before(open) == "(" || source.word(open + 1) == "(";
        let of_call = source.kind(open.wrapping_sub(1)) == Some(Kind::Word);
        let before_statement = matches!(source.word_before(open), ")" | ";" | "{" | "}" | "else")
            && source.kind(open + 1) == Some(Kind::Word);
        let around_text = source.word(open + 1) == "(" && source.kind(open + 2) == Some(Kind::Text);
        let cost = match (doubled, of_call) {
            _ if before_statement || around_text && of_call => 1,
            (_, true) => 9,
            (true, _) => 5,
            _ => 6,
        };
        mends.push(Mend::delete(source.range(open), "(", cost));
        let operators = (open + 1..site.next).filter(|&at| is_boundary(source, at));
        let inside = operators.filter(|&at| source.enclosing(at, "(") == Some(open));
        mends.extend(inside.map(|at| {
            let beside_group = matches!(source.word(at), "&&" | "||") && source.word(at + 1) == "(";
            let plain = !(open + 1..at).any(|at| source.word(at) == "(");
            let among_groups = matches!(source.word_before(open), "&&" | "||");
            let cost = match beside_group && plain && among_groups {
                true => 1,
                false => 4 + Cost::from(of_call),
            };
            Mend::insert(source.end_before(at), ")", cost)
        }));
    }
    mends
}

pub(super) fn is_boundary(source: &Source<'_>, at: usize) -> bool {
    matches!(
        source.word(at),
        "&&" | "||" | "<" | ">" | "==" | "<=" | ">=" | "!=" | "/" | "+" | "-" | "*" | ","
    )
}

/// A surplus closing bracket: the reported one, or one before it in the statement.
fn surplus(site: &Site<'_, '_>) -> Vec<Mend> {
    let source = site.source;
    let surplus = matches!(site.word(), ")" | "]");
    let of_call = matches!(
        site.fault.complaint,
        Complaint::TooFewArguments(_) | Complaint::TooManyArguments(_)
    );
    let early = condition::closed_early(site);
    if !surplus && !of_call && early.is_none() {
        return Vec::new();
    }
    let end = source.line_tokens(site.next).end;
    let last = if surplus { site.next + 1 } else { end };
    let start = source
        .statement_start(site.next.saturating_sub(1))
        .min(source.line_tokens(site.next).start);
    let closing = (start..last).filter(|&at| matches!(source.word(at), ")" | "]"));
    let unmatched = (start..end).any(|at| source.word(at) == ")" && source.partner(at).is_none());
    closing
        .filter(|_| unmatched || surplus)
        .map(|at| {
            let cost = match (at == site.next, source.word(at + 1)) {
                (true, _) => 3,
                (_, ")") => 5,
                (_, ",") => 3,
                (_, "&&" | "||") => 4,
                _ => 6,
            };
            Mend::delete(source.range(at), source.word(at), cost)
        })
        .collect()
}

/// `printf "hello";`: a call without brackets.
fn call_without(site: &Site<'_, '_>) -> Vec<Mend> {
    let source = site.source;
    let Some(name) = site.next.checked_sub(1).filter(|&at| source.is_name(at)) else {
        return Vec::new();
    };
    let is_text = source.kind(site.next) == Some(Kind::Text);
    if !is_text {
        return Vec::new();
    }
    let start = source.start(site.next);
    if source.word_before(name) == "(" {
        return vec![moved_open(source, name - 1, start)];
    }
    let line = source.line_tokens(site.next);
    let end = (site.next..line.end)
        .find(|&at| source.word(at) == ";")
        .unwrap_or(line.end);
    let close = source.end_before(end);
    let has_close = source.word_before(end) == ")" && source.partner(end - 1).is_none();
    let opened = Mend::insert(start, "(", 2);
    let mend = if has_close {
        opened
    } else {
        opened.and(close..close, ")")
    };
    let quoted = source.word(site.next);
    let mut mends = vec![mend.titled("put the arguments in brackets")];
    mends.extend(quoted_brackets(quoted).map(|text| {
        Mend::replace(source.range(site.next), text, 1).titled("put the brackets outside of the quotes")
    }));
    mends
}

/// `"(text)"` as `("text")`.
fn quoted_brackets(quoted: &str) -> Option<String> {
    let inner = quoted.strip_prefix("\"(")?.strip_suffix(")\"")?;
    Some(format!("(\"{inner}\")"))
}

/// `(printf "%d", n)`: the bracket belongs behind the name.
fn moved_open(source: &Source<'_>, open: usize, to: usize) -> Mend {
    Mend::delete(source.range(open), "(", 2)
        .and(to..to, "(")
        .titled("put '(' behind the name")
}

/// `printf{"%d", n};` and `x = {a + b};`
fn braces_for_parentheses(site: &Site<'_, '_>) -> Option<Mend> {
    let source = site.source;
    let line = source.line_tokens(site.next);
    let open = [site.next, site.next.wrapping_sub(1)]
        .into_iter()
        .find(|&at| matches!(source.word(at), "{" | "["))?;
    let callee = source.is_name(open.wrapping_sub(1)) || source.word_before(open) == "=";
    let close = source.partner(open).filter(|close| line.contains(close))?;
    let statement = source.word_before(open) == "=" && site.wants(";");
    (callee && !statement && site.is_syntax()).then(|| {
        Mend::replace(source.range(open), "(", 3)
            .and(source.range(close), ")")
            .titled("write '(' and ')'")
    })
}

/// `m([k])`: the brackets are surplus.
fn misplaced_open(site: &Site<'_, '_>) -> Option<Mend> {
    let source = site.source;
    let open = site.next.checked_sub(1)?;
    let is_index = site.word() == "[" && source.word(open) == "(";
    let close = source.partner(open)?;
    is_index.then(|| {
        Mend::delete(source.range(open), "(", 3)
            .and(source.range(close), "")
            .titled("remove '(' and ')'")
    })
}

/// `v[i == 3)`: the index ends before an operator.
fn close_index(site: &Site<'_, '_>) -> Vec<Mend> {
    let source = site.source;
    let line = source.line_tokens(site.next);
    let unclosed = line
        .clone()
        .filter(|&at| source.word(at) == "[" && source.partner(at).is_none());
    let mut mends = Vec::new();
    for open in unclosed {
        let inside = (open + 1..line.end).filter(|&at| source.enclosing(at, "[") == Some(open));
        let ends =
            inside.filter(|&at| source.word(at) == "[" || is_boundary(source, at) || source.word(at) == "=");
        mends.extend(ends.map(|at| {
            let cost = match source.word(at) {
                "[" => 1,
                "+" | "-" | "*" | "/" | "," => 4,
                _ => 1,
            };
            Mend::insert(source.end_before(at), "]", cost)
        }));
    }
    mends
}

/// `([a + b) * c`: an opening bracket of another kind than its closing one.
fn mismatched(site: &Site<'_, '_>) -> Vec<Mend> {
    let source = site.source;
    let line = source.line_tokens(site.next);
    let mut open: Vec<usize> = Vec::new();
    let mut mends = Vec::new();
    for at in line {
        let opening = match source.word(at) {
            "(" | "[" => {
                open.push(at);
                continue;
            }
            ")" => "(",
            "]" => "[",
            _ => continue,
        };
        let Some(top) = open.pop() else { continue };
        if source.word(top) != opening {
            let closing = if opening == "(" { "]" } else { ")" };
            mends.push(Mend::replace(source.range(top), opening, 2));
            mends.push(Mend::replace(source.range(at), closing, 2));
        }
    }
    mends
}
