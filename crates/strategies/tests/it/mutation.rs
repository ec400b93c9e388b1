//! Valid texts with one token changed at random: deleted, doubled, inserted, replaced, or exchanged
//! with its neighbour.
//!
//! The mutations imitate common mistakes in brackets, separators, operators, quotes and keywords.

use std::ops::Range;

/// A pseudo-random sequence that is the same everywhere (SplitMix64, Steele et al., OOPSLA 2014).
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A number below `end`.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        usize::try_from(self.next() % (end.max(1) as u64)).unwrap_or(0)
    }
}

/// Marks that are inserted, or take the place of another.
const MARKS: &[&str] = &["(", ")", "[", "]", "{", "}", ",", ";", ":", ".", "=", "\"", "'"];

/// The keywords of the languages that are mutated. A word that is none is left alone: a misspelt name
/// is not a syntax error.
const KEYWORDS: &[&str] = &[
    "as",
    "async",
    "await",
    "break",
    "case",
    "catch",
    "class",
    "const",
    "continue",
    "default",
    "do",
    "else",
    "enum",
    "export",
    "extends",
    "false",
    "final",
    "finally",
    "fn",
    "for",
    "from",
    "func",
    "function",
    "if",
    "impl",
    "implements",
    "import",
    "in",
    "interface",
    "let",
    "loop",
    "match",
    "mod",
    "mut",
    "new",
    "null",
    "of",
    "package",
    "private",
    "pub",
    "public",
    "range",
    "return",
    "static",
    "struct",
    "switch",
    "this",
    "throw",
    "throws",
    "trait",
    "true",
    "try",
    "type",
    "use",
    "var",
    "void",
    "where",
    "while",
];

/// The text with one random change, and what was done; `None` when this one changes nothing.
pub(crate) fn mutated(text: &str, random: &mut Random) -> Option<(String, String)> {
    let tokens = tokens(text);
    let candidates: Vec<usize> = (0..tokens.len())
        .filter(|&at| is_fragile(&text[tokens[at].clone()]))
        .collect();
    let at = *candidates.get(random.below(candidates.len()))?;
    let here = tokens[at].clone();
    let word = &text[here.clone()];
    let is_keyword = word.starts_with(char::is_alphabetic);
    let (range, new, what) = match random.below(10) {
        0..=4 => (here.clone(), String::new(), "delete"),
        5 if is_keyword => (here.clone(), misspelt(word, random), "misspell"),
        5 => (here.clone(), word.repeat(2), "double"),
        6 | 7 => (
            here.start..here.start,
            MARKS[random.below(MARKS.len())].to_owned(),
            "insert",
        ),
        8 if is_keyword => (here.clone(), misspelt(word, random), "misspell"),
        8 => (
            here.clone(),
            MARKS[random.below(MARKS.len())].to_owned(),
            "replace",
        ),
        _ => {
            let next = tokens.get(at + 1)?.clone();
            let joins = |c: char| c.is_alphanumeric() || c == '_';
            // Words that grow together are another fault.
            if text[..here.start].ends_with(joins) && text[next.clone()].starts_with(joins) {
                return None;
            }
            let exchanged = format!("{}{}{word}", &text[next.clone()], &text[here.end..next.start]);
            (here.start..next.end, exchanged, "exchange")
        }
    };
    let line = text[..here.start].matches('\n').count() + 1;
    let broken = format!("{}{new}{}", &text[..range.start], &text[range.end..]);
    (broken != text).then(|| (broken, format!("{what} '{word}' on line {line}")))
}

/// A word with two letters exchanged, or one missing.
fn misspelt(word: &str, random: &mut Random) -> String {
    let mut letters: Vec<char> = word.chars().collect();
    let at = random.below(letters.len().saturating_sub(1));
    match random.below(2) {
        0 => letters.swap(at, (at + 1).min(word.len() - 1)),
        _ => drop(letters.remove(at)),
    }
    letters.into_iter().collect()
}

fn is_fragile(word: &str) -> bool {
    !word.starts_with(|c: char| c.is_alphanumeric() || c == '_') || KEYWORDS.contains(&word)
}

/// Words, and every other visible character, outside of comments.
fn tokens(text: &str) -> Vec<Range<usize>> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        let rest = &text[at..];
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let length = match c {
            _ if rest.starts_with("//") || rest.starts_with("# ") => rest.find('\n').unwrap_or(rest.len()),
            _ if rest.starts_with("/*") => rest.find("*/").map_or(rest.len(), |end| end + 2),
            c if is_word(c) => rest.find(|c| !is_word(c)).unwrap_or(rest.len()),
            c => c.len_utf8(),
        };
        let is_comment = rest.starts_with("//") || rest.starts_with("# ") || rest.starts_with("/*");
        if !c.is_whitespace() && !is_comment {
            tokens.push(at..at + length);
        }
        at += length;
    }
    tokens
}
