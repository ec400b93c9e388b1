//! Arguments that do not fit their place in a format: `scanf("%d", n)`.
//!
//! A conversion that does not fit its argument is exchanged by the compiler's own offer.

use super::Site;
use crate::c::complaint::Complaint;
use crate::c::symbols::arguments;
use crate::mend::Mend;

pub(super) fn mends(site: &Site<'_, '_>) -> Vec<Mend> {
    let Complaint::Format {
        argument,
        wanted,
        given,
    } = &site.fault.complaint
    else {
        return Vec::new();
    };
    let first = match argument {
        Some(argument) => argument_tokens(site, *argument),
        None => Some(site.next),
    };
    let Some(first) = first else {
        return Vec::new();
    };
    let source = site.source;
    let is_address = source.word(first) == "&";
    let wants_address = wanted
        .strip_suffix('*')
        .is_some_and(|value| value.trim_end() == given);
    let gives_address = given
        .strip_suffix('*')
        .is_some_and(|value| value.trim_end() == wanted);
    let gives_array = wanted.ends_with('*') && given.contains("(*)");
    match is_address {
        _ if wants_address => vec![Mend::insert(source.start(first), "&", 1)],
        true if gives_address || gives_array => vec![Mend::delete(source.range(first), "&", 1)],
        false if gives_address => vec![Mend::insert(source.start(first), "*", 2)],
        _ => Vec::new(),
    }
}

/// The first token of the argument with this number, from 1, of the call around the place.
fn argument_tokens(site: &Site<'_, '_>, number: usize) -> Option<usize> {
    let source = site.source;
    let open = source.enclosing(site.next, "(")?;
    let given = arguments(source, open, source.partner(open)?);
    given.get(number.checked_sub(1)?).map(|argument| argument.start)
}
