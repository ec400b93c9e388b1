//! The compiler's own edits: `fix-it` of gcc and clang.
//!
//! They are tried like any other change; a name that the compiler proposes costs more, since it
//! knows the letters and not the meaning.

use super::Site;
use crate::c::complaint::Complaint;
use crate::mend::Mend;

pub(super) fn mends(site: &Site<'_, '_>) -> Vec<Mend> {
    let mut edits = site.fault.edits.iter();
    let Some((range, text)) = edits.next() else {
        return Vec::new();
    };
    let cost = match site.fault.complaint {
        Complaint::WrongAccess => 1,
        Complaint::Undeclared(_) | Complaint::UnknownType(_) | Complaint::NoMember(_) => 6,
        _ => 4,
    };
    let first = Mend::replace(range.clone(), text.clone(), cost);
    vec![edits.fold(first, |mend, (range, text)| mend.and(range.clone(), text.clone()))]
}
