//! Specifiers of a declaration that exclude each other: `long float`.

use super::Site;
use crate::c::complaint::Complaint;
use crate::mend::Mend;

pub(super) fn mends(site: &Site<'_, '_>) -> Vec<Mend> {
    let Complaint::SpecifierClash = &site.fault.complaint else {
        return Vec::new();
    };
    let source = site.source;
    let second = site.next;
    let Some(first) = second.checked_sub(1) else {
        return Vec::new();
    };
    let remove =
        |at: usize, cost| Mend::delete(source.start(at)..source.start(at + 1), source.word(at), cost);
    let mut mends = vec![remove(second, 3), remove(first, 3)];
    if source.word(first) == "long" && source.word(second) == "float" {
        mends.push(Mend::replace(source.span(first..second + 1), "double", 3));
    }
    mends
}
