//! `break` outside of a loop, `case` outside of a `switch`.

use super::Site;
use crate::c::complaint::Complaint;
use crate::mend::Mend;

pub(super) fn mends(site: &Site<'_, '_>) -> Vec<Mend> {
    let Complaint::Misplaced(word) = &site.fault.complaint else {
        return Vec::new();
    };
    let source = site.source;
    let line = source.line_tokens(site.next);
    let statement = line
        .filter(|&at| source.word(at) == word)
        .find(|&at| source.word(at + 1) == ";");
    let Some(at) = statement else { return Vec::new() };
    let whole = source.start(at)..source.range(at + 1).end;
    let leave = if returns_nothing(site) {
        "return"
    } else {
        "return 0"
    };
    vec![
        Mend::replace(source.range(at), leave, 4),
        Mend::delete(whole, word, 5).bold(),
    ]
}

/// Whether the function around the place is a `void` one.
fn returns_nothing(site: &Site<'_, '_>) -> bool {
    let mut functions = site
        .symbols
        .all
        .iter()
        .filter(|symbol| symbol.is_function() && symbol.token < site.next);
    functions
        .next_back()
        .is_some_and(|function| function.base == "void" && function.pointers == 0)
}
