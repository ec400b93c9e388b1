//! Values of the wrong kind: a star too many, an array that is assigned, the value of a `void`
//! function.

use super::Site;
use crate::c::complaint::Complaint;
use crate::c::library::header_of;
use crate::c::source::Source;
use crate::c::symbols::Symbol;
use crate::c::token::Kind;
use crate::mend::Mend;

pub(super) fn mends(site: &Site<'_, '_>) -> Vec<Mend> {
    match site.fault.complaint {
        Complaint::NotPointer => not_a_pointer(site),
        Complaint::NotArray => not_an_array(site),
        Complaint::VoidValue => void_value(site).into_iter().collect(),
        Complaint::ArrayAssigned => array_assigned(site),
        Complaint::NotAssignable => address(site).into_iter().collect(),
        Complaint::Undeclared(_) => unread_target(site).into_iter().collect(),
        Complaint::WrongType => address_or_value(site),
        Complaint::Other => {
            let others = initialiser(site).into_iter().chain(read_only(site));
            others.chain(subscripted_function(site)).collect()
        }
        _ => Vec::new(),
    }
}

/// `*n` for a number: the star is one too many, or the address is meant.
fn not_a_pointer(site: &Site<'_, '_>) -> Vec<Mend> {
    let source = site.source;
    let line = source.line_tokens(site.next);
    let Some(star) = line
        .filter(|&at| at >= site.next)
        .find(|&at| source.word(at) == "*")
    else {
        return Vec::new();
    };
    let range = source.range(star);
    let callee = source
        .enclosing(star, "(")
        .map_or("", |open| source.word_before(open));
    let reads = matches!(callee, "scanf" | "fscanf" | "sscanf");
    let (remove, address) = if reads { (3, 1) } else { (2, 5) };
    let mut mends = vec![
        Mend::delete(range.clone(), "*", remove),
        Mend::replace(range, "&", address),
    ];
    let subscript = source.word(star + 2) == "[";
    if let Some(close) = source.partner(star + 2).filter(|_| subscript) {
        mends.push(Mend::delete(source.span(star + 2..close + 1), "[...]", 4));
    }
    if source.word_before(star) == "(" && source.word_before(star - 1) == "&" {
        let close = source.partner(star - 1).unwrap_or(star);
        let whole = source.start(star - 1)..source.range(close).end;
        mends.push(Mend::replace(
            whole,
            source.between(star + 1..close).to_owned(),
            1,
        ));
    }
    mends
}

/// `n[i]` for a number: the subscript is one too many, or another name is meant.
fn not_an_array(site: &Site<'_, '_>) -> Vec<Mend> {
    let source = site.source;
    let line = source.line_tokens(site.next);
    let subscripts = line.filter(|&at| source.word(at) == "[" && at + 3 > site.next);
    subscripts
        .filter_map(|open| Some((open, source.partner(open)?)))
        .take(2)
        .flat_map(|(open, close)| {
            let subscript = source.span(open..close + 1);
            let without = Mend::delete(subscript, source.between(open..close + 1), 5);
            called(site, open, close).into_iter().chain([without])
        })
        .collect()
}

/// The same where the compiler finds fault with the subscript first.
fn subscripted_function(site: &Site<'_, '_>) -> Option<Mend> {
    let source = site.source;
    let mut line = source.line_tokens(site.next);
    let open = line.find(|&at| source.word(at) == "[" && at > 0)?;
    called(site, open, source.partner(open)?)
}

/// `puts[a]` → `puts(a)`: a function is called.
fn called(site: &Site<'_, '_>, open: usize, close: usize) -> Option<Mend> {
    let source = site.source;
    let name = source.word_before(open);
    let symbol = site.symbols.lookup(name, open);
    let is_function = symbol.map_or_else(|| header_of(name).is_some(), Symbol::is_function);
    let write = |at: usize, bracket: &'static str| Mend::replace(source.range(at), bracket, 1);
    is_function.then(|| {
        write(open, "(")
            .and(source.range(close), ")")
            .titled(format!("call '{name}'"))
    })
}

/// `z = f();` where `f` gives nothing.
fn void_value(site: &Site<'_, '_>) -> Option<Mend> {
    let source = site.source;
    let start = source.statement_start(site.next);
    let equals = (start..=site.next).rev().find(|&at| source.word(at) == "=")?;
    let range = source.start(start)..source.start(equals + 1);
    Some(Mend::delete(range, source.between(start..equals + 1), 2))
}

/// `s = "text";` and `s = gets();`.
fn array_assigned(site: &Site<'_, '_>) -> Vec<Mend> {
    let source = site.source;
    let start = source.statement_start(site.next);
    let line_end = source.line_tokens(site.next).end.max(site.next + 1);
    let Some(equals) = (start..line_end).find(|&at| source.word(at) == "=") else {
        return Vec::new();
    };
    let target = source.between(start..equals).trim().to_owned();
    let end = (equals..line_end)
        .find(|&at| source.word(at) == ";")
        .unwrap_or(line_end);
    let value = source.between(equals + 1..end).trim().to_owned();
    let whole = source.start(start)..source.end_before(end);
    let mut mends = Vec::new();
    if let Some(name) = value.strip_suffix("()") {
        mends.push(Mend::replace(whole.clone(), format!("{name}({target})"), 2));
    }
    if source.kind(equals + 1) == Some(Kind::Text) || source.word(end) == ";" {
        mends.push(Mend::replace(whole, format!("strcpy({target}, {value})"), 3));
    }
    mends.extend(element(source, start, equals));
    mends
}

/// Replaces the array by one of its elements.
fn element(source: &Source<'_>, start: usize, equals: usize) -> Option<Mend> {
    (equals == start + 1).then(|| Mend::insert(source.range(start).end, "[0]", 7))
}

/// `&(a + b)`: the address of a value that has none.
fn address(site: &Site<'_, '_>) -> Option<Mend> {
    let is_address = site.word() == "&" && site.fault.message.contains("unary");
    is_address.then(|| Mend::delete(site.source.range(site.next), "&", 3))
}

/// `x = f();` for an `x` that is neither declared nor used: keeps only the call.
fn unread_target(site: &Site<'_, '_>) -> Option<Mend> {
    let source = site.source;
    let is_call = source.is_name(site.next + 2) && source.word(site.next + 3) == "(";
    let is_target = source.word(site.next + 1) == "=" && source.statement_start(site.next) == site.next;
    let once = source.all(site.word()).count() == 1;
    let range = source.start(site.next)..source.start(site.next + 2);
    (is_call && is_target && once).then(|| Mend::delete(range, source.between(site.next..site.next + 2), 6))
}

/// A struct where its address is wanted, or the other way round.
fn address_or_value(site: &Site<'_, '_>) -> Vec<Mend> {
    let source = site.source;
    if !source.is_name(site.next) || !site.fault.message.contains("argument") {
        return Vec::new();
    }
    let at = source.start(site.next);
    vec![Mend::insert(at, "&", 3), Mend::insert(at, "*", 4)]
}

/// `int v[3] = 0;` and `int v[n] = {0};`.
fn initialiser(site: &Site<'_, '_>) -> Option<Mend> {
    let source = site.source;
    let message = &site.fault.message;
    let equals = [site.next.wrapping_sub(1), site.next].into_iter();
    let line = source.line_tokens(site.next);
    let equals = equals.chain(line.clone()).find(|&at| source.word(at) == "=")?;
    let end = (equals..line.end).find(|&at| matches!(source.word(at), ";"))?;
    if message.starts_with("variable-sized object may not be initialized") {
        let range = source.end_before(equals)..source.end_before(end);
        return Some(Mend::delete(range, source.between(equals..end), 3));
    }
    let value = source.span(equals + 1..end);
    let wrapped = Mend::insert(value.start, "{", 3).and(value.end..value.end, "}");
    let is_one_value =
        message.starts_with("invalid initializer") || message.starts_with("array initializer must be ");
    is_one_value.then(|| wrapped.titled("put the value in braces"))
}

/// Removes `const` from a variable that is assigned.
fn read_only(site: &Site<'_, '_>) -> Option<Mend> {
    let source = site.source;
    let message = &site.fault.message;
    let is_it = message.contains("read-only variable ") || message.contains("with const-qualified type");
    let name = is_it.then(|| crate::c::complaint::quoted(message, 0))??;
    let symbol = site.symbols.lookup(name, site.next)?;
    let at = symbol
        .declaration
        .clone()
        .find(|&at| source.word(at) == "const")?;
    Some(Mend::delete(source.start(at)..source.start(at + 1), "const", 4))
}
