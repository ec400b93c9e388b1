//! Faults that only a warning reports, where the command treats warnings as errors.
//!
//! `if (x); {`, `if (a = b)`, `main()` without a type, a name without a type.

use super::Site;
use crate::c::complaint::quoted;
use crate::c::words::is_type_keyword;
use crate::mend::Mend;

pub(super) fn mends(site: &Site<'_, '_>) -> Vec<Mend> {
    let message = site.fault.message.as_str();
    let is_header =
        message.contains(" clause does not guard") || message.starts_with("suggest braces around empty body");
    let is_assignment = message.starts_with("suggest parentheses around assignment used as truth value")
        || message.starts_with("using the result of an assignment as a condition");
    let mend = match () {
        () if is_header => semicolon_behind_header(site),
        () if is_assignment => assignment_for_comparison(site),
        () if message.contains("defaults to 'int'") => return without_type(site),
        () if message.contains("without a cast") => turned_comparison(site).or_else(|| shadowing(site)),
        () => None,
    };
    mend.into_iter().collect()
}

/// `main()`, `f(n)` and `static count;`: what C took for an `int` once.
pub(super) fn without_type(site: &Site<'_, '_>) -> Vec<Mend> {
    let message = site.fault.message.as_str();
    let mend = match () {
        () if message.starts_with("return type defaults to 'int'") => result_without_type(site),
        () if message.starts_with("type specifier missing, defaults to 'int'") => at_the_place(site),
        () if message.starts_with("type of '") && message.contains("' defaults to 'int'") => {
            name_without_type(site, 0)
        }
        () if message.starts_with("type defaults to 'int' in declaration of '") => name_without_type(site, 1),
        () => None,
    };
    mend.into_iter().collect()
}

/// `for (...);` and `else;` above the statement that belongs to them.
fn semicolon_behind_header(site: &Site<'_, '_>) -> Option<Mend> {
    let source = site.source;
    let line = source.line_tokens(site.next);
    let headers = line.filter(|&at| matches!(source.word(at), "if" | "for" | "while" | "else"));
    // The complaint is of the header at its place, or of one further left on the line.
    let keyword = headers.min_by_key(|&at| (at + 1 < site.next, at))?;
    let behind = match source.word(keyword) {
        "else" if source.word(keyword + 1) != "if" => keyword + 1,
        "else" => source.partner(keyword + 2)? + 1,
        _ => source.partner(keyword + 1)? + 1,
    };
    (source.word(behind) == ";").then(|| Mend::delete(source.range(behind), ";", 1))
}

/// `if (a = b)`.
fn assignment_for_comparison(site: &Site<'_, '_>) -> Option<Mend> {
    let source = site.source;
    let line = source.line_tokens(site.next);
    let mut marks = line.filter(|&at| source.word(at) == "=" && source.enclosing(at, "(").is_some());
    let at = marks.next()?;
    match turned(site, at) {
        Some(mend) => Some(mend),
        None => Some(Mend::replace(source.range(at), "==", 1)),
    }
}

/// `a =! b`, which gives `a` a value.
fn turned_comparison(site: &Site<'_, '_>) -> Option<Mend> {
    let at = Some(site.next).filter(|&at| site.source.word(at) == "=")?;
    turned(site, at)
}

fn turned(site: &Site<'_, '_>, at: usize) -> Option<Mend> {
    let source = site.source;
    let (equals, not) = (source.range(at), source.range(at + 1));
    let is_turned = source.word(at + 1) == "!" && equals.end == not.start;
    is_turned.then(|| Mend::replace(equals.start..not.end, "!=", 1))
}

/// `int f(n) {` and `static count;`, which C took for an `int` once. The message quotes the name at a place.
fn name_without_type(site: &Site<'_, '_>, place: usize) -> Option<Mend> {
    let source = site.source;
    let name = quoted(&site.fault.message, place)?;
    let line = source.line_tokens(site.next);
    let is_untyped =
        |before: &str| matches!(before, "" | "(" | "," | ";" | "}" | "*") || is_qualifier(before);
    let mut found = line.filter(|&at| {
        let is_new_line = at == source.line_tokens(at).start;
        source.word(at) == name && (is_new_line || is_untyped(source.word_before(at)))
    });
    let mut at = found.next()?;
    while at > 0 && source.word_before(at) == "*" {
        at -= 1;
    }
    Some(Mend::insert(source.start(at), "int ", 1))
}

/// Words that may precede a type.
fn is_qualifier(word: &str) -> bool {
    matches!(
        word,
        "static" | "const" | "volatile" | "register" | "extern" | "auto" | "inline"
    )
}

/// `int head = insert(head, 3);` where `head` is there, and is something else.
fn shadowing(site: &Site<'_, '_>) -> Option<Mend> {
    let source = site.source;
    let start = source.line_tokens(site.next).start;
    let is_declaration = is_type_keyword(source.word(start)) && source.word(start + 2) == "=";
    let mut outer = site
        .symbols
        .visible(start)
        .filter(|symbol| symbol.name == source.word(start + 1) && symbol.token < start);
    let is_other = outer
        .next_back()
        .is_some_and(|symbol| symbol.base != source.word(start) || symbol.depth() > 0);
    let range = source.start(start)..source.start(start + 1);
    (is_declaration && is_other).then(|| Mend::delete(range, source.word(start), 1))
}

/// `static count;`, for clang, which points at the name and does not say it.
fn at_the_place(site: &Site<'_, '_>) -> Option<Mend> {
    let source = site.source;
    let named = source.is_name(site.next) && !is_type_keyword(site.word());
    named.then(|| Mend::insert(source.start(site.next), "int ", 1))
}

/// `main() {`.
fn result_without_type(site: &Site<'_, '_>) -> Option<Mend> {
    let source = site.source;
    let is_header = source.is_name(site.next) && source.word(site.next + 1) == "(";
    is_header.then(|| Mend::insert(source.start(site.next), "int ", 1))
}
