//! Names that nothing declares: a declaration with the type that their use implies.

use std::ops::Range;

use super::Site;
use super::name::{function_around, uses};
use crate::c::complaint::Complaint;
use crate::c::source::Source;
use crate::c::symbols::{Role, Symbol};
use crate::c::token::Kind;
use crate::mend::{Cost, Mend};

pub(super) fn mends(site: &Site<'_, '_>) -> Vec<Mend> {
    let Complaint::Undeclared(name) = &site.fault.complaint else {
        return nameless_declarator(site);
    };
    let source = site.source;
    let uses = uses(site, name);
    let Some(&first) = uses.first() else {
        return Vec::new();
    };
    if matches!(source.word(first + 1), "(" | "." | "->") || source.enclosing(first, "{").is_none() {
        return Vec::new();
    }
    let elsewhere = site
        .symbols
        .all
        .iter()
        .find(|symbol| symbol.name == name && symbol.is_value() && symbol.role != Role::Parameter);
    let cost = cost(source, &uses, elsewhere.is_some());
    let declarator = declarator(source, name, first, elsewhere);
    let mut mends: Vec<Mend> = nameless_parameter(site, name, first).into_iter().collect();
    let Some(declarator) = declarator else {
        return mends;
    };
    let kind = elsewhere.map_or_else(|| implied_type(site, &uses), |symbol| symbol.base.clone());
    let loop_cost = in_loop_header(source, first);
    mends.extend(loop_cost.map(|extra| {
        Mend::insert(source.start(first), format!("{kind} "), cost + extra)
            .titled(format!("declare '{name}'"))
    }));
    mends.push(declaration(
        site,
        &kind,
        &declarator,
        first,
        cost + Cost::from(loop_cost == Some(0)),
    ));
    mends.extend(continued_declaration(site, first));
    mends.extend(comma_in_name(site, name));
    mends
}

/// The cost of declaring a variable that is never given a value.
const WITHOUT_VALUE: Cost = 9;

/// A name that is given a value before it is used, or used often, wants a declaration.
fn cost(source: &Source<'_>, uses: &[usize], is_declared_elsewhere: bool) -> Cost {
    let first = uses[0];
    let given =
        |at: usize| source.word(at + 1) == "=" || source.word_before(at) == "&" && is_read(source, at);
    let assigned = given(first);
    let base = match (assigned, uses.len()) {
        // A value that nothing reads.
        (true, 1) if source.word(first + 1) == "=" => 7,
        (true, 1) => 6,
        (true, _) => 3,
        // A value that is never assigned.
        _ if !uses.iter().any(|&at| given(at)) => WITHOUT_VALUE,
        (false, 1 | 2) => 7,
        (false, _) => 6,
    };
    base - Cost::from(is_declared_elsewhere && assigned)
}

/// Returns whether `scanf` fills a name.
fn is_read(source: &Source<'_>, at: usize) -> bool {
    let open = source.enclosing(at, "(");
    open.is_some_and(|open| source.word_before(open) == "scanf")
}

/// The name with the sizes that a declaration of the same name elsewhere has. A subscripted name
/// needs a size, which nothing determines.
fn declarator(
    source: &Source<'_>,
    name: &str,
    first: usize,
    elsewhere: Option<&Symbol<'_>>,
) -> Option<String> {
    let sizes = |symbol: &Symbol<'_>| -> String {
        let size = |range: &Range<usize>| format!("[{}]", source.between(range.clone()));
        symbol.sizes.iter().map(size).collect()
    };
    match elsewhere {
        Some(symbol) => Some(format!("{}{name}{}", "*".repeat(symbol.pointers), sizes(symbol))),
        None => (source.word(first + 1) != "[").then(|| name.to_owned()),
    }
}

/// The additional cost of declaring a variable at its first use in a `for` instead of at the top,
/// if that is its first use: zero where other loops of the function do so.
fn in_loop_header(source: &Source<'_>, first: usize) -> Option<Cost> {
    let open = first.checked_sub(1)?;
    let begins = source.is_for(open) && source.word(first + 1) == "=";
    let function = function_around(source, first);
    let usual = function
        .into_iter()
        .any(|at| source.is_for(at) && crate::c::words::is_type_keyword(source.word(at + 1)));
    begins.then_some(if usual { 0 } else { 1 })
}

/// The type that a name must have, according to the format it is read or printed with and to its values.
fn implied_type(site: &Site<'_, '_>, uses: &[usize]) -> String {
    let source = site.source;
    let found = uses.iter().find_map(|&at| {
        let line = source.line_tokens(at);
        let real = line.clone().any(|at| {
            let word = source.word(at);
            let symbol = site.symbols.lookup(word, at);
            source.kind(at) == Some(Kind::Number) && word.contains('.')
                || matches!(word, "sqrt" | "pow" | "sin" | "cos")
                || symbol.is_some_and(|symbol| matches!(symbol.base.as_str(), "float" | "double"))
        });
        let character =
            source.kind(at + 2) == Some(Kind::Character) && matches!(source.word(at + 1), "=" | "==");
        match (source.word(at + 1) == "=" && real, character) {
            (true, _) => Some(real_type(site)),
            (_, true) => Some("char"),
            _ => None,
        }
    });
    found.unwrap_or("int").to_owned()
}

/// The kind of real number that the text uses.
fn real_type(site: &Site<'_, '_>) -> &'static str {
    let uses_double = site.symbols.all.iter().any(|symbol| symbol.base == "double");
    if uses_double { "double" } else { "float" }
}

/// At the end of a declaration of the same type in the function, or as a line of its own.
fn declaration(site: &Site<'_, '_>, kind: &str, declarator: &str, first: usize, cost: Cost) -> Mend {
    let source = site.source;
    let function = function_around(source, first);
    let visible = site.symbols.all.iter().filter(|symbol| {
        symbol.role == Role::Variable
            && function.contains(&symbol.token)
            && symbol.scope.contains(&first)
            && symbol.base == kind
            && source.enclosing(symbol.token, "(").is_none()
    });
    let list = visible
        .filter_map(|symbol| list_end(source, symbol.token))
        .find(|&end| end < first);
    match list {
        Some(end) => Mend::insert(
            source.end_before(end),
            format!("{}{declarator}", source.comma()),
            cost,
        ),
        None => {
            let open = function
                .into_iter()
                .find(|&at| source.word(at) == "{")
                .unwrap_or(first);
            let indent = source.indent((open + 1).min(first));
            let line = format!("\n{}{kind} {declarator};", " ".repeat(indent));
            Mend::insert(source.range(open).end, line, cost)
        }
    }
    .titled(format!("declare '{declarator}'"))
    .bold_from(WITHOUT_VALUE)
}

/// The semicolon of a declaration.
fn list_end(source: &Source<'_>, from: usize) -> Option<usize> {
    let mut at = from;
    while at < source.tokens.len() {
        match source.word(at) {
            "(" | "[" | "{" => at = source.partner(at)?,
            ";" => return Some(at),
            "}" | ")" => return None,
            _ => {}
        }
        at += 1;
    }
    None
}

/// `int a; b = 0;` on one line: the first semicolon was meant as a comma.
fn continued_declaration(site: &Site<'_, '_>, first: usize) -> Option<Mend> {
    let source = site.source;
    let semicolon = first.checked_sub(1).filter(|&at| source.word(at) == ";")?;
    let declares = crate::c::words::is_type_keyword(source.word(source.statement_start(semicolon)));
    let goes_on = matches!(source.word(first + 1), "=" | ";" | "," | "[");
    (declares && goes_on && !source.begins_line(first))
        .then(|| Mend::replace(source.range(semicolon), ",", 2))
}

/// `int ij;` where `i` and `j` are used and `ij` is not.
fn comma_in_name(site: &Site<'_, '_>, name: &str) -> Option<Mend> {
    let source = site.source;
    let is_missing = |part: &str| source.all(part).any(|at| site.symbols.lookup(part, at).is_none());
    let mut unused = site
        .symbols
        .visible(site.next)
        .filter(|symbol| source.all(symbol.name).count() == 1);
    unused.find_map(|symbol| {
        let rest = symbol.name.strip_prefix(name).map(|rest| (name.len(), rest));
        let rest = rest.or_else(|| symbol.name.strip_suffix(name).map(|rest| (rest.len(), rest)));
        let (middle, _) = rest.filter(|(_, rest)| !rest.is_empty() && is_missing(rest))?;
        Some(Mend::insert(source.start(symbol.token) + middle, source.comma(), 1).titled("insert ','"))
    })
}

/// `int = 3;`, `int [n];`, `int , b;`: a name that is undeclared elsewhere belongs here.
fn nameless_declarator(site: &Site<'_, '_>) -> Vec<Mend> {
    let source = site.source;
    let nameless = site.wants("identifier") && matches!(site.word(), "=" | "[" | "," | ";" | ")");
    let typed =
        nameless && (crate::c::words::is_type_keyword(site.before()) || matches!(site.before(), "*" | ","));
    let faults = site.report.faults.iter().filter(|_| typed);
    let missed = faults.filter_map(|fault| match &fault.complaint {
        Complaint::Undeclared(name) => Some(name.clone()),
        _ => None,
    });
    let at = source.end_before(site.next);
    let space = if crate::c::words::is_type_keyword(site.before()) {
        " "
    } else {
        ""
    };
    missed
        .take(3)
        .zip(1..)
        .map(|(name, cost)| Mend::insert(at, format!("{space}{name}"), cost))
        .collect()
}

/// `int length(char [100])`: a parameter that has no name, in the function that misses one.
fn nameless_parameter(site: &Site<'_, '_>, name: &str, first: usize) -> Option<Mend> {
    let source = site.source;
    let function = function_around(source, first);
    let open = function.clone().find(|&at| source.word(at) == "(")?;
    let close = source.partner(open)?;
    let is_bare = |at: usize| {
        crate::c::words::PLAIN_TYPES.contains(&source.word(at))
            && matches!(source.word(at + 1), "," | ")" | "[")
    };
    let at = (open + 1..close).find(|&at| is_bare(at) && source.word(at) != "void")?;
    Some(
        Mend::insert(source.range(at).end, format!(" {name}"), 2)
            .titled(format!("name the parameter '{name}'")),
    )
}
