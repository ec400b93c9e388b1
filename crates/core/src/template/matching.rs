//! Matches patterns with lines.

use std::collections::BTreeMap;

use super::HoleKind;
use super::hunk::{Piece, TemplateLine};
use super::lexicon::RESERVED;
use super::place::{indentation, levels};
use super::token::{Token, TokenKind, solid};

/// The most names in a path that stands for one hole.
const LONGEST_PATH: usize = 4;

/// The contents of the holes.
pub(super) type Bindings = BTreeMap<usize, String>;

/// All ways in which lines from `at` on match a pattern.
pub(super) fn matches(
    pattern: &[TemplateLine],
    lines: &[&str],
    at: usize,
    unit: &str,
    kinds: &[HoleKind],
    bindings: &Bindings,
) -> Vec<Bindings> {
    let Some(found) = lines.get(at..at + pattern.len()) else {
        return Vec::new();
    };
    let base = found.first().map_or("", |line| indentation(line));
    let is_indented = |(wanted, line): (&TemplateLine, &&str)| {
        wanted.pieces.is_empty() || levels(line, base, unit) == wanted.indent
    };
    if !pattern.iter().zip(found).all(is_indented) {
        return Vec::new();
    }
    pattern
        .iter()
        .zip(found)
        .fold(vec![bindings.clone()], |all, (wanted, line)| {
            let (wanted, tokens) = (wanted.solid(), solid(line));
            let matcher = Matcher { kinds };
            let each = all.into_iter();
            each.flat_map(|bindings| matcher.line(&wanted, &tokens, bindings))
                .collect()
        })
}

struct Matcher<'a> {
    kinds: &'a [HoleKind],
}

impl Matcher<'_> {
    fn line(&self, wanted: &[&Piece], tokens: &[Token<'_>], bindings: Bindings) -> Vec<Bindings> {
        let Some((first, rest)) = wanted.split_first() else {
            return if tokens.is_empty() {
                vec![bindings]
            } else {
                Vec::new()
            };
        };
        match first {
            Piece::Is(text) => match tokens.split_first() {
                Some((token, after)) if token.text == text => self.line(rest, after, bindings),
                _ => Vec::new(),
            },
            Piece::Hole(number) => {
                let lengths = self.lengths(*number, tokens).into_iter();
                let bound = lengths.filter_map(|length| {
                    let text: String = tokens[..length].iter().map(|token| token.text).collect();
                    Some((length, bind(&bindings, *number, text, self.kinds)?))
                });
                let found = bound.flat_map(|(length, bindings)| self.line(rest, &tokens[length..], bindings));
                found.collect()
            }
            Piece::Space(_) => self.line(rest, tokens, bindings),
        }
    }

    /// The possible numbers of tokens for a hole here.
    fn lengths(&self, number: usize, tokens: &[Token<'_>]) -> Vec<usize> {
        let Some(first) = tokens.first() else {
            return Vec::new();
        };
        match (self.kinds.get(number), first.kind) {
            (Some(HoleKind::Number), TokenKind::Number) | (Some(HoleKind::Text), TokenKind::Text) => vec![1],
            (Some(HoleKind::Name), TokenKind::Word) => paths(tokens),
            (Some(HoleKind::Member), TokenKind::Word) => vec![1],
            _ => Vec::new(),
        }
    }
}

/// The lengths of the paths of names that tokens begin with: `rows`, `self.rows`, `self.page.rows`.
fn paths(tokens: &[Token<'_>]) -> Vec<usize> {
    let is_path = |names: usize| {
        tokens.get(..names * 2 - 1).is_some_and(|path| {
            let mut places = path.iter().enumerate();
            places.all(|(at, token)| match at % 2 {
                0 => token.kind == TokenKind::Word,
                _ => matches!(token.text, "." | "->" | "::"),
            })
        })
    };
    let is_free = |last: &Token<'_>| !RESERVED.contains(&last.text);
    let names = (1..=LONGEST_PATH).take_while(|names| is_path(*names));
    names
        .map(|names| names * 2 - 1)
        .filter(|length| is_free(&tokens[length - 1]))
        .collect()
}

/// One hole stands for one thing, and two holes of a kind for different things.
pub(super) fn bind(bindings: &Bindings, number: usize, text: String, kinds: &[HoleKind]) -> Option<Bindings> {
    if let Some(known) = bindings.get(&number) {
        return (*known == text).then(|| bindings.clone());
    }
    let is_alike = |other: &usize| kinds.get(*other) == kinds.get(number);
    if bindings
        .iter()
        .any(|(other, known)| *known == text && is_alike(other))
    {
        return None;
    }
    let mut more = bindings.clone();
    more.insert(number, text);
    Some(more)
}
