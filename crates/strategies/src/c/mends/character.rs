//! `"a"` for `'a'`, and `'text'` for `"text"`.

use super::Site;
use crate::c::complaint::Complaint;
use crate::c::token::Kind;
use crate::mend::Mend;

pub(super) fn mends(site: &Site<'_, '_>) -> Vec<Mend> {
    let message = site.fault.message.as_str();
    let makes = |what: &str| message.contains(&format!("makes {what} without a cast"));
    let operands = matches!(&site.fault.complaint, Complaint::BadOperands { left, right, .. } if left.contains("char *") || right.contains("char *"));
    let compared = message.starts_with("comparison between pointer and integer")
        || message.starts_with("comparison with string literal");
    let is_long = message.starts_with("multi-character character constant")
        || message.starts_with("character constant too long")
        || message.starts_with("character too large");
    let mut mends = Vec::new();
    if operands || compared || makes("integer from pointer") {
        mends.extend(character(site));
    }
    if is_long || makes("pointer from integer") {
        mends.extend(text(site));
    }
    mends
}

/// A text of one character where a number is needed.
fn character(site: &Site<'_, '_>) -> Vec<Mend> {
    let source = site.source;
    let line = source.line_tokens(site.next);
    let texts = line.filter(|&at| source.kind(at) == Some(Kind::Text));
    let single = texts.filter_map(|at| {
        let inner = source.word(at).strip_prefix('"')?.strip_suffix('"')?;
        let is_one = inner.chars().count() == 1 || inner.len() == 2 && inner.starts_with('\\');
        let quoted = if inner == "'" { "\\'" } else { inner };
        is_one.then(|| Mend::replace(source.range(at), format!("'{quoted}'"), 1))
    });
    single.collect()
}

/// A character of many.
fn text(site: &Site<'_, '_>) -> Vec<Mend> {
    let source = site.source;
    let line = source.line_tokens(site.next);
    let characters = line.filter(|&at| source.kind(at) == Some(Kind::Character));
    let long = characters.filter_map(|at| {
        let inner = source.word(at).strip_prefix('\'')?.strip_suffix('\'')?;
        let is_one = inner.chars().count() < 2 || inner.len() == 2 && inner.starts_with('\\');
        (!is_one && !inner.contains('"')).then(|| Mend::replace(source.range(at), format!("\"{inner}\""), 1))
    });
    long.collect()
}
