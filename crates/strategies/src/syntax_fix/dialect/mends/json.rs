//! Literals of JavaScript and Python that JSON does not allow: comments, single quotes, keys and
//! values without quotes, trailing commas, other words for `null`, hexadecimal numbers.

use super::Site;
use crate::syntax_fix::dialect::lex::{Kind, is_word};
use crate::syntax_fix::language::{Change, Mend};

pub(in super::super) fn mends(site: &Site<'_, '_>) -> Vec<Mend> {
    let mut mends: Vec<Mend> = site
        .near()
        .into_iter()
        .flat_map(|(at, far)| at_token(site, at, far))
        .collect();
    mends.extend(everywhere(site));
    mends.extend(comments(site));
    mends
}

fn at_token(site: &Site<'_, '_>, at: usize, farness: u32) -> Vec<Mend> {
    let mut mends = Vec::new();
    if let Some(text) = quoted(site, at) {
        mends.push(Mend::replace(site.source.range(at), text, 2 + farness));
    }
    mends.extend(word(site, at, farness));
    mends.extend(number(site, at, farness));
    mends.extend(unquoted_words(site, at, farness));
    mends
}

/// A text in single quotes or backticks as JSON writes it.
fn quoted(site: &Site<'_, '_>, at: usize) -> Option<String> {
    let word = site.source.word(at);
    let quote = word.chars().next().filter(|quote| "'`".contains(*quote))?;
    let inner = word.strip_prefix(quote)?.strip_suffix(quote)?;
    let inner = inner.replace(&format!("\\{quote}"), &quote.to_string());
    Some(format!("\"{}\"", inner.replace('"', "\\\"")))
}

/// A word: `null` by another name, or a text without quotes.
fn word(site: &Site<'_, '_>, at: usize, farness: u32) -> Vec<Mend> {
    let source = site.source;
    let word = source.word(at);
    let is_glued = source.kind(at + 1) == Some(Kind::Text) && source.start(at + 1) == source.range(at).end;
    if source.kind(at) != Some(Kind::Word) || is_glued {
        return Vec::new();
    }
    let range = source.range(at);
    let known = site
        .dialect
        .foreign
        .iter()
        .filter(|(foreign, _)| *foreign == word);
    let mut mends: Vec<Mend> = known
        .map(|&(_, own)| Mend::replace(range.clone(), own, 1 + farness))
        .collect();
    for keyword in site.dialect.keywords {
        if strsim::osa_distance(&word.to_lowercase(), keyword) <= 1 && *keyword != word {
            mends.push(Mend::replace(range.clone(), *keyword, 2 + farness));
        }
    }
    let cost = if site.is_keyword(word) { 6 } else { 3 };
    mends.push(Mend::replace(range, format!("\"{word}\""), cost + farness));
    mends
}

/// `0x1F`, `+1`, `.5`, `5.`, `1_000`, `007`.
fn number(site: &Site<'_, '_>, at: usize, farness: u32) -> Option<Mend> {
    let word = site.source.word(at);
    let bare = word.trim_start_matches('+').replace('_', "");
    let own = match bare.strip_prefix("0x").or_else(|| bare.strip_prefix("0X")) {
        Some(digits) => u64::from_str_radix(digits, 16).ok()?.to_string(),
        None => {
            let bare = if bare.starts_with('.') {
                format!("0{bare}")
            } else {
                bare
            };
            let bare = bare.trim_end_matches('.').to_owned();
            let digits = bare.trim_start_matches('0');
            let is_padded = bare.len() > digits.len() && digits.starts_with(|c: char| c.is_ascii_digit());
            if is_padded { digits.to_owned() } else { bare }
        }
    };
    let is_number = own.parse::<f64>().is_ok() && own != word;
    is_number.then(|| Mend::replace(site.source.range(at), own, 2 + farness))
}

/// Several tokens up to the next comma or the end of the line are one text: `"date": 2020-01-01`.
fn unquoted_words(site: &Site<'_, '_>, at: usize, farness: u32) -> Option<Mend> {
    let source = site.source;
    let is_value = matches!(source.word_before(at), ":" | "[" | "," | "{");
    let is_bare = matches!(source.kind(at), Some(Kind::Word | Kind::Number));
    let line = source.line_tokens(at);
    let mut end = at;
    while end < line.end && !(source.kind(end) == Some(Kind::Mark) && ",{}[]:".contains(source.word(end))) {
        end += 1;
    }
    let range = source.start(at)..source.end_before(end);
    let fits = is_value && is_bare && end > at + 1;
    fits.then(|| {
        let text = source.text[range.clone()].replace(['"', '\''], "");
        Mend::replace(range, format!("\"{text}\""), 4 + farness)
    })
}

/// The same fault all over the file: every text in single quotes, every key without.
fn everywhere(site: &Site<'_, '_>) -> Vec<Mend> {
    let source = site.source;
    let texts = |at: usize| Some(Change::new(source.range(at), quoted(site, at)?));
    let keys = |at: usize| {
        let is_key = source.kind(at) == Some(Kind::Word) && source.is_mark(at + 1, ":");
        let name = source.word(at);
        let plain = name.chars().all(|c| is_word(c) || "$-.".contains(c));
        (is_key && plain).then(|| Change::new(source.range(at), format!("\"{name}\"")))
    };
    let words = |at: usize| {
        let known = site
            .dialect
            .foreign
            .iter()
            .find(|(foreign, _)| *foreign == source.word(at));
        let &(_, own) =
            known.filter(|_| source.kind(at) == Some(Kind::Word) && !source.is_mark(at + 1, ":"))?;
        Some(Change::new(source.range(at), own))
    };
    let commas = |at: usize| {
        let is_last = source.is_mark(at, ",") && matches!(source.word(at + 1), "}" | "]");
        is_last.then(|| Change::new(source.range(at), ""))
    };
    let all = |change: &dyn Fn(usize) -> Option<Change>| {
        let changes: Vec<Change> = (0..source.tokens.len()).filter_map(change).collect();
        changes
    };
    let kinds: [(&str, Vec<Change>); 5] = [
        ("quote texts with '\"'", all(&texts)),
        ("quote keys", all(&keys)),
        ("write 'null', 'true' and 'false'", all(&words)),
        ("remove commas at the end", all(&commas)),
        ("quote keys and texts", all(&|at| texts(at).or_else(|| keys(at)))),
    ];
    let several = kinds.into_iter().filter(|(_, changes)| changes.len() > 1);
    several
        .filter_map(|(title, changes)| Mend::all(changes, 3, title))
        .collect()
}

/// Comments where the reader knows none, all at once.
fn comments(site: &Site<'_, '_>) -> Option<Mend> {
    if !site.dialect.lexis.line_comments.is_empty() {
        return None;
    }
    let source = site.source;
    let mut changes = Vec::new();
    let mut at = 0;
    while at < source.tokens.len() {
        let start = source.start(at);
        let rest = &source.text[start..];
        // Slashes are parts of words here, so that a comment begins with one.
        let length = match rest {
            _ if rest.starts_with("//") || rest.starts_with('#') => rest.find('\n').unwrap_or(rest.len()),
            _ if rest.starts_with("/*") => rest.find("*/").map_or(rest.len(), |end| end + 2),
            _ => {
                at += 1;
                continue;
            }
        };
        changes.push(Change::new(source.with_layout(start..start + length), ""));
        at = source.token_at(start + length).max(at + 1);
        while at < source.tokens.len() && source.start(at) < start + length {
            at += 1;
        }
    }
    Mend::all(changes, 2, "remove comments")
}
