//! Keywords that are misspelt, written in capitals, or grown together with their neighbour.
//!
//! `whlie (x)`, `Int n`, `elseif`, `ifx > 0)`, `retrun 0`.

use super::Site;
use crate::c::complaint::Complaint;
use crate::c::near;
use crate::c::token::Kind;
use crate::c::words;
use crate::mend::{Cost, Mend};

pub(super) fn mends(site: &Site<'_, '_>) -> Vec<Mend> {
    if !site.is_syntax() && !is_about_name(site) {
        return Vec::new();
    }
    let source = site.source;
    let mut mends = left_out(site);
    mends.extend(apart(site));
    mends.extend(of_another_language(site));
    let line = source.line_tokens(site.next.saturating_sub(1));
    let from = line.start.min(site.statement());
    let last = site.next.max(line.end.saturating_sub(1));
    let names = (from..=last).filter(|&at| source.is_name(at) && source.kind(at) == Some(Kind::Word));
    for at in names.filter(|&at| !is_declared(site, at)) {
        mends.extend(misspelt(site, at));
        mends.extend(grown_together(site, at));
        mends.extend(type_behind_name(site, at));
    }
    mends
}

fn is_about_name(site: &Site<'_, '_>) -> bool {
    matches!(
        site.fault.complaint,
        Complaint::Undeclared(_) | Complaint::UnknownType(_) | Complaint::UnknownFunction(_)
    )
}

fn is_declared(site: &Site<'_, '_>, at: usize) -> bool {
    site.symbols.lookup(site.source.word(at), at).is_some()
}

fn misspelt(site: &Site<'_, '_>, at: usize) -> Vec<Mend> {
    let source = site.source;
    let name = source.word(at);
    // Short words are near to many others.
    let is_likely = |keyword: &&str| {
        near::is_near(name, keyword) && (name.len() > 5 || near::distance(name, keyword) <= 3)
    };
    let likely = words::keywords().filter(|keyword| is_likely(keyword) && name.len() > 1);
    likely
        .filter_map(|keyword| {
            let cost = cost(site, at, keyword)?;
            Some(Mend::replace(
                source.range(at),
                keyword,
                cost + slips(name, keyword),
            ))
        })
        .collect()
}

fn slips(name: &str, keyword: &str) -> Cost {
    Cost::try_from(near::distance(name, keyword) / 2).unwrap_or(Cost::MAX)
}

/// `elif (x)` and `elsif (x)`, as other languages have it.
fn of_another_language(site: &Site<'_, '_>) -> Option<Mend> {
    let source = site.source;
    let words = site.statement().saturating_sub(1)..=site.next;
    let mut words = words.filter(|&at| matches!(source.word(at), "elif" | "elsif" | "elseif" | "elsf"));
    let at = words.next().filter(|&at| source.word(at + 1) == "(")?;
    Some(Mend::replace(source.range(at), "else if", 1))
}

/// The cost of reading a name as a keyword; `None` where the keyword could not stand.
fn cost(site: &Site<'_, '_>, at: usize, keyword: &str) -> Option<Cost> {
    let source = site.source;
    let next = source.word(at + 1);
    let starts =
        matches!(source.word_before(at), ";" | "{" | "}" | ")" | "else" | "" | ":") || source.begins_line(at);
    let fits = match keyword {
        "if" | "while" | "for" | "switch" => starts && next == "(",
        "else" | "do" => starts && (next == "{" || source.kind(at + 1) == Some(Kind::Word)),
        "return" | "case" | "goto" => starts && next != "(" && next != "=",
        "break" | "continue" => starts && next == ";",
        "default" => next == ":",
        "sizeof" => next == "(",
        _ if words::is_type_keyword(keyword) || keyword == "typedef" => {
            matches!(source.kind(at + 1), Some(Kind::Word)) || next == "*" && !source.begins_line(at + 1)
        }
        _ => false,
    };
    fits.then_some(1)
}

/// `elseif`, `intn`, `returnx`: a keyword without a blank behind it.
fn grown_together(site: &Site<'_, '_>, at: usize) -> Vec<Mend> {
    let source = site.source;
    let name = source.word(at);
    let (start, end) = (source.start(at), source.range(at).end);
    words::keywords()
        .filter(|keyword| name.len() > keyword.len() && name.starts_with(keyword))
        .filter_map(|keyword| {
            let rest = &name[keyword.len()..];
            let is_known = words::is_keyword(rest)
                || rest.starts_with(|c: char| c.is_ascii_digit())
                || site.symbols.lookup(rest, at).is_some()
                || words::is_type_keyword(keyword) && !rest.starts_with('_');
            let middle = start + keyword.len();
            if matches!(keyword, "if" | "while" | "for" | "switch") && !words::is_keyword(rest) {
                let closes = source
                    .line_tokens(at)
                    .any(|at| source.word(at) == ")" && source.partner(at).is_none());
                return (is_known && closes).then(|| Mend::insert(middle, "(", 2));
            }
            let before = source.word_before(at) == "(" && source.word(at + 1) == ")";
            if before && words::is_type_keyword(keyword) {
                let cast = Mend::insert(start, "(", 2).and(middle..middle, ")");
                return Some(cast.titled(format!("write '({keyword}){rest}'")));
            }
            let cost = if words::is_keyword(rest) { 1 } else { 3 };
            (is_known && end > middle)
                .then(|| Mend::insert(middle, " ", cost).titled(format!("write '{keyword} {rest}'")))
        })
        .collect()
}

/// `size of(int)`, `re turn 0;`: a keyword with a blank in it.
fn apart(site: &Site<'_, '_>) -> Option<Mend> {
    let source = site.source;
    let line = source.line_tokens(site.next.saturating_sub(1));
    let mut pairs = line.start..line.end.saturating_sub(1);
    pairs.find_map(|at| {
        let joined = format!("{}{}", source.word(at), source.word(at + 1));
        let keyword = words::keywords().find(|keyword| *keyword == joined)?;
        let is_apart = source.text.get(source.range(at).end..source.start(at + 1)) == Some(" ");
        let place = source.start(at)..source.range(at + 1).end;
        is_apart.then(|| Mend::replace(place, keyword, 1))
    })
}

/// `areaint w)`: a function's name and the type of its first parameter.
fn type_behind_name(site: &Site<'_, '_>, at: usize) -> Option<Mend> {
    let source = site.source;
    let name = source.word(at);
    let line = source.line_tokens(at);
    let closes = (at..line.end).any(|at| source.word(at) == ")" && source.partner(at).is_none());
    let keyword = words::PLAIN_TYPES
        .iter()
        .find(|keyword| name.ends_with(**keyword))?;
    let middle = source.range(at).end - keyword.len();
    (closes && name.len() > keyword.len()).then(|| Mend::insert(middle, "(", 2))
}

/// `(i = 0; i < n; i++)` and `(x > 0) {`: the keyword before the brackets is missing.
fn left_out(site: &Site<'_, '_>) -> Vec<Mend> {
    let source = site.source;
    let line = source.line_tokens(site.next.saturating_sub(1));
    let first = line.start;
    if !site.is_syntax()
        || source.word(first) != "("
        || !matches!(source.word_before(first), ";" | "{" | "}" | ")")
    {
        return Vec::new();
    }
    let at = source.start(first);
    let separated = line.clone().filter(|&at| source.word(at) == ";").count() >= 2;
    let block = source
        .partner(first)
        .is_some_and(|close| source.word(close + 1) == "{");
    match (separated, block) {
        (true, _) => vec![Mend::insert(at, "for", 1)],
        (_, true) => vec![Mend::insert(at, "if ", 2), Mend::insert(at, "while ", 3)],
        _ => Vec::new(),
    }
}
