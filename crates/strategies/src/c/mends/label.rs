//! Labels of a `switch` that are not written as such: `case 3;`, `case1:`.

use super::Site;
use crate::mend::Mend;

pub(super) fn mends(site: &Site<'_, '_>) -> Vec<Mend> {
    let mut mends = Vec::new();
    mends.extend(other_mark(site));
    mends.extend(glued(site));
    mends
}

/// `case 3;`, `default;`: another mark than the colon.
fn other_mark(site: &Site<'_, '_>) -> Option<Mend> {
    let source = site.source;
    let mark = [site.next, site.next.wrapping_sub(1)]
        .into_iter()
        .find(|&at| matches!(source.word(at), ";" | ","))?;
    let line = source.line_tokens(mark);
    let is_label = match source.word(line.start) {
        "default" => line.start + 1 == mark,
        "case" => line.start + 2 == mark,
        _ => false,
    };
    (is_label && site.is_syntax()).then(|| Mend::replace(source.range(mark), ":", 1))
}

/// `case1:`: a label without a `goto`.
fn glued(site: &Site<'_, '_>) -> Option<Mend> {
    let source = site.source;
    if !site.fault.message.starts_with("label 'case") {
        return None;
    }
    let value = site.word().strip_prefix("case")?;
    let is_value =
        value.starts_with(|c: char| c.is_ascii_digit()) || site.symbols.lookup(value, site.next).is_some();
    let middle = source.start(site.next) + "case".len();
    is_value.then(|| Mend::insert(middle, " ", 1).titled(format!("write 'case {value}'")))
}
