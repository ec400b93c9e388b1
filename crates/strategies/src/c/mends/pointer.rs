//! A variable that is given a pointer, or given to one, and is declared without its star.

use super::Site;
use crate::c::complaint::quoted;
use crate::c::token::Kind;
use crate::mend::Mend;

pub(super) fn mends(site: &Site<'_, '_>) -> Vec<Mend> {
    let message = site.fault.message.as_str();
    if message.starts_with("parameter ") && message.ends_with("has incomplete type") {
        return parameter_of_nothing(site).into_iter().collect();
    }
    let types = [
        "incompatible types when assigning to type '",
        "incompatible types when initializing type '",
    ]
    .iter()
    .find_map(|start| message.strip_prefix(start)?.split_once("' from type '"));
    let types = types.or_else(|| {
        message
            .strip_prefix("assigning to '")?
            .split_once("' from incompatible type '")
    });
    let types = types.or_else(|| {
        message
            .strip_prefix("incompatible types when initializing type '")?
            .split_once("' using type '")
    });
    let Some((to, from)) = types else {
        return Vec::new();
    };
    let from = from.split('\'').next().unwrap_or_default();
    let is_star_of =
        |pointer: &str, plain: &str| pointer.strip_suffix('*').is_some_and(|base| base.trim() == plain);
    let source = site.source;
    let line = source.line_tokens(site.next);
    let Some(equals) = line
        .clone()
        .find(|&at| source.word(at) == "=" && at + 1 >= site.next)
    else {
        return Vec::new();
    };
    let variable = if is_star_of(from, to) {
        equals.wrapping_sub(1)
    } else if is_star_of(to, from) && source.word(equals + 2) == ";" {
        equals + 1
    } else {
        return Vec::new();
    };
    let declared = site.symbols.lookup(source.word(variable), variable);
    let plain = declared.filter(|symbol| symbol.depth() == 0 && source.kind(variable) == Some(Kind::Word));
    let star = plain.map(|symbol| {
        Mend::insert(source.start(symbol.token), "*", 1).titled(format!("declare '*{}'", symbol.name))
    });
    star.into_iter().collect()
}

/// `int f(const void q)`: there are no values of that type, only pointers to it.
fn parameter_of_nothing(site: &Site<'_, '_>) -> Option<Mend> {
    let source = site.source;
    let name = quoted(&site.fault.message, 0)?;
    let line = source.line_tokens(site.next);
    let mut names = line.filter(|&at| source.word(at) == name && source.word_before(at) == "void");
    let at = names.next()?;
    Some(Mend::insert(source.start(at), "*", 1))
}
