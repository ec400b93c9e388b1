//! Regular expressions over source text and messages, made cheap to compile.
//!
//! The Unicode tables behind `\w`, `\d`, `\s` and `\b` make up most of the cost of a small expression: some
//! hundred microseconds each, in every process. The texts read here are code, whose words are letters,
//! digits, `_` and all characters outside ASCII. (`(?i)` around one of these classes is expensive again:
//! every character of it is looked up.)

use regex::Regex;

/// The meaning of each class here. Square brackets nest, so it may stand within a class, too.
const CLASSES: [(&str, &str); 6] = [
    (r"\w", r"[0-9A-Za-z_\x{80}-\x{10FFFF}]"),
    (r"\W", r"[^0-9A-Za-z_\x{80}-\x{10FFFF}]"),
    (r"\d", "[0-9]"),
    (r"\s", r"[ \t\n\r\x0B\x0C]"),
    (r"\S", r"[^ \t\n\r\x0B\x0C]"),
    (r"\b", r"(?-u:\b)"),
];

/// Compiles a constant expression.
///
/// # Panics
/// If the text is not a valid expression.
#[track_caller]
pub fn pattern(text: &str) -> Regex {
    #[expect(
        clippy::expect_used,
        reason = "the patterns are constants, and every one is used by the tests"
    )]
    Regex::new(&in_ascii(text)).expect("constant pattern")
}

/// The expression with its classes written out.
#[must_use]
pub fn in_ascii(text: &str) -> String {
    let mut written = String::with_capacity(text.len() * 2);
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        let (before, escape) = rest.split_at(at);
        let length = 1 + escape[1..].chars().next().map_or(0, char::len_utf8);
        let (escape, after) = escape.split_at(length);
        let class = CLASSES.iter().find(|(class, _)| *class == escape);
        written.push_str(before);
        written.push_str(class.map_or(escape, |(_, meaning)| meaning));
        rest = after;
    }
    written.push_str(rest);
    written
}

/// The longest run of words in an expression that is in every match: outside its groups and
/// classes, and not followed by an operator that makes it optional. Empty if there is none. `%` and the character
/// after it stand for something else, as a backslash does.
pub fn literal(spelled: &str) -> &str {
    const BEYOND: [&str; 6] = ["(?i)", "(?x", r"\p", r"\P", r"\x", r"\u"];
    if BEYOND.iter().any(|words| spelled.contains(words)) {
        return "";
    }
    let mut longest = "";
    let (mut start, mut groups, mut in_class) = (0, 0_usize, false);
    let mut chars = spelled.char_indices().chain([(spelled.len(), '$')]);
    while let Some((at, c)) = chars.next() {
        if c.is_ascii_alphabetic() || c == ' ' {
            continue;
        }
        if groups == 0 && !in_class {
            if c == '|' {
                return "";
            }
            let may_be_left_out = matches!(c, '?' | '*' | '{');
            let end = at - usize::from(may_be_left_out && at > start);
            if end - start > longest.len() {
                longest = &spelled[start..end];
            }
        }
        let is_escape = matches!(c, '%' | '\\');
        start = at
            + if is_escape && chars.next().is_some() {
                2
            } else {
                c.len_utf8()
            };
        match c {
            '[' => in_class = true,
            ']' => in_class = false,
            '(' if !in_class => groups += 1,
            ')' if !in_class => groups = groups.saturating_sub(1),
            _ => {}
        }
    }
    longest
}
