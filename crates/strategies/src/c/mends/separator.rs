//! Semicolons and commas between statements, declarations and arguments.
//!
//! `x = 1` at the end of a line, `int a,` before a statement, `"%d" n`.

use super::Site;
use crate::c::token::Kind;
use crate::c::words;
use crate::mend::Mend;

pub(super) fn mends(site: &Site<'_, '_>) -> Vec<Mend> {
    let mut mends = Vec::new();
    mends.extend(semicolon(site));
    mends.extend(other_separator(site));
    mends.extend(comma_before_statement(site));
    mends.extend(comma_between_arguments(site));
    mends.extend(comma_within_text(site));
    mends.extend(semicolon_between_arguments(site));
    mends.extend(semicolon_behind_body(site));
    mends.extend(semicolon_before_body(site));
    mends.extend(type_again(site));
    mends.extend(statement_behind_label(site));
    mends
}

/// A statement or declaration that is not ended.
fn semicolon(site: &Site<'_, '_>) -> Option<Mend> {
    let source = site.source;
    let in_loop = source
        .enclosing(site.next, "(")
        .is_some_and(|open| source.is_for(open));
    let open = source.enclosing(site.next, "(").is_some();
    let ends_line = source.begins_line(site.next);
    let cost = match (
        ends_line || matches!(site.word(), "}" | ""),
        words::STATEMENTS.contains(&site.word()),
    ) {
        _ if open && !in_loop => 8,
        (true, _) => 1,
        (false, true) => 2,
        (false, false) => 5,
    };
    site.wants(";")
        .then(|| Mend::insert(source.end_before(site.next), ";", cost))
}

/// `case 1: f():` and `f(),` where a statement ends.
fn other_separator(site: &Site<'_, '_>) -> Option<Mend> {
    let is_other = matches!(site.word(), ":" | "," | ".");
    (site.wants(";") && is_other).then(|| Mend::replace(site.source.range(site.next), ";", 3))
}

/// `int a, b,` and then a statement: the last comma was meant as a semicolon.
fn comma_before_statement(site: &Site<'_, '_>) -> Vec<Mend> {
    let source = site.source;
    if !site.is_syntax() {
        return Vec::new();
    }
    let line = source.line(site.next);
    let near = (site.next.saturating_sub(40)..site.next + 1).filter(|&at| source.word(at) == ",");
    let ends_line = near.filter(|&at| source.begins_line(at + 1) && source.line(at) + 4 > line);
    let open = |at: usize| source.enclosing(at, "(").is_none() && source.enclosing(at, "[").is_none();
    ends_line
        .filter(|&at| open(at))
        .map(|at| Mend::replace(source.range(at), ";", 3))
        .collect()
}

/// `printf("%d" n)`, `scanf("%d"&n)`, `f(a b)`.
fn comma_between_arguments(site: &Site<'_, '_>) -> Option<Mend> {
    let source = site.source;
    let in_call = source
        .enclosing(site.next, "(")
        .is_some_and(|open| source.is_name(open.wrapping_sub(1)));
    let wanted = site.wants(")") || site.wants("}");
    let text = |at: usize| source.kind(at) == Some(Kind::Text);
    let in_list = source
        .enclosing(site.next, "{")
        .is_some_and(|open| source.word_before(open) == "=");
    let begins_value = matches!(
        source.kind(site.next),
        Some(Kind::Word | Kind::Number | Kind::Text | Kind::Character)
    ) && !words::is_keyword(site.word());
    let beside_text = site.next > 0 && (text(site.next - 1) || text(site.next));
    let cost = if beside_text { 2 } else { 4 };
    ((in_call || in_list) && wanted && begins_value)
        .then(|| Mend::insert(source.end_before(site.next), ",", cost).titled("insert ','"))
}

/// `printf("%d," n)`: the comma that separates the arguments has got into the text.
fn comma_within_text(site: &Site<'_, '_>) -> Option<Mend> {
    let source = site.source;
    let text = site
        .next
        .checked_sub(1)
        .filter(|&at| source.kind(at) == Some(Kind::Text))?;
    let begins_value =
        matches!(source.kind(site.next), Some(Kind::Word | Kind::Number)) || site.word() == "&";
    let end = source.range(text).end;
    let is_within = source.word(text).len() > 2 && source.word(text).ends_with(",\"");
    (site.wants(")") && begins_value && is_within)
        .then(|| Mend::replace(end - 2..end, "\",", 1).titled("put the comma behind the text"))
}

/// `f(a; b)`.
fn semicolon_between_arguments(site: &Site<'_, '_>) -> Option<Mend> {
    let source = site.source;
    let is_other = matches!(site.word(), ";" | "." | ":");
    let last =
        matches!(source.word(site.next + 1), ")" | "}" | ";" | "") || source.begins_line(site.next + 1);
    (site.wants(")") && is_other && !last).then(|| Mend::replace(source.range(site.next), ",", 2))
}

/// `struct s { ... }` and then a `typedef` or a function.
fn semicolon_behind_body(site: &Site<'_, '_>) -> Option<Mend> {
    let source = site.source;
    let close = (0..site.next).rev().find(|&at| source.word(at) == "}")?;
    let open = source.partner(close)?;
    let header = source.statement_start(open);
    let defines = (header..open).any(|at| matches!(source.word(at), "struct" | "union" | "enum" | "class"));
    let unended = !matches!(source.word(close + 1), ";" | "," | "*") && !source.is_name(close + 1);
    let fits = site.is_syntax() || site.fault.message.contains("data types");
    (fits && defines && unended).then(|| Mend::insert(source.range(close).end, ";", 1))
}

/// `int main();` and then its body.
fn semicolon_before_body(site: &Site<'_, '_>) -> Option<Mend> {
    let source = site.source;
    let semicolon = site.next.checked_sub(1).filter(|&at| source.word(at) == ";")?;
    let function = site.word() == "{"
        && source.word_before(semicolon) == ")"
        && source.enclosing(semicolon, "{").is_none();
    function.then(|| Mend::delete(source.range(semicolon), ";", 1))
}

/// `int a, int b;`: the type is repeated.
fn type_again(site: &Site<'_, '_>) -> Vec<Mend> {
    let source = site.source;
    let again = words::is_type_keyword(site.word()) && site.before() == ",";
    if !again || !site.is_syntax() || site.next == 0 {
        return Vec::new();
    }
    let comma = source.range(site.next - 1);
    vec![
        Mend::delete(
            source.start(site.next)..source.start(site.next + 1),
            site.word(),
            2,
        ),
        Mend::replace(comma, ";", 3),
    ]
}

/// `case 1: int n;`: a label wants a statement.
fn statement_behind_label(site: &Site<'_, '_>) -> Option<Mend> {
    let source = site.source;
    let wants_statement = site
        .fault
        .message
        .contains("label can only be part of a statement")
        || site.fault.message.contains("label at end of compound statement");
    let colon = (0..=site.next).rev().find(|&at| source.word(at) == ":")?;
    wants_statement.then(|| Mend::insert(source.range(colon).end, ";", 2))
}
