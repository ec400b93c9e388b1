//! Comments in another language's form, comments that do not end, and prose without a comment sign.

use super::Site;
use crate::syntax_fix::language::Mend;

/// The beginnings of comments in any language.
const STARTS: &[&str] = &["#", "//", "--", ";", "<!--", "%", "\"\"\""];

pub(in super::super) fn mends(site: &Site<'_, '_>) -> Vec<Mend> {
    let mut mends = unended(site);
    for &suspect in &site.suspects {
        mends.extend(foreign(site, suspect));
    }
    mends
}

/// `# note` where comments begin with `//`.
fn foreign(site: &Site<'_, '_>, suspect: usize) -> Option<Mend> {
    let source = site.source;
    let own = site.dialect.lexis.line_comments.first()?;
    let tokens = source.line_tokens(suspect);
    let at = tokens.clone().find(|&at| {
        let rest = &source.text[source.start(at)..];
        STARTS.iter().any(|start| start != own && rest.starts_with(start))
    })?;
    let start = STARTS
        .iter()
        .find(|start| source.text[source.start(at)..].starts_with(**start))?;
    let range = source.start(at)..source.start(at) + start.len();
    // `#[test]` is an attribute, and `#total` hardly a comment but a private name.
    if *start == "#" && source.text[range.end..].starts_with(['[', '!']) {
        return None;
    }
    let names = |c: char| c.is_alphabetic();
    let is_name = *start == "#" && source.text[range.end..].starts_with(names);
    let cost = if at == tokens.start { 2 } else { 4 } + if is_name { 3 } else { 0 };
    Some(Mend::replace(range, *own, cost).titled(format!("write '{own}' for '{start}'")))
}

/// `/* note` up to the end of the text: it ends with its line, or where the next one begins.
fn unended(site: &Site<'_, '_>) -> Vec<Mend> {
    let source = site.source;
    let Some(comment) = source
        .comments
        .last()
        .filter(|comment| comment.end == source.text.len())
    else {
        return Vec::new();
    };
    let text = &source.text[comment.clone()];
    let pairs = site.dialect.lexis.block_comments.iter();
    let Some(&(open, close)) = pairs.into_iter().find(|(open, _)| text.starts_with(open)) else {
        return Vec::new();
    };
    if text.len() >= open.len() + close.len() && text.ends_with(close) {
        return Vec::new();
    }
    let ends = text.match_indices('\n').map(|(at, _)| at).take(6);
    ends.map(|end| Mend::insert(comment.start + end, format!(" {close}"), 3))
        .collect()
}
