//! A variable that points at constant data, and is declared without `const`.
//!
//! `char *end = strchr(text, ' ');` where `text` is constant: since glibc 2.43 the result is constant too. Nothing
//! is written through the variable, or the compiler would refuse the change.

use super::Site;
use crate::c::symbols::Role;
use crate::mend::Mend;

pub(super) fn mends(site: &Site<'_, '_>) -> Vec<Mend> {
    let message = site.fault.message.as_str();
    // gcc for C, clang, gcc for C++.
    let is_lost = message.contains("discards 'const' qualifier")
        || message.ends_with("discards qualifiers")
        || message.starts_with("invalid conversion from 'const ");
    if !is_lost {
        return Vec::new();
    }
    constant_variable(site).into_iter().collect()
}

fn constant_variable(site: &Site<'_, '_>) -> Option<Mend> {
    let source = site.source;
    // The compiler points at the variable, at the sign or at the value.
    let line = source.line_tokens(site.next);
    let is_near = |at: &usize| source.word(*at) == "=" && *at <= site.next + 1;
    let equals = line.rev().find(is_near)?;
    let variable = equals.checked_sub(1)?;
    let symbol = site.symbols.lookup(source.word(variable), variable)?;
    let is_own = symbol.role == Role::Variable && source.enclosing(symbol.token, "{").is_some();
    let is_plain = symbol.pointers == 1 && symbol.sizes.is_empty();
    if !is_own || !is_plain || symbol.base.split(' ').any(|word| word == "const") {
        return None;
    }
    let is_storage = |at: &usize| matches!(source.word(*at), "static" | "register" | "auto" | "extern");
    let first = symbol.declaration.clone().find(|at| !is_storage(at))?;
    let title = format!("declare '{}' as a pointer to constant data", symbol.name);
    Some(Mend::insert(source.start(first), "const ", 1).titled(title))
}
