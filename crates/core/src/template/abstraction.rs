//! Decides which tokens of a change become holes.

use std::collections::BTreeSet;

use super::bound::bound;
use super::hunk::Piece;
use super::lexicon::RESERVED;
use super::token::{Token, TokenKind, is_word, tokens};
use super::{HoleKind, Mention, mentioned};
use crate::diagnostic::Diagnostic;

/// The holes of a change.
pub(super) struct Abstraction<'a> {
    /// The names that the file binds itself.
    variable: BTreeSet<&'a str>,
    /// Literals that occur equally often in the old and the new text.
    kept: BTreeSet<&'a str>,
    mentioned: Vec<&'a str>,
    before: &'a str,
    /// The words of the old text, and whether each is used as a member.
    used: BTreeSet<(&'a str, bool)>,
    /// The content of each hole in this file.
    pub(super) filled: Vec<(&'a str, HoleKind)>,
    pub(super) needs: BTreeSet<&'a str>,
}

impl<'a> Abstraction<'a> {
    /// `old` and `new` are the tokens of all lines of the change, before and after it.
    pub(super) fn new(
        diagnostic: &'a Diagnostic,
        before: &'a str,
        old: &[Token<'a>],
        new: &[Token<'a>],
    ) -> Self {
        let mentioned = mentioned(diagnostic);
        let bound = bound(before);
        let words = |tokens: &[Token<'a>]| -> BTreeSet<&'a str> {
            let words = tokens.iter().filter(|token| token.kind == TokenKind::Word);
            words
                .map(|token| token.text)
                .filter(|word| !RESERVED.contains(word))
                .collect()
        };
        let (old_words, new_words) = (words(old), words(new));
        let is_known = |word: &&&str| old_words.contains(**word) || mentioned.contains(*word);
        let mut variable: BTreeSet<&str> = bound
            .into_iter()
            .filter(|word| old_words.contains(word) || mentioned.contains(word))
            .collect();
        // A name that the message calls wrong is replaced by a name from the message or the place: the wrong
        // name itself does not matter.
        if new_words.iter().all(|word| is_known(&word)) {
            let wrong = old_words.difference(&new_words).copied();
            variable.extend(wrong.filter(|word| mentioned.contains(word)));
        }
        let needs = new_words.iter().copied().filter(|word| {
            let is_new = !old_words.contains(word) && !variable.contains(word);
            is_new && !is_member(new, word) && has_word(before, word)
        });
        Self {
            needs: needs.collect(),
            kept: kept(old, new),
            used: used(old),
            variable,
            mentioned,
            before,
            filled: Vec::new(),
        }
    }

    pub(super) fn pieces(&mut self, line: &'a str) -> Vec<Piece> {
        let tokens = tokens(line.trim());
        let before = |at: usize| at.checked_sub(1).map_or("", |before| tokens[before].text);
        let each = tokens.iter().enumerate();
        each.map(|(at, token)| self.piece(*token, is_arrow(before(at))))
            .collect()
    }

    fn piece(&mut self, token: Token<'a>, is_member: bool) -> Piece {
        let kind = match token.kind {
            TokenKind::Space => return Piece::Space(token.text.to_owned()),
            TokenKind::Word if !self.variable.contains(token.text) => {
                return Piece::Is(token.text.to_owned());
            }
            TokenKind::Word if self.is_member(token.text, is_member) => HoleKind::Member,
            TokenKind::Word => HoleKind::Name,
            TokenKind::Number if self.kept.contains(token.text) => HoleKind::Number,
            TokenKind::Text if self.kept.contains(token.text) => HoleKind::Text,
            _ => return Piece::Is(token.text.to_owned()),
        };
        Piece::Hole(self.hole(token.text, kind))
    }

    /// Returns whether a word is the name of a member. A word that the old text has only in the other role has that
    /// role.
    fn is_member(&self, text: &'a str, is_member: bool) -> bool {
        let other = self.used.contains(&(text, !is_member)) && !self.used.contains(&(text, is_member));
        is_member != other
    }

    fn hole(&mut self, text: &'a str, kind: HoleKind) -> usize {
        let known = self.filled.iter().position(|hole| *hole == (text, kind));
        known.unwrap_or_else(|| {
            self.filled.push((text, kind));
            self.filled.len() - 1
        })
    }

    /// The conditions for the names in the message, once all lines have their holes. A message that is only a
    /// quotation (Python's `KeyError`) quotes a value.
    pub(super) fn mentions(&self, is_value: bool) -> Vec<Mention> {
        let mention = |name: &&str| {
            let number = self.filled.iter().position(|(text, _)| unquoted(text) == *name);
            let is_plain = !name.is_empty() && name.chars().all(|c| is_word(c) || c == '.');
            match number {
                Some(number) => Mention::Hole(number),
                None if is_value || self.variable.contains(name) => Mention::Any,
                // A name that the file does not bind comes from a library or the language.
                None if is_plain && (!has_word(self.before, name) || !bound(self.before).contains(name)) => {
                    Mention::Is((*name).to_owned())
                }
                None => Mention::Any,
            }
        };
        self.mentioned.iter().map(mention).collect()
    }
}

/// Literals that occur equally often in the new tokens and the old ones. If the counts differ, the literal is
/// a part of the mistake or of its correction.
fn kept<'a>(old: &[Token<'a>], new: &[Token<'a>]) -> BTreeSet<&'a str> {
    let count = |tokens: &[Token<'a>], text: &str| tokens.iter().filter(|token| token.text == text).count();
    let literals = old
        .iter()
        .filter(|token| matches!(token.kind, TokenKind::Number | TokenKind::Text));
    let literals = literals.map(|token| token.text);
    literals
        .filter(|text| count(old, text) == count(new, text))
        .collect()
}

fn used<'a>(tokens: &[Token<'a>]) -> BTreeSet<(&'a str, bool)> {
    let words = tokens.iter().enumerate();
    let words = words.filter(|(_, token)| token.kind == TokenKind::Word);
    let role = |at: usize| at > 0 && is_arrow(tokens[at - 1].text);
    words.map(|(at, token)| (token.text, role(at))).collect()
}

/// Returns whether a word occurs only as a member of something.
fn is_member(tokens: &[Token<'_>], word: &str) -> bool {
    let mut places = tokens.iter().enumerate().filter(|(_, token)| token.text == word);
    places.all(|(at, _)| at > 0 && is_arrow(tokens[at - 1].text))
}

fn is_arrow(mark: &str) -> bool {
    matches!(mark, "." | "->" | "::" | "?.")
}

/// Returns whether a text contains a word.
pub(super) fn has_word(text: &str, word: &str) -> bool {
    let is_part = |c: char| is_word(c);
    text.match_indices(word).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let after = text[at + word.len()..].chars().next();
        !before.is_some_and(is_part) && !after.is_some_and(is_part)
    })
}

pub(super) fn unquoted(text: &str) -> &str {
    text.trim_matches(['\'', '"', '`'])
}
