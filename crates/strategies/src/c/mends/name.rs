//! Undeclared names: finds the one that was meant.
//!
//! Letters are one piece of evidence among several. The others are how a name can be used (called,
//! subscripted, incremented), whether it is used at all, and its neighbours elsewhere.

use std::ops::Range;

use super::Site;
use crate::c::complaint::Complaint;
use crate::c::library;
use crate::c::near;
use crate::c::source::{Source, includes};
use crate::c::symbols::{Role, Symbol};
use crate::c::token::Kind;
use crate::mend::{Cost, Mend};

/// The cost of a visible name without any evidence for it.
const ANY: Cost = 9;

/// From this cost on a name is a guess, and another one may have been meant.
const GUESS: Cost = 6;

/// Candidates that are tried.
const MOST: usize = 7;

pub(super) fn mends(site: &Site<'_, '_>) -> Vec<Mend> {
    match &site.fault.complaint {
        Complaint::Undeclared(name) => {
            let uses = uses(site, name);
            let mut mends: Vec<Mend> = match value_in_name(site, name) {
                Some(mend) => vec![mend],
                None => misspelt_declaration(site, name, &uses),
            };
            let doubt = 2 * Cost::from(!mends.is_empty());
            mends.extend(
                variables(site, name, &uses)
                    .into_iter()
                    .map(|mend| mend.dearer(doubt)),
            );
            mends.extend(of_library(site, name, &uses));
            mends.extend(character(site, name));
            mends.extend(without_index(site, name));
            mends
        }
        Complaint::UnknownType(name) => types(site, name),
        Complaint::NotArray | Complaint::NotPointer => subscripted(site),
        _ => Vec::new(),
    }
}

/// The tokens of a name in the function around the place.
pub(super) fn uses(site: &Site<'_, '_>, name: &str) -> Vec<usize> {
    let function = function_around(site.source, site.next);
    let own = |at: &usize| function.contains(at) && site.symbols.lookup(name, *at).is_none();
    let names = site.source.all(name).filter(own);
    names
        .filter(|&at| !matches!(site.source.word_before(at), "." | "->"))
        .collect()
}

/// The tokens of the outermost block around a place, with its header.
pub(super) fn function_around(source: &Source<'_>, at: usize) -> Range<usize> {
    let mut open = source.enclosing(at, "{");
    while let Some(outer) = open.and_then(|open| source.enclosing(open, "{")) {
        open = Some(outer);
    }
    let Some(open) = open else {
        return at..(at + 1).min(source.tokens.len());
    };
    let close = source.partner(open).unwrap_or(source.tokens.len());
    let header = (0..open).rev().find(|&at| matches!(source.word(at), ";" | "}"));
    header.map_or(0, |at| at + 1)..close
}

/// Every use of a name replaced.
fn replaced(source: &Source<'_>, uses: &[usize], new: &str, cost: Cost) -> Option<Mend> {
    let (first, others) = uses.split_first()?;
    let mend = Mend::replace(source.range(*first), new.to_owned(), cost);
    let mend = others
        .iter()
        .fold(mend, |mend, &at| mend.and(source.range(at), new.to_owned()));
    Some(mend.bold_from(GUESS))
}

/// How a name is used.
struct Usage<'s, 'a> {
    source: &'s Source<'a>,
    at: usize,
    is_called: bool,
    /// Subscripts behind it.
    depth: usize,
    has_member: bool,
    is_argument: bool,
}

impl<'s, 'a> Usage<'s, 'a> {
    fn at(source: &'s Source<'a>, at: usize) -> Self {
        let (mut depth, mut next) = (0, at + 1);
        while source.word(next) == "["
            && let Some(close) = source.partner(next)
        {
            depth += 1;
            next = close + 1;
        }
        let alone = matches!(source.word_before(at), "(" | ",") && matches!(source.word(next), ")" | ",");
        Self {
            source,
            at,
            is_called: source.word(at + 1) == "(",
            depth: depth + usize::from(source.word_before(at) == "*" && is_unary(source, at - 1)),
            has_member: matches!(source.word(next), "." | "->"),
            is_argument: alone,
        }
    }

    /// The evidence against a symbol; `None` when it cannot be used like this.
    fn misfit(&self, symbol: &Symbol<'_>) -> Option<Cost> {
        let is_struct =
            symbol.base.contains("struct") || symbol.base.chars().next().is_some_and(char::is_uppercase);
        if self.is_called != symbol.is_function() || self.has_member && !is_struct {
            return None;
        }
        let depth = symbol.depth();
        match (self.is_called, self.depth, depth) {
            (true, ..) => Some(0),
            (_, used, has) if used == has => Some(0),
            (_, used, has) if used > has => None,
            // An array may be passed as a whole, or by its rows.
            _ if self.is_argument => Some(1),
            (_, 0, 1) if symbol.pointers == 1 => Some(2),
            _ => Some(5),
        }
    }

    /// Returns whether a name has the same neighbours elsewhere.
    fn company(&self, name: &str) -> Cost {
        let (before, after) = (self.neighbour_before(self.at), self.neighbour_after(self.at));
        let others: Vec<usize> = self.source.all(name).filter(|&other| other != self.at).collect();
        let alike = |other: &usize| before.is_some() && self.neighbour_before(*other) == before;
        let before_alike = others.iter().any(alike);
        let alike = |other: &usize| after.is_some() && self.neighbour_after(*other) == after;
        let after_alike = others.iter().any(alike);
        Cost::from(before_alike) + Cost::from(after_alike)
    }

    fn neighbour_before(&self, at: usize) -> Option<(&'a str, &'a str)> {
        let name = at.checked_sub(2)?;
        Some((self.source.word(name), self.source.word(at - 1))).filter(|_| self.source.is_name(name))
    }

    fn neighbour_after(&self, at: usize) -> Option<(&'a str, &'a str)> {
        Some((self.source.word(at + 1), self.source.word(at + 2))).filter(|_| self.source.is_name(at + 2))
    }
}

fn is_unary(source: &Source<'_>, at: usize) -> bool {
    let before = at.wrapping_sub(1);
    !matches!(source.kind(before), Some(Kind::Word | Kind::Number))
        && !matches!(source.word(before), ")" | "]")
}

fn variables(site: &Site<'_, '_>, name: &str, uses: &[usize]) -> Vec<Mend> {
    let Some(&first) = uses.first() else {
        return Vec::new();
    };
    let source = site.source;
    let usages: Vec<Usage<'_, '_>> = uses.iter().map(|&at| Usage::at(source, at)).collect();
    let mut seen: Vec<&str> = Vec::new();
    let mut found: Vec<(Cost, &str)> = Vec::new();
    for symbol in site.symbols.visible(first).rev() {
        if !(symbol.is_value() || symbol.is_function()) || seen.contains(&symbol.name) || symbol.name == name
        {
            continue;
        }
        seen.push(symbol.name);
        let misfit: Option<Cost> = usages.iter().map(|usage| usage.misfit(symbol)).sum();
        if let Some(misfit) = misfit {
            found.push((cost(site, name, symbol, &usages) + misfit.min(5), symbol.name));
        }
    }
    found.sort_by_key(|(cost, _)| *cost);
    let best = found.into_iter().take(MOST);
    best.filter_map(|(cost, other)| replaced(source, uses, other, cost))
        .collect()
}

fn cost(site: &Site<'_, '_>, name: &str, symbol: &Symbol<'_>, usages: &[Usage<'_, '_>]) -> Cost {
    let source = site.source;
    let uses = source.all(symbol.name).filter(|&at| at != symbol.token).count();
    let letters = match near::distance(name, symbol.name) {
        0 | 1 => 6,
        _ if near::is_near(name, symbol.name) && name.len() > 2 => 6,
        2 if name.len().max(symbol.name.len()) > 1 && shares_letters(name, symbol.name) => 4,
        _ if shares_letters(name, symbol.name) => 3,
        _ => 0,
    };
    let unused = Cost::from(uses == 0 && matches!(symbol.role, Role::Variable | Role::Parameter)) * 4;
    let counted = usages
        .iter()
        .any(|usage| is_in_same_header(source, usage.at, symbol.name));
    let beside = Cost::from(counted) * 3;
    let indexed = usages
        .iter()
        .any(|usage| indexes_beside(source, usage.at, symbol.name));
    let for_index = Cost::from(indexed) * 3;
    let against = already_beside(source, usages[0].at, symbol.name)
        + 3 * Cost::from(is_index(source, usages[0].at) && symbol.base.contains("char"));
    let for_it = letters + unused + beside + for_index + usages[0].company(symbol.name);
    (ANY + against).saturating_sub(for_it).max(1)
}

/// Returns whether one name is the beginning of the other: `a` and `arr`, `s` and `s1`.
fn shares_letters(a: &str, b: &str) -> bool {
    let (a, b) = (a.to_ascii_lowercase(), b.to_ascii_lowercase());
    let (short, long) = if a.len() < b.len() { (a, b) } else { (b, a) };
    long.starts_with(&short) || long.ends_with(&short) && short.len() > 1
}

/// `for (i = 0; i < n; k++)`: the variable that the header counts.
fn is_in_same_header(source: &Source<'_>, at: usize, name: &str) -> bool {
    let open = source.enclosing(at, "(").filter(|&open| source.is_for(open));
    let Some((open, close)) = open.and_then(|open| Some((open, source.partner(open)?))) else {
        return false;
    };
    let counted = |at: usize| matches!(source.word(at), "++" | "--");
    let steps = counted(at + 1) || counted(at.wrapping_sub(1));
    steps
        && (open..close)
            .any(|at| source.word(at) == name && matches!(source.word(at + 1), "=" | "<" | "<=" | ">" | ">="))
}

/// Returns whether a name is a whole subscript.
fn is_index(source: &Source<'_>, at: usize) -> bool {
    source.word_before(at) == "[" && source.word(at + 1) == "]"
}

/// `a[i] = b[j]`: the indexes of the other arrays in the statement.
fn indexes_beside(source: &Source<'_>, at: usize, name: &str) -> bool {
    is_index(source, at)
        && source
            .line_tokens(at)
            .any(|other| other != at && source.word(other) == name && is_index(source, other))
}

/// `i < i` and `x = x` are hardly meant.
fn already_beside(source: &Source<'_>, at: usize, name: &str) -> Cost {
    let beside = source.word(at + 2) == name || at > 1 && source.word(at - 2) == name;
    Cost::from(beside) * 2
}

/// Names of the included headers, and constants in another case.
fn of_library(site: &Site<'_, '_>, name: &str, uses: &[usize]) -> Vec<Mend> {
    let source = site.source;
    let included = |header: &str| {
        let directives = (0..source.tokens.len()).filter(|&at| source.kind(at) == Some(Kind::Directive));
        directives.into_iter().any(|at| includes(source.word(at), header))
    };
    let mut found: Vec<(usize, &str)> = library::names(included)
        .filter(|known| near::is_near(name, known) && name.len() > 2)
        .map(|known| (near::distance(name, known), known))
        .collect();
    found.sort_unstable();
    let near = found.into_iter().take(2);
    near.filter_map(|(distance, known)| {
        let cost = 1 + Cost::try_from(distance).unwrap_or(Cost::MAX).min(6);
        replaced(source, uses, known, cost)
    })
    .collect()
}

/// A letter alone may be a character without its quotes, as may all others of its kind on the line.
fn character(site: &Site<'_, '_>, name: &str) -> Option<Mend> {
    let source = site.source;
    if name.chars().count() != 1
        || site.word() != name
        || matches!(source.word(site.next + 1), "(" | "[" | "=" | "++")
    {
        return None;
    }
    let line = source.line_tokens(site.next);
    let letters: Vec<usize> = line
        .filter(|&at| is_lone_letter(site, at))
        .filter(|&at| !matches!(source.word(at + 1), "(" | "[" | "="))
        .collect();
    let (first, others) = letters.split_first()?;
    let quoted = |at: usize| format!("'{}'", source.word(at));
    let counts = matches!(name, "i" | "j" | "k" | "l" | "m" | "n");
    let cost = match (others.is_empty(), is_among_characters(site)) {
        _ if source.enclosing(site.next, "[").is_some() => 9,
        // Letters that everyone counts with.
        (_, false) if counts => 14,
        (false, true) => 2,
        (true, true) => 4,
        (_, false) => 8,
    };
    let mend = Mend::replace(source.range(*first), quoted(*first), cost);
    let mend = others
        .iter()
        .fold(mend, |mend, &at| mend.and(source.range(at), quoted(at)));
    Some(mend.titled("put the letter in quotes").bold_from(GUESS))
}

fn is_lone_letter(site: &Site<'_, '_>, at: usize) -> bool {
    let source = site.source;
    let word = source.word(at);
    // The array is not among the values that it is filled with.
    let in_list = source
        .enclosing(at, "{")
        .is_some_and(|open| source.word_before(open) == "=");
    source.is_name(at) && word.len() == 1 && (in_list || site.symbols.lookup(word, at).is_none())
}

/// Returns whether the statement deals with characters.
fn is_among_characters(site: &Site<'_, '_>) -> bool {
    let source = site.source;
    let line = source.line_tokens(site.next);
    line.into_iter().any(|at| {
        let symbol = site.symbols.lookup(source.word(at), at);
        source.word(at) == "char" || symbol.is_some_and(|symbol| symbol.base.contains("char"))
    })
}

/// `f[i]` for an `f` that is a number, with an `i` that does not exist.
fn without_index(site: &Site<'_, '_>, name: &str) -> Option<Mend> {
    let source = site.source;
    let alone = site.word() == name && site.before() == "[" && source.word(site.next + 1) == "]";
    let array = site.next.checked_sub(2)?;
    let symbol = site.symbols.lookup(source.word(array), array)?;
    (alone && symbol.depth() == 0)
        .then(|| Mend::delete(source.span(site.next - 1..site.next + 2), "[...]", 3))
}

/// A struct without its keyword, and types of near names.
fn types(site: &Site<'_, '_>, name: &str) -> Vec<Mend> {
    let source = site.source;
    let at = (site.next..site.next + 2)
        .find(|&at| source.word(at) == name)
        .unwrap_or(site.next);
    let mut mends = Vec::new();
    for symbol in site
        .symbols
        .all
        .iter()
        .filter(|symbol| matches!(symbol.role, Role::Tag | Role::Typedef))
    {
        if symbol.name == name && symbol.role == Role::Tag {
            mends.push(Mend::insert(source.start(at), "struct ", 2));
        } else if near::is_near(name, symbol.name) {
            let cost = 2 + Cost::try_from(near::distance(name, symbol.name))
                .unwrap_or(Cost::MAX)
                .min(6);
            let prefix = if symbol.role == Role::Tag { "struct " } else { "" };
            mends.push(Mend::replace(
                source.range(at),
                format!("{prefix}{}", symbol.name),
                cost,
            ));
        }
    }
    mends
}

/// A number that is subscripted: an array of another name is meant.
fn subscripted(site: &Site<'_, '_>) -> Vec<Mend> {
    let source = site.source;
    let line = source.line_tokens(site.next);
    let wrong = line.filter(|&at| {
        let symbol = site.symbols.lookup(source.word(at), at);
        source.is_name(at)
            && symbol.is_some_and(|symbol| symbol.is_value() && symbol.depth() < Usage::at(source, at).depth)
    });
    let uses: Vec<usize> = wrong.collect();
    let Some(&first) = uses.first() else {
        return Vec::new();
    };
    let name = source.word(first);
    let same: Vec<usize> = uses.into_iter().filter(|&at| source.word(at) == name).collect();
    variables(site, name, &same)
}

/// An unused declaration whose name is similar to one that is used often: the declaration is misspelt.
fn misspelt_declaration(site: &Site<'_, '_>, name: &str, uses: &[usize]) -> Vec<Mend> {
    let (source, Some(&first)) = (site.source, uses.first()) else {
        return Vec::new();
    };
    let unused = site.symbols.visible(first).filter(|symbol| {
        let others = source
            .all(symbol.name)
            .filter(|&at| at != symbol.token && symbol.scope.contains(&at));
        symbol.role != Role::Macro && near::is_near(name, symbol.name) && others.count() == 0
    });
    unused
        .filter(|_| uses.len() > 1)
        .map(|symbol| Mend::replace(source.range(symbol.token), name.to_owned(), 1))
        .collect()
}

/// `int i0;` where `i` is used and `i0` is not: a value without its `=`.
fn value_in_name(site: &Site<'_, '_>, name: &str) -> Option<Mend> {
    let source = site.source;
    let is_value = |rest: &str| !rest.is_empty() && rest.chars().all(|c| c.is_ascii_digit());
    let mut declared = site
        .symbols
        .visible(site.next)
        .filter(|symbol| symbol.role == Role::Variable && source.all(symbol.name).count() == 1);
    let symbol = declared.find(|symbol| symbol.name.strip_prefix(name).is_some_and(is_value))?;
    Some(Mend::insert(source.start(symbol.token) + name.len(), "=", 1))
}
