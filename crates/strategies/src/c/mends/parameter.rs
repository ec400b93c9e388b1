//! Parameters and headers of functions: a missing type, a size that is not known yet, `main`
//! without brackets, a call that is written like a declaration.

use super::Site;
use crate::c::complaint::Complaint;
use crate::c::source::Source;
use crate::c::token::Kind;
use crate::c::words;
use crate::mend::Mend;

pub(super) fn mends(site: &Site<'_, '_>) -> Vec<Mend> {
    let mut mends = Vec::new();
    mends.extend(missing_type(site));
    mends.extend(type_left_out(site));
    mends.extend(size_in_parameters(site));
    mends.extend(header_without_brackets(site));
    mends.extend(declaration_for_call(site));
    mends.extend(semicolon_between(site));
    mends
}

/// `int f(n)`: the types of the parameters.
fn missing_type(site: &Site<'_, '_>) -> Option<Mend> {
    let source = site.source;
    let is_parameter = site.wants("...") && source.is_name(site.next);
    is_parameter.then(|| Mend::insert(source.start(site.next), "int ", 3))
}

/// `int f(int a, b)`, `int f(text[])`: the name is there, its type is missing.
fn type_left_out(site: &Site<'_, '_>) -> Option<Mend> {
    let source = site.source;
    let Complaint::UnknownType(name) = &site.fault.complaint else {
        return None;
    };
    let at = (site.next.saturating_sub(1)..=site.next).find(|&at| source.word(at) == name)?;
    let is_parameter = matches!(source.word_before(at), "(" | ",")
        && matches!(source.word(at + 1), "," | ")" | "[")
        && source.enclosing(at, "{").is_none();
    let is_used = source.all(name).nth(1).is_some();
    let kind = if holds_characters(source, name) {
        "char "
    } else {
        "int "
    };
    (is_parameter && is_used).then(|| Mend::insert(source.start(at), kind, 1))
}

/// Returns whether a name is used as texts and characters are.
fn holds_characters(source: &Source<'_>, name: &str) -> bool {
    source.all(name).any(|at| {
        let call = source.enclosing(at, "(").map(|open| source.word_before(open));
        let is_text = call.is_some_and(|call| {
            call.starts_with("str")
                || matches!(
                    call,
                    "puts" | "gets" | "fgets" | "isdigit" | "isalpha" | "tolower" | "toupper"
                )
        });
        is_text
            || source
                .line_tokens(at)
                .any(|at| source.kind(at) == Some(Kind::Character))
    })
}

/// `int f(int a[n], int n)`: the size is not needed.
fn size_in_parameters(site: &Site<'_, '_>) -> Option<Mend> {
    let source = site.source;
    let unknown = matches!(site.fault.complaint, Complaint::Undeclared(_));
    let alone = site.before() == "[" && source.word(site.next + 1) == "]";
    let outside = source.enclosing(site.next, "{").is_none() && source.enclosing(site.next, "(").is_some();
    (unknown && alone && outside).then(|| Mend::delete(source.range(site.next), site.word(), 2))
}

/// `int main {`
fn header_without_brackets(site: &Site<'_, '_>) -> Option<Mend> {
    let source = site.source;
    let name = site.next.checked_sub(1)?;
    let header =
        source.is_name(name) && words::is_type_keyword(source.word_before(name)) && site.word() == "{";
    (header && source.enclosing(name, "{").is_none()).then(|| Mend::insert(source.range(name).end, "()", 2))
}

/// `void f(a);` in a function is a call with a type before it.
fn declaration_for_call(site: &Site<'_, '_>) -> Vec<Mend> {
    let source: &Source<'_> = site.source;
    let line = source.line_tokens(site.next);
    let is_redeclared = matches!(site.fault.complaint, Complaint::Redeclared(_));
    let inside = source.enclosing(site.next, "{").is_some();
    let Some(start) = line
        .clone()
        .find(|&at| words::is_type_keyword(source.word(at)))
        .filter(|_| is_redeclared && inside)
    else {
        return Vec::new();
    };
    let mut name = start;
    while words::is_type_keyword(source.word(name)) || source.word(name) == "*" {
        name += 1;
    }
    let call = source.is_name(name)
        && source.word(name + 1) == "("
        && source.kind(name + 2) != Some(Kind::Directive);
    let range = source.start(start)..source.start(name);
    match call {
        true => vec![Mend::delete(range, source.between(start..name), 3)],
        false => Vec::new(),
    }
}

/// `void f(int a; int b)`.
fn semicolon_between(site: &Site<'_, '_>) -> Option<Mend> {
    let source = site.source;
    let forward = site.fault.message.contains("has just a forward declaration");
    let semicolon = source
        .line_tokens(site.next)
        .find(|&at| source.word(at) == ";" && at >= site.next);
    semicolon
        .filter(|_| forward)
        .map(|at| Mend::replace(source.range(at), ",", 1))
}
