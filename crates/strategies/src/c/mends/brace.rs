//! Braces: where indentation shows that a block ends, begins, or should not have ended.

use std::collections::BTreeSet;

use super::Site;
use crate::c::complaint::Complaint;
use crate::c::source::Source;
use crate::c::symbols::end_of_statement;
use crate::mend::{Cost, Mend};

pub(super) fn mends(site: &Site<'_, '_>) -> Vec<Mend> {
    let mut mends = Vec::new();
    if is_about_missing(site) {
        mends.extend(missing_close(site));
        mends.extend(surplus_open(site));
    }
    if is_about_surplus(site) {
        mends.extend(surplus_close(site));
        mends.extend(missing_open(site));
    }
    if site.is_syntax() || is_about_parameters(site) {
        mends.extend(function_without_open(site));
        mends.extend(open_for_close(site));
    }
    mends
}

/// The text ends, or a function begins, inside a block.
fn is_about_missing(site: &Site<'_, '_>) -> bool {
    let nested = site
        .report
        .faults
        .iter()
        .any(|fault| fault.complaint == Complaint::EndOfText);
    nested && site.is_syntax()
}

/// A statement is outside of all functions.
fn is_about_surplus(site: &Site<'_, '_>) -> bool {
    let wants = site.wants("identifier")
        || site.wants("}")
        || site.wants("...")
        || site.wants("=")
        || site.wants(")");
    let outside = site.source.enclosing(site.next, "{").is_none();
    let before_else = site.word() == "else";
    (wants && outside) || before_else || matches!(site.fault.complaint, Complaint::Misplaced(_))
}

/// A block that is open although indentation shows that it has ended.
struct Open {
    token: usize,
    indent: usize,
    /// Whether the block's content is indented, so that indentation shows where it ends.
    is_indented: bool,
}

impl Open {
    fn at(source: &Source<'_>, token: usize) -> Self {
        let indent = source.indent(token);
        let is_indented = source.begins_line(token + 1) && source.indent(token + 1) > indent;
        Self {
            token,
            indent,
            is_indented,
        }
    }

    /// Returns whether a line at this depth shows that the block has ended.
    fn is_over_at(&self, indent: usize) -> bool {
        match self.is_indented {
            true => indent <= self.indent,
            false => indent < self.indent,
        }
    }
}

/// Places for the brace that is missing, the likeliest first.
fn missing_close(site: &Site<'_, '_>) -> Vec<Mend> {
    let source = site.source;
    let mut places = contradictions(source);
    // Once a brace is missing, the lines below contradict the braces as well.
    for later in places.iter_mut().skip(1) {
        later.cost += 1;
    }
    places.sort_by_key(|place| (place.cost, place.before));
    places.truncate(4);
    places.extend(before_last_return(source));
    places.push(Place {
        before: source.tokens.len(),
        indent: 0,
        cost: 4,
    });
    places.extend(before_closing(source));
    let mut seen = BTreeSet::new();
    places.retain(|place| seen.insert(place.before));
    places.iter().map(|place| place.close(source)).collect()
}

/// A place where a brace may be missing.
struct Place {
    /// The token that it belongs before.
    before: usize,
    indent: usize,
    cost: Cost,
}

impl Place {
    fn close(&self, source: &Source<'_>) -> Mend {
        let brace = format!("\n{}}}", " ".repeat(self.indent));
        Mend::insert(source.end_before(self.before), brace, self.cost).titled("insert '}'")
    }
}

/// Lines that are indented too little for the blocks that are open.
fn contradictions(source: &Source<'_>) -> Vec<Place> {
    let mut open: Vec<Open> = Vec::new();
    let mut places = Vec::new();
    // Before the brace that is never closed, all braces are balanced.
    let first = source
        .all("{")
        .find(|&at| source.partner(at).is_none())
        .unwrap_or(0);
    for at in first..source.tokens.len() {
        if source.begins_line(at) {
            places.extend(contradiction(source, &open, at));
        }
        match source.word(at) {
            "{" => open.push(Open::at(source, at)),
            "}" => drop(open.pop()),
            _ => {}
        }
    }
    places
}

/// Returns whether a line shows that one of the open blocks should have ended before it.
fn contradiction(source: &Source<'_>, open: &[Open], at: usize) -> Option<Place> {
    let word = source.word(at);
    let indent = source.indent(at);
    let line = source.line(at);
    let closes = usize::from(word == "}");
    let place = |block: &Open, cost| Place {
        before: at,
        indent: block.indent,
        cost,
    };
    let innermost = open.last()?;
    if word == "}" && indent < innermost.indent {
        return Some(place(innermost, 2));
    }
    let is_over = |block: &&Open| block.is_over_at(indent) && source.line(block.token) < line;
    // A closing brace ends the innermost block.
    let over = open[..open.len().saturating_sub(closes)].iter().find(is_over)?;
    let cost = match begins_function(source, at) {
        true => 1,
        // Too few closed blocks at the end do not show where one should have been closed.
        false if at + 1 == source.tokens.len() => 4,
        false => 2,
    };
    let is_line = word != "{" && word != "else";
    is_line.then(|| place(over, cost))
}

/// Before the `return` that ends the text: nothing behind it in its block is ever reached.
fn before_last_return(source: &Source<'_>) -> Option<Place> {
    let last = source.all("return").last()?;
    let end = (last..source.tokens.len()).find(|&at| source.word(at) == ";")?;
    let closing = (end + 1..source.tokens.len()).all(|at| source.word(at) == "}");
    (closing && source.begins_line(last)).then(|| Place {
        before: last,
        indent: source.indent(last),
        cost: 3,
    })
}

/// Before the last braces of the text, dearer the farther up.
fn before_closing(source: &Source<'_>) -> Vec<Place> {
    let closing: Vec<usize> = source.all("}").collect();
    let opening = closing
        .into_iter()
        .rev()
        .filter(|&at| source.word_before(at) != "}");
    opening
        .zip(5..)
        .take(4)
        .map(|(before, cost)| Place {
            before,
            indent: source.indent(before),
            cost,
        })
        .collect()
}

fn begins_function(source: &Source<'_>, at: usize) -> bool {
    let is_type = crate::c::words::PLAIN_TYPES.contains(&source.word(at));
    let mut name = at + 1;
    while source.word(name) == "*" {
        name += 1;
    }
    let close = source.partner(name + 1).filter(|_| source.word(name + 1) == "(");
    is_type && source.is_name(name) && close.is_some_and(|close| source.word(close + 1) == "{")
}

/// A brace that nothing needs to be open.
fn surplus_open(site: &Site<'_, '_>) -> Vec<Mend> {
    let source = site.source;
    let unmatched = source.all("{").filter(|&at| source.partner(at).is_none());
    let beside = |at: usize| source.range(at).end == source.start(at + 1);
    let below = |at: usize| {
        source.begins_line(at) && source.begins_line(at + 1) && source.indent(at) == source.indent(at + 1)
    };
    let doubled = |at: usize| source.word(at + 1) == "{" && (beside(at) || below(at));
    let unmatched = unmatched.chain(
        source
            .all("{")
            .filter(|&at| stands_alone(source, at) || doubled(at)),
    );
    unmatched
        .map(|at| {
            let cost = match (source.word_before(at), stands_alone(source, at)) {
                _ if doubled(at) => 1,
                ("{" | ";" | "}", _) => 3,
                (_, true) => 4,
                _ => 6,
            };
            let range = match below(at) {
                true => source.with_layout(source.range(at)),
                false => source.range(at),
            };
            Mend::delete(range, "{", cost)
        })
        .collect()
}

/// Returns whether no header and no list wants this brace.
fn stands_alone(source: &Source<'_>, at: usize) -> bool {
    matches!(source.word_before(at), ";" | "{" | "}")
}

/// The closing braces before the fault: where indentation and braces disagree, one is too many.
fn surplus_close(site: &Site<'_, '_>) -> Vec<Mend> {
    let source = site.source;
    let start = function_start(source, site.next);
    let closing: Vec<usize> = (start..=site.next.min(source.tokens.len().saturating_sub(1)))
        .filter(|&at| source.word(at) == "}")
        .collect();
    let Some(last) = closing
        .iter()
        .rev()
        .find(|at| **at < site.next)
        .copied()
        .or(closing.last().copied())
    else {
        return Vec::new();
    };
    // Any of several braces in a row may be removed: the texts differ only in layout.
    let rows = closing
        .iter()
        .filter(|&&at| source.word(at + 1) != "}" || at == site.next);
    let mut rows: Vec<(usize, Cost)> = rows
        .map(|&at| (at, surplus_cost(source, at, at == last)))
        .collect();
    rows.sort_by_key(|&(at, cost)| (cost, std::cmp::Reverse(at)));
    rows.into_iter()
        .take(8)
        .map(|(at, cost)| Mend::delete(source.with_layout(source.range(at)), "}", cost))
        .collect()
}

/// The cost of removing the row of closing braces that ends at a token.
fn surplus_cost(source: &Source<'_>, last: usize, is_last: bool) -> Cost {
    let mut first = last;
    while first > 0 && source.word_before(first) == "}" {
        first -= 1;
    }
    let agrees = |at: usize| {
        let open = source.partner(at);
        open.is_some_and(|open| {
            !source.begins_line(at)
                || source.indent(open) == source.indent(at)
                || source.line(open) == source.line(at)
        })
    };
    // A block that has just been closed at the same depth.
    let doubled = (first + 1..=last).any(|at| {
        source.begins_line(at)
            && source.begins_line(at - 1)
            && source.indent(at) == source.indent(at - 1)
            && !agrees(at)
    });
    let misplaced = (first..=last).filter(|&at| !agrees(at)).count();
    match (misplaced > 0, is_last) {
        _ if doubled => 1,
        (true, true) => 2,
        (true, false) => 3,
        (false, true) => 4,
        (false, false) => 6,
    }
}

/// The beginning of the function before a token: the last block that begins at the left edge.
fn function_start(source: &Source<'_>, at: usize) -> usize {
    (0..at)
        .rfind(|&token| begins_function(source, token))
        .unwrap_or(0)
}

/// A header whose body has several deeper lines and no brace.
fn missing_open(site: &Site<'_, '_>) -> Vec<Mend> {
    let source = site.source;
    let start = function_start(source, site.next);
    let headers = (start..site.next).filter_map(|at| header_end(source, at).map(|end| (at, end)));
    let mut mends: Vec<Mend> = Vec::new();
    for (at, end) in headers {
        if source.word(end) == "{" || !source.begins_line(end) {
            continue;
        }
        let second = end_of_statement(source, end);
        let deeper = second < site.next
            && source.begins_line(second)
            && source.indent(second) > source.indent(at)
            && source.word(second) != "}";
        let closed = source.word(second) == "}"
            && source.begins_line(second)
            && source.indent(second) == source.indent(at)
            && source
                .partner(second)
                .is_some_and(|open| source.indent(open) != source.indent(at));
        let cost = match (closed, deeper) {
            (true, _) => 1,
            (_, true) => 2,
            _ => 6,
        };
        let place = source.end_before(end);
        mends.push(Mend::insert(place, "{", cost));
    }
    mends.sort_by_key(|mend| mend.cost);
    mends.truncate(4);
    mends
}

/// The token behind the header of a statement that may have a block.
fn header_end(source: &Source<'_>, at: usize) -> Option<usize> {
    match source.word(at) {
        "if" | "while" | "for" | "switch" if source.word(at + 1) == "(" => Some(source.partner(at + 1)? + 1),
        "else" if source.word(at + 1) != "if" => Some(at + 1),
        "do" => Some(at + 1),
        _ => None,
    }
}

/// `int main()` and then statements, or another bracket than `{`.
fn function_without_open(site: &Site<'_, '_>) -> Option<Mend> {
    let source = site.source;
    let outside = source.enclosing(site.next, "{").is_none();
    let close = (0..site.next).rev().find(|&at| source.word(at) == ")")?;
    let name = source.partner(close)?.checked_sub(1)?;
    let typed = source.is_name(name) && !source.begins_line(name);
    let at = source.range(close).end;
    match source.word(close + 1) {
        _ if !outside || !typed || close + 12 < site.next => None,
        "{" | ";" | "," => None,
        "(" | "[" => Some(Mend::replace(source.range(close + 1), "{", 2)),
        _ => Some(Mend::insert(at, "{", 2)),
    }
}

/// A block that ends with `{`.
fn open_for_close(site: &Site<'_, '_>) -> Vec<Mend> {
    let source = site.source;
    let last = source.tokens.len().saturating_sub(1);
    let unmatched = source.all("{").filter(|&at| {
        source.partner(at).is_none()
            && (at == last || source.begins_line(at) && matches!(source.word_before(at), ";" | "}"))
    });
    unmatched
        .map(|at| Mend::replace(source.range(at), "}", if at == last { 2 } else { 5 }))
        .collect()
}

/// Statements that are read as declarations of parameters, since no brace begins the body.
fn is_about_parameters(site: &Site<'_, '_>) -> bool {
    let message = &site.fault.message;
    matches!(site.fault.complaint, Complaint::UnknownType(_))
        || message.starts_with("parameter '")
        || message.starts_with("declaration for parameter")
}
