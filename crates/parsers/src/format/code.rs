//! Rules and codes, as tools write them before or after a message.

use crate::text;

/// A rule's name is not longer than this.
const LONGEST: usize = 100;

/// Reads a code that is before the message: `E302 x`, `CS0168: x`, `[syntax-check] x`,
/// `unused-variable: x`, `MD013/line-length x`, `W0611 (unused-import) x`.
pub(crate) fn take_leading(text: &str) -> Option<(&str, &str)> {
    bracketed(text)
        .or_else(|| labelled(text))
        .or_else(|| numbered(text))
}

/// `[rule] x`, `[rule]: x`, `(vcom-1236) x`.
fn bracketed(text: &str) -> Option<(&str, &str)> {
    let close = match text.as_bytes().first()? {
        b'[' => ']',
        b'(' => ')',
        _ => return None,
    };
    let (inner, rest) = text[1..].split_once(close)?;
    let telling = close == ']' || has_digit(inner) && inner.contains('-');
    let message = super::severity::after_separator(rest);
    (telling && is_name(inner) && !message.is_empty()).then_some((inner, message))
}

/// `rule-name: x`, `line_length:x`, `Style/StringLiterals: x`, `TypeError: x`, `E302: x`.
fn labelled(text: &str) -> Option<(&str, &str)> {
    let (label, rest) = text::split_at_byte(text, b':')?;
    // `no-undef : x`.
    let label = match label.strip_suffix(' ') {
        Some(rule) if rule.contains(['-', '/', '_']) || is_shouted(rule) || is_number(rule) => rule,
        _ => label,
    };
    let said = !rest.starts_with([':', '/', '\\']) && !rest.trim_start().is_empty();
    if !said || !is_name_of(label) {
        return None;
    }
    let is_rule = || {
        label.contains(['-', '_', '/']) && !label.contains("//")
            || is_camel(label)
            || is_number(label)
            || is_shouted(label) && label.len() < text.len() && text[label.len()..].starts_with(" :")
    };
    let is_told = is_name(label) && is_rule() || super::severity::take(rest).is_some();
    is_told.then_some((label, rest.trim_start()))
}

/// Capitals only: `COMPILE`.
fn is_shouted(word: &str) -> bool {
    const SHORTEST: usize = 4;
    word.len() >= SHORTEST && word.bytes().all(|byte| byte.is_ascii_uppercase())
}

/// Returns whether a name is that of a linter's rule, unlike compilers' error numbers: `no-undef`,
/// `DEAD_STORE`, `Style/StringLiterals`.
pub(crate) fn is_rule(name: &str) -> bool {
    let inner = name.trim_matches(['-', '_', '/']);
    let parted = inner.contains(['-', '_', '/']) && !name.starts_with('-');
    parted && !name.starts_with('@') && inner.bytes().any(|byte| byte.is_ascii_alphabetic())
}

/// `E302 x`, `MD013/line-length x`.
fn numbered(text: &str) -> Option<(&str, &str)> {
    let (word, rest) = text::split_at_byte(text, b' ')?;
    let number = text::split_at_byte(word, b'/').map_or(word, |(number, _)| number);
    let is_long = || number.bytes().filter(u8::is_ascii_digit).count() > 1;
    (is_number(number) && is_long() && is_name(word)).then_some((word, rest.trim_start()))
}

/// Capitals and a number: `E302`, `CS0168`, `SC2086`, `HLINT-12`.
fn is_number(word: &str) -> bool {
    /// Standards and algorithms that read like codes.
    const NAMES: [&str; 7] = ["SHA", "ISO", "UTF", "RFC", "PEP", "MD", "IPV"];
    // Most words are told so by their last letter.
    if !word.ends_with(|c: char| c.is_ascii_digit()) {
        return false;
    }
    let letters = word.bytes().take_while(u8::is_ascii_alphabetic).count();
    let (prefix, digits) = word.split_at(letters);
    let digits = digits.strip_prefix('-').unwrap_or(digits);
    let shape = (1..=12).contains(&letters) && (1..=6).contains(&digits.len());
    let named = NAMES.contains(&prefix) && !(prefix == "MD" && digits.len() == 3);
    let capital = word.starts_with(|c: char| c.is_ascii_uppercase());
    shape && capital && !named && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// Two words in one: `UnusedVariable`, `lineLength`, `Pandas4Warning`.
fn is_camel(word: &str) -> bool {
    let is_low = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
    let is_hump = |pair: &[u8]| is_low(pair[0]) && pair[1].is_ascii_uppercase();
    word.as_bytes().windows(2).any(is_hump)
        && word.bytes().any(|byte| byte.is_ascii_lowercase())
        && word.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

/// Reads a code that is after the message: `x [rule]`, `x (SA4000)`, `x [-Wunused]`.
pub(crate) fn take_trailing(text: &str) -> Option<(&str, &str)> {
    let text = text.trim_end();
    let (open, close) = match text.as_bytes().last()? {
        b']' => (text::literal!(" ["), ']'),
        b')' => (text::literal!(" ("), ')'),
        _ => return None,
    };
    let (message, inner) = text::rsplit(text, open)?;
    let inner = inner.strip_suffix(close)?;
    let telling = close == ']' || has_digit(inner) || inner.contains(['-', '_', '/', '.']);
    (telling && is_name(inner) && !message.is_empty()).then(|| (message.trim_end(), inner))
}

/// Returns whether the text can be the name of a rule: one word that begins with a letter.
pub(crate) fn is_name(word: &str) -> bool {
    let starts = word.starts_with(|c: char| c.is_ascii_alphabetic() || matches!(c, '-' | '@'));
    starts && is_name_of(word)
}

/// The same, but it may begin with a digit: `80chars`.
fn is_name_of(word: &str) -> bool {
    word.len() <= LONGEST
        && word
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b"-_./:@+#=,".contains(&byte))
        && word.bytes().any(|byte| byte.is_ascii_alphabetic())
}

fn has_digit(text: &str) -> bool {
    text.bytes().any(|byte| byte.is_ascii_digit())
}
