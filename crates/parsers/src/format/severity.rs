//! The words in which tools say how bad something is, and what is meant when they say nothing.
//!
//! - What a tool says is taken over: its word, its number, the letter of its code. A linter's `error` is an
//!   error though nothing fails to run because of it.
//! - A compiler, an interpreter or a test runner that says nothing means an error.
//! - A linter that says nothing means a warning, unless its documentation calls every finding an error or it
//!   tells warnings from other findings by a word (`grammar::Pattern::lint` and `head::implied` are that rule).
//! - Words of a scale with more steps than ours (`high`, `major`, `convention`) are mapped by [`WORDS`], in one
//!   place for all parsers; a tool whose words mean something else says so where it is defined, with
//!   `words`.
//! - `fatal` is what keeps everything from running: text that is not in the language, a header that is not
//!   found.

use std::sync::LazyLock;

use unbreak_core::Severity;

use crate::text;

/// Tools' words, in lower case.
const WORDS: [(&str, Severity); 111] = [
    ("fatal error", Severity::Fatal),
    ("fatal", Severity::Fatal),
    ("catastrophic error", Severity::Fatal),
    ("error", Severity::Error),
    ("err", Severity::Error),
    ("errors", Severity::Error),
    ("internal compiler error", Severity::Error),
    ("internal error", Severity::Error),
    ("compile error", Severity::Error),
    ("compiler error", Severity::Error),
    ("semantic error", Severity::Error),
    ("failure", Severity::Error),
    ("failed", Severity::Error),
    ("critical", Severity::Error),
    ("blocker", Severity::Error),
    ("major", Severity::Error),
    ("severe", Severity::Error),
    ("serious", Severity::Error),
    ("forbidden", Severity::Error),
    ("high", Severity::Error),
    ("very_high", Severity::Error),
    ("very-high", Severity::Error),
    ("exception", Severity::Error),
    ("warning", Severity::Warning),
    ("warnings", Severity::Warning),
    ("warn", Severity::Warning),
    ("performance warning", Severity::Warning),
    ("semantic warning", Severity::Warning),
    ("hint warning", Severity::Warning),
    ("caution", Severity::Warning),
    ("minor", Severity::Warning),
    ("medium", Severity::Warning),
    ("moderate", Severity::Warning),
    ("problem", Severity::Warning),
    ("deprecation", Severity::Warning),
    ("info", Severity::Info),
    ("information", Severity::Info),
    ("informational", Severity::Info),
    ("note", Severity::Info),
    ("notice", Severity::Info),
    ("hint", Severity::Info),
    ("help", Severity::Info),
    ("suggestion", Severity::Info),
    ("recommendation", Severity::Info),
    ("remark", Severity::Info),
    ("advice", Severity::Info),
    ("refactor", Severity::Info),
    ("convention", Severity::Info),
    ("style", Severity::Info),
    ("performance", Severity::Info),
    ("portability", Severity::Info),
    ("low", Severity::Info),
    ("very_low", Severity::Info),
    ("very-low", Severity::Info),
    ("trivial", Severity::Info),
    ("debug", Severity::Info),
    ("verbose", Severity::Info),
    ("message", Severity::Info),
    ("refactoring", Severity::Info),
    ("none", Severity::Info),
    ("unknown", Severity::Info),
    // gcc, clang, make and Microsoft's compilers in other languages.
    ("schwerwiegender fehler", Severity::Fatal),
    ("erreur fatale", Severity::Fatal),
    ("error fatal", Severity::Fatal),
    ("erro fatal", Severity::Fatal),
    ("致命的エラー", Severity::Fatal),
    ("致命错误", Severity::Fatal),
    ("fehler", Severity::Error),
    ("erreur", Severity::Error),
    ("errore", Severity::Error),
    ("erro", Severity::Error),
    ("ошибка", Severity::Error),
    ("エラー", Severity::Error),
    ("错误", Severity::Error),
    ("錯誤", Severity::Error),
    ("오류", Severity::Error),
    ("fout", Severity::Error),
    ("fel", Severity::Error),
    ("chyba", Severity::Error),
    ("błąd", Severity::Error),
    ("hata", Severity::Error),
    ("warnung", Severity::Warning),
    ("avertissement", Severity::Warning),
    ("aviso", Severity::Warning),
    ("advertencia", Severity::Warning),
    ("avviso", Severity::Warning),
    ("attenzione", Severity::Warning),
    ("предупреждение", Severity::Warning),
    ("警告", Severity::Warning),
    ("경고", Severity::Warning),
    ("waarschuwing", Severity::Warning),
    ("varning", Severity::Warning),
    ("varování", Severity::Warning),
    ("ostrzeżenie", Severity::Warning),
    ("uyarı", Severity::Warning),
    ("anmerkung", Severity::Info),
    ("hinweis", Severity::Info),
    ("bemerkung", Severity::Info),
    ("remarque", Severity::Info),
    ("nota", Severity::Info),
    ("замечание", Severity::Info),
    ("примечание", Severity::Info),
    ("備考", Severity::Info),
    ("注記", Severity::Info),
    ("附注", Severity::Info),
    ("附註", Severity::Info),
    ("참고", Severity::Info),
    ("opmerking", Severity::Info),
    ("anm", Severity::Info),
    ("poznámka", Severity::Info),
    ("uwaga", Severity::Info),
];

/// The severity that a whole word or phrase stands for.
pub(crate) fn word(phrase: &str) -> Option<Severity> {
    let known = BY_LENGTH.get(phrase.len())?;
    // The first letter distinguishes most words.
    let first = phrase.as_bytes().first()?.to_ascii_lowercase();
    let known = known
        .iter()
        .find(|(word, _)| word.as_bytes()[0] == first && word.eq_ignore_ascii_case(phrase));
    known.map(|(_, severity)| *severity)
}

/// The words of each length. Most lines hold many words, and each is looked up.
static BY_LENGTH: LazyLock<Vec<Vec<(&str, Severity)>>> = LazyLock::new(|| {
    let longest = WORDS.iter().map(|(word, _)| word.len()).max().unwrap_or_default();
    let of_length = |length| WORDS.into_iter().filter(move |(word, _)| word.len() == length);
    (0..=longest).map(|length| of_length(length).collect()).collect()
});

/// The severity that a single capital stands for (pylint, RuboCop, flake8, most linters after them).
pub(crate) fn letter(letter: &str) -> Option<Severity> {
    match letter {
        "F" => Some(Severity::Fatal),
        "E" => Some(Severity::Error),
        "W" => Some(Severity::Warning),
        "C" | "R" | "I" | "N" | "S" => Some(Severity::Info),
        _ => None,
    }
}

/// Reads a severity that is at the beginning of a text *as such*: `error: x`, `[warning] x`,
/// `ERROR x`, `error CS0001: x`, `W: x`, and not as a word of a sentence ("error reading file").
pub(crate) fn take(text: &str) -> Option<(Severity, &str)> {
    bracketed(text).or_else(|| phrase(text)).or_else(|| initial(text))
}

/// `[error] x`, `(W) x`.
fn bracketed(text: &str) -> Option<(Severity, &str)> {
    let close = match text.as_bytes().first()? {
        b'[' => ']',
        b'(' => ')',
        _ => return None,
    };
    let (inner, rest) = text[1..].split_once(close)?;
    let severity = word(inner).or_else(|| letter(inner))?;
    Some((severity, after_separator(rest)))
}

/// `fatal error: x`, `warning - x`, `error[E0308]: x`, `ERROR x`.
fn phrase(text: &str) -> Option<(Severity, &str)> {
    const MOST_WORDS: usize = 3;
    let mut ends = [0; MOST_WORDS];
    for (end, found) in ends.iter_mut().zip(word_ends(text)) {
        *end = found;
    }
    ends.into_iter().rev().filter(|end| *end > 0).find_map(|end| {
        let (phrase, rest) = text.split_at(end);
        let severity = word(phrase)?;
        stands_alone(phrase, rest).then(|| (severity, after_separator(rest)))
    })
}

/// The ends of the first, second, ... word, as long as single blanks separate them.
fn word_ends(text: &str) -> impl Iterator<Item = usize> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = if at == 0 { 0 } else { at + 1 };
        let bytes = text.as_bytes();
        if at > 0 && bytes.get(at) != Some(&b' ') {
            return None;
        }
        let length = bytes
            .get(start..)?
            .iter()
            .take_while(|byte| is_word_byte(**byte))
            .count();
        at = start + length;
        (length > 0).then_some(at)
    })
}

fn is_word_byte(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || !byte.is_ascii() || matches!(byte, b'_' | b'-')
}

/// Returns whether the following text shows that the phrase was a label.
fn stands_alone(phrase: &str, rest: &str) -> bool {
    let trimmed = rest.trim_start();
    // Watcom's `Error! E1009: x`.
    if rest.starts_with("! ") {
        return true;
    }
    if trimmed.is_empty() || trimmed.starts_with(':') || trimmed.starts_with("- ") || rest.starts_with('[') {
        return true;
    }
    if !rest.starts_with(' ') {
        return false;
    }
    let shouted = phrase.bytes().all(|byte| byte.is_ascii_uppercase());
    shouted || is_numbered(trimmed) || is_ruled(trimmed) || is_bracketed(trimmed)
}

/// Returns whether a rule in brackets comes next: `[close-order] x`, `[MissingKey] - x`.
fn is_bracketed(rest: &str) -> bool {
    let inner = rest.strip_prefix('[').and_then(|rest| rest.split_once("] "));
    inner.is_some_and(|(rule, said)| super::code::is_name(rule) && !said.trim().is_empty())
}

/// Returns whether a rule and a colon come next: `no-undef : x`, as ESLint, TSLint and TSQLLint print them for
/// Visual Studio, `no-unused-params: x`, as Bicep does.
fn is_ruled(rest: &str) -> bool {
    let rule = text::split(rest, text::literal!(": ")).map_or("", |(rule, _)| rule.trim_end());
    rule.contains(['-', '/'])
        && rule
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b"-_/@.".contains(&byte))
}

/// Returns whether a code and a colon come next: `CS0001: x`, `40: x`, `(10236): x`.
fn is_numbered(rest: &str) -> bool {
    let Some((code, _)) = text::split_at_byte(rest, b':') else {
        return false;
    };
    let code = code.trim_end().trim_matches(['(', ')']);
    let characters = !code.is_empty()
        && code
            .bytes()
            .all(|b| b.is_ascii_alphanumeric() || b"-_/.".contains(&b));
    let numbered = code.bytes().any(|byte| byte.is_ascii_digit());
    characters && (numbered || code.bytes().all(|byte| byte.is_ascii_uppercase()))
}

/// `E: x`.
fn initial(text: &str) -> Option<(Severity, &str)> {
    let (first, rest) = text.split_at_checked(1)?;
    let severity = letter(first)?;
    let rest = rest.strip_prefix(':')?;
    rest.starts_with(' ').then(|| (severity, rest.trim_start()))
}

/// The text after the blanks and the colon or dash that separate it from the text before.
pub(crate) fn after_separator(text: &str) -> &str {
    let text = text.trim_start();
    let text = text
        .strip_prefix(':')
        .or_else(|| text.strip_prefix("- "))
        .or_else(|| text.strip_prefix("! "))
        .unwrap_or(text);
    text.trim_start()
}
