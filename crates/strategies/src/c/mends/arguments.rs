//! Calls with too few or too many arguments.

use std::ops::Range;

use super::Site;
use crate::c::complaint::Complaint;
use crate::c::source::Source;
use crate::c::symbols::{Role, Symbol, arguments};
use crate::c::token::Kind;
use crate::mend::{Cost, Mend};

pub(super) fn mends(site: &Site<'_, '_>) -> Vec<Mend> {
    let (name, is_few) = match &site.fault.complaint {
        Complaint::TooFewArguments(name) => (name, true),
        Complaint::TooManyArguments(name) => (name, false),
        Complaint::Undeclared(name) => return unknown_argument(site, name),
        Complaint::BadOperands { .. } => return uncalled(site),
        _ => return Vec::new(),
    };
    // clang points into the call, and does not name the function.
    let around = site.source.enclosing(site.next, "(");
    let name = match around.filter(|_| name.is_empty()) {
        Some(open) => site.source.word_before(open),
        None => name,
    };
    let within = around.filter(|&open| site.source.word_before(open) == name);
    let within = within.and_then(|open| Some((open, site.source.partner(open)?)));
    let Some((open, close)) = call(site, name).or(within) else {
        return Vec::new();
    };
    let given = arguments(site.source, open, close);
    match is_few {
        true => too_few(site, name, close, &given),
        false => too_many(site, name, (open, close), &given),
    }
}

/// The brackets of the call that is meant.
fn call(site: &Site<'_, '_>, name: &str) -> Option<(usize, usize)> {
    let source = site.source;
    let line = source.line_tokens(site.next);
    let at = (site.next..line.end.max(site.next + 1))
        .find(|&at| source.word(at) == name && source.word(at + 1) == "(")?;
    Some((at + 1, source.partner(at + 1)?))
}

fn too_few(site: &Site<'_, '_>, name: &str, close: usize, given: &[Range<usize>]) -> Vec<Mend> {
    let mut mends = Vec::new();
    // Two texts in a row are one, unless a comma is between them.
    let in_a_row = given.iter().cloned().flatten().filter(|&at| {
        let is_text = |at: usize| site.source.kind(at) == Some(Kind::Text);
        is_text(at) && is_text(at + 1)
    });
    mends.extend(in_a_row.map(|at| Mend::insert(site.source.range(at).end, site.source.comma(), 1)));
    if let Some(names) = parameters(site, name) {
        let missing: Vec<String> = names
            .iter()
            .skip(given.len())
            .map(|name| argument_for(site, name))
            .collect();
        if !missing.is_empty() {
            mends.push(appended(site.source, close, given, &missing, 3));
        }
    }
    if given.is_empty() {
        mends.extend(
            single_variables(site)
                .into_iter()
                .map(|name| appended(site.source, close, given, &[name], 4)),
        );
    }
    mends.extend(relative(name).map(|other| {
        let source = site.source;
        let at = source
            .line_tokens(site.next)
            .find(|&at| source.word(at) == name)
            .unwrap_or(site.next);
        Mend::replace(source.range(at), other, 4)
    }));
    mends.push(appended(site.source, close, given, &["0".to_owned()], 6));
    mends
}

/// Functions of the library that are taken for each other.
fn relative(name: &str) -> Option<&'static str> {
    match name {
        "calloc" => Some("malloc"),
        "fgets" => Some("gets"),
        "fputs" => Some("puts"),
        "strncpy" => Some("strcpy"),
        "strncmp" => Some("strcmp"),
        "pow" => Some("sqrt"),
        _ => None,
    }
}

fn appended(
    source: &Source<'_>,
    close: usize,
    given: &[Range<usize>],
    missing: &[String],
    cost: Cost,
) -> Mend {
    let list = missing.join(",");
    let text = if given.is_empty() {
        list
    } else {
        format!(",{list}")
    };
    Mend::insert(source.start(close), text, cost).titled(format!("pass '{}'", missing.join(", ")))
}

/// The names of the parameters of a function that the text defines.
fn parameters<'a>(site: &Site<'_, 'a>, name: &str) -> Option<Vec<&'a str>> {
    let functions = site.symbols.all.iter().filter(|symbol| symbol.name == name);
    let defined = functions.filter(|symbol| matches!(symbol.role, Role::Function(_)));
    let named = |symbol: &Symbol<'a>| {
        let open = symbol.token + 1;
        let close = site.source.partner(open)?;
        let own = |other: &&Symbol<'a>| other.role == Role::Parameter && (open..close).contains(&other.token);
        let names: Vec<&str> = site
            .symbols
            .all
            .iter()
            .filter(own)
            .map(|other| other.name)
            .collect();
        (!names.is_empty()).then_some(names)
    };
    defined.filter_map(named).next_back()
}

/// A variable of the parameter's name where there is one, else a zero.
fn argument_for(site: &Site<'_, '_>, parameter: &str) -> String {
    let same = site
        .symbols
        .lookup(parameter, site.next)
        .filter(|symbol| symbol.is_value());
    same.map_or_else(|| "0".to_owned(), |symbol| symbol.name.to_owned())
}

fn single_variables(site: &Site<'_, '_>) -> Vec<String> {
    let values = site
        .symbols
        .visible(site.next)
        .filter(|symbol| symbol.is_value() && symbol.role != Role::Macro);
    let mut names: Vec<String> = values.rev().map(|symbol| symbol.name.to_owned()).collect();
    names.truncate(3);
    names
}

fn too_many(
    site: &Site<'_, '_>,
    name: &str,
    (open, close): (usize, usize),
    given: &[Range<usize>],
) -> Vec<Mend> {
    let source = site.source;
    let mut mends: Vec<Mend> = (0..given.len())
        .map(|index| without(source, given, index, argument_cost(site, given, index)))
        .collect();
    mends.extend(extended(site, name, given));
    if given.len() == 1 && open + 1 < close {
        mends.sort_by_key(|mend| mend.cost);
    }
    mends
}

/// The cost of adding an argument: format strings belong to other functions, and a last argument is
/// easily added.
fn argument_cost(site: &Site<'_, '_>, given: &[Range<usize>], index: usize) -> Cost {
    let first = given[index].start;
    let text = site.source.kind(first) == Some(Kind::Text) && site.source.word(first).contains('%');
    let last = index + 1 == given.len();
    match (text, last) {
        (true, _) => 2,
        (_, true) => 3,
        _ => 5,
    }
}

fn without(source: &Source<'_>, given: &[Range<usize>], index: usize, cost: Cost) -> Mend {
    let own = source.span(given[index].clone());
    let range = match (given.get(index + 1), index) {
        (Some(next), _) => own.start..source.start(next.start),
        (None, 0) => own,
        (None, _) => source.span(given[index - 1].clone()).end..own.end,
    };
    let what = source.between(given[index].clone());
    Mend::delete(range, what, cost)
}

/// Extends a prototype that has fewer parameters than the definition and the calls.
fn extended(site: &Site<'_, '_>, name: &str, given: &[Range<usize>]) -> Option<Mend> {
    let source = site.source;
    let functions = site.symbols.all.iter().filter(|symbol| symbol.name == name);
    let mut functions = functions.filter(|symbol| symbol.is_function());
    let (prototype, definition) = (functions.next()?, functions.next()?);
    let fits = definition.role == Role::Function(given.len());
    let list = |symbol: &Symbol<'_>| Some(symbol.token + 1..source.partner(symbol.token + 1)? + 1);
    let (old, new) = (list(prototype)?, list(definition)?);
    fits.then(|| {
        Mend::replace(source.span(old), source.between(new).to_owned(), 2)
            .titled("write the prototype as the definition")
    })
}

/// `f(a, b)` where `b` is not declared, and `f` takes one argument less.
fn unknown_argument(site: &Site<'_, '_>, name: &str) -> Vec<Mend> {
    let source = site.source;
    let line = source.line(site.next);
    let mut faults = site.report.faults.iter();
    let is_one_too_many =
        faults.any(|fault| fault.line == line && matches!(fault.complaint, Complaint::TooManyArguments(_)));
    let open = source.enclosing(site.next, "(").filter(|_| is_one_too_many);
    let Some((open, close)) = open.and_then(|open| Some((open, source.partner(open)?))) else {
        return Vec::new();
    };
    let given = arguments(source, open, close);
    let own = (0..given.len()).filter(|&index| source.between(given[index].clone()).trim() == name);
    own.map(|index| without(source, &given, index, 2)).collect()
}

/// `count / 2` where `count` is a function: the call is missing.
fn uncalled(site: &Site<'_, '_>) -> Vec<Mend> {
    let source = site.source;
    let line = source.line_tokens(site.next);
    let bare = line.filter(|&at| source.is_name(at) && source.word(at + 1) != "(");
    bare.filter_map(|at| {
        let name = source.word(at);
        site.symbols
            .lookup(name, at)
            .filter(|symbol| symbol.is_function())?;
        let names = parameters(site, name).unwrap_or_default();
        let arguments: Vec<String> = names
            .iter()
            .map(|parameter| likely_argument(site, parameter))
            .collect();
        Some(Mend::insert(
            source.range(at).end,
            format!("({})", arguments.join(",")),
            3,
        ))
    })
    .collect()
}

/// A variable of the parameter's name, or the first that is as deep.
fn likely_argument(site: &Site<'_, '_>, parameter: &str) -> String {
    let declared = site
        .symbols
        .all
        .iter()
        .find(|symbol| symbol.role == Role::Parameter && symbol.name == parameter);
    let depth = declared.map_or(0, Symbol::depth);
    let mut alike = site
        .symbols
        .visible(site.next)
        .filter(|symbol| symbol.is_value() && symbol.depth() == depth);
    match site.symbols.lookup(parameter, site.next) {
        Some(symbol) => symbol.name.to_owned(),
        None => alike
            .next()
            .map_or_else(|| "0".to_owned(), |symbol| symbol.name.to_owned()),
    }
}
