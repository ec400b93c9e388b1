//! A fix → a template.

use std::collections::BTreeSet;
use std::ops::Range;

use super::bound::{bound, is_import};
use super::hunk::{Anchor, Hunk, Piece, TemplateLine};
use super::lexicon::RESERVED;
use super::place::{NEAR, indentation, levels, lines, reported, unit};
use super::token::{Token, TokenKind, solid, tokens};
use super::{HoleKind, Mention, Template, language, mentioned, said};
use crate::diagnostic::Diagnostic;
use crate::fix::{Edit, apply_edits};

/// A fix with more hunks than this is too much for a template.
pub(super) const MOST_HUNKS: usize = 4;

/// So is a hunk with more lines.
pub(super) const MOST_LINES: usize = 12;

/// Lines that are compared with each other at most, on either side.
const COMPARED: usize = 400;

/// A pattern that may match anywhere must have this many tokens that are no holes.
const SPECIFIC: usize = 3;

/// With this many of its own, a line before it may bring the others.
const NEARLY_SPECIFIC: usize = 2;

impl Template {
    /// Makes a template of edits to one file; nothing where they are too large, or hold nothing that could
    /// be recognised in another file.
    pub fn make(diagnostic: &Diagnostic, before: &str, edits: &[Edit]) -> Option<Self> {
        let file = &edits.first()?.file;
        if edits.iter().any(|edit| edit.file != *file) {
            return None;
        }
        let after = apply_edits(before, edits).ok()?;
        Self::of_texts(diagnostic, file.as_str(), before, &after)
    }

    /// Makes a template of a file's text before and after a fix.
    pub fn of_texts(diagnostic: &Diagnostic, file: &str, before: &str, after: &str) -> Option<Self> {
        let language = language(file)?.to_owned();
        let (old, new) = (lines(before), lines(after));
        let changes = changes(&old, &new)?;
        let reported = reported(diagnostic, file);
        let raw: Option<Vec<Raw<'_>>> = changes
            .into_iter()
            .map(|change| Raw::of(change, &old, &new, &reported))
            .collect();
        let raw = raw.filter(|raw| !raw.is_empty() && raw.len() <= MOST_HUNKS)?;
        let mut abstraction = Abstraction::new(diagnostic, before, &raw);
        let (before_unit, after_unit) = (unit(before), unit(after));
        let hunks: Vec<Hunk> = raw
            .iter()
            .map(|raw| raw.hunk(&mut abstraction, &before_unit, &after_unit))
            .collect();
        let is_specific = |hunk: &Hunk| {
            let fixed: usize = hunk.old.iter().map(TemplateLine::fixed).sum();
            fixed >= if hunk.anchor == Anchor::File { SPECIFIC } else { 1 } || hunk.anchor == Anchor::Imports
        };
        let message = said(diagnostic);
        let is_value = !message.contains(char::is_alphabetic);
        let template = Self {
            error_type: diagnostic.error_type,
            code: diagnostic.code.clone(),
            message,
            mentions: abstraction.mentions(is_value),
            language,
            holes: abstraction.filled.iter().map(|(_, kind)| *kind).collect(),
            hunks,
            needs: abstraction.needs.into_iter().map(str::to_owned).collect(),
        };
        (template.hunks.iter().all(is_specific) && template.validate().is_ok()).then_some(template)
    }
}

/// Lines `old` become lines `new`.
type Change = (Range<usize>, Range<usize>);

/// The changes between two texts by lines, from the top; nothing where there are too many.
fn changes(old: &[&str], new: &[&str]) -> Option<Vec<Change>> {
    let head = old.iter().zip(new).take_while(|(old, new)| old == new).count();
    let tail = old[head..].iter().rev().zip(new[head..].iter().rev());
    let tail = tail.take_while(|(old, new)| old == new).count();
    let (old_end, new_end) = (old.len() - tail, new.len() - tail);
    if old_end - head > COMPARED || new_end - head > COMPARED {
        return None;
    }
    let mut changes = Vec::new();
    let (mut at, mut to) = (head, head);
    for (kept_old, kept_new) in common(&old[head..old_end], &new[head..new_end]) {
        push(&mut changes, at..head + kept_old, to..head + kept_new);
        (at, to) = (head + kept_old + 1, head + kept_new + 1);
    }
    push(&mut changes, at..old_end, to..new_end);
    Some(changes)
}

fn push(changes: &mut Vec<Change>, old: Range<usize>, new: Range<usize>) {
    if !(old.is_empty() && new.is_empty()) {
        changes.push((old, new));
    }
}

/// The lines of a longest common subsequence, as pairs of indices.
fn common(old: &[&str], new: &[&str]) -> Vec<(usize, usize)> {
    let mut best = vec![vec![0_usize; new.len() + 1]; old.len() + 1];
    for at in (0..old.len()).rev() {
        for to in (0..new.len()).rev() {
            best[at][to] = match old[at] == new[to] {
                true => best[at + 1][to + 1] + 1,
                false => best[at + 1][to].max(best[at][to + 1]),
            };
        }
    }
    let (mut at, mut to, mut pairs) = (0, 0, Vec::new());
    while at < old.len() && to < new.len() {
        if old[at] == new[to] {
            pairs.push((at, to));
            (at, to) = (at + 1, to + 1);
        } else if best[at + 1][to] >= best[at][to + 1] {
            at += 1;
        } else {
            to += 1;
        }
    }
    pairs
}

/// A change with the context that it is recognised by.
struct Raw<'a> {
    anchor: Anchor,
    old: Vec<&'a str>,
    new: Vec<&'a str>,
}

impl<'a> Raw<'a> {
    /// Nothing where the change is too long, or nothing beside it can be recognised.
    fn of(change: Change, old: &[&'a str], new: &[&'a str], reported: &BTreeSet<usize>) -> Option<Self> {
        let (replaced, inserted) = change;
        if replaced.len() > MOST_LINES || inserted.len() > MOST_LINES {
            return None;
        }
        let added = new[inserted].to_vec();
        if !replaced.is_empty() {
            return Some(Self::replacing(replaced, added, old, reported));
        }
        if added.iter().all(|line| is_import(line) || line.trim().is_empty()) {
            return Some(Self {
                anchor: Anchor::Imports,
                old: Vec::new(),
                new: added.into_iter().filter(|line| !line.trim().is_empty()).collect(),
            });
        }
        Self::beside(replaced.start, &added, old, reported)
    }

    /// A replacement, with the line before it where the replaced lines by themselves are not specific enough.
    fn replacing(
        replaced: Range<usize>,
        mut added: Vec<&'a str>,
        old: &[&'a str],
        reported: &BTreeSet<usize>,
    ) -> Self {
        let anchor = anchor(&replaced, reported);
        let own: usize = old[replaced.clone()].iter().map(|line| weight(line)).sum();
        let above = replaced
            .start
            .checked_sub(1)
            .filter(|&line| weight(old[line]) > 0);
        let mut start = replaced.start;
        if let Some(above) = above
            && anchor == Anchor::File
            && (NEARLY_SPECIFIC..SPECIFIC).contains(&own)
        {
            added.insert(0, old[above]);
            start = above;
        }
        Self {
            anchor,
            old: old[start..replaced.end].to_vec(),
            new: added,
        }
    }

    /// An insertion before line `at`, with the neighbour by which it is recognised.
    fn beside(at: usize, added: &[&'a str], old: &[&'a str], reported: &BTreeSet<usize>) -> Option<Self> {
        let shared = |line: &str| {
            let words: BTreeSet<&str> = added.iter().flat_map(|line| names(line)).collect();
            names(line)
                .into_iter()
                .filter(|name| words.contains(name))
                .count()
        };
        let neighbours = [Some(at), at.checked_sub(1)].into_iter().flatten();
        let neighbours = neighbours.filter(|&line| old.get(line).is_some_and(|line| !solid(line).is_empty()));
        let context = neighbours.max_by_key(|&line| (reported.contains(&line), shared(old[line])))?;
        let mut new = added.to_vec();
        match context == at {
            true => new.push(old[context]),
            false => new.insert(0, old[context]),
        }
        Some(Self {
            anchor: anchor(&(context..context + 1), reported),
            old: vec![old[context]],
            new,
        })
    }

    fn hunk(&self, abstraction: &mut Abstraction<'a>, old_unit: &str, new_unit: &str) -> Hunk {
        let first = self.old.first().or(self.new.first()).copied().unwrap_or_default();
        let base = indentation(first);
        let mut pattern = |lines: &[&'a str], unit: &str| -> Vec<TemplateLine> {
            let line = |line: &&'a str| TemplateLine {
                indent: if line.trim().is_empty() {
                    0
                } else {
                    levels(line, base, unit)
                },
                pieces: abstraction.pieces(line),
            };
            lines.iter().map(line).collect()
        };
        Hunk {
            anchor: self.anchor,
            old: pattern(&self.old, old_unit),
            new: pattern(&self.new, new_unit),
        }
    }
}

fn anchor(lines: &Range<usize>, reported: &BTreeSet<usize>) -> Anchor {
    let is_near = |line: &usize| *line + NEAR >= lines.start && *line < lines.end + NEAR;
    match () {
        () if reported.contains(&lines.start) => Anchor::Reported,
        () if reported.iter().any(is_near) => Anchor::Near,
        () => Anchor::File,
    }
}

/// How many tokens of a line are operators and keywords, which stay in any pattern.
fn weight(line: &str) -> usize {
    let is_fixed = |token: &&Token<'_>| {
        token.kind == TokenKind::Mark || token.kind == TokenKind::Word && RESERVED.contains(&token.text)
    };
    solid(line).iter().filter(is_fixed).count()
}

fn solid_all<'a>(lines: &[&'a str]) -> Vec<Token<'a>> {
    lines.iter().flat_map(|line| solid(line)).collect()
}

fn names(line: &str) -> Vec<&str> {
    let is_name = |token: &Token<'_>| token.kind == TokenKind::Word && !RESERVED.contains(&token.text);
    solid(line)
        .into_iter()
        .filter(is_name)
        .map(|token| token.text)
        .collect()
}

/// Which tokens become which holes.
struct Abstraction<'a> {
    /// The names that are the file's own.
    variable: BTreeSet<&'a str>,
    /// Literals that stand as often in the new text as in the old.
    kept: BTreeSet<&'a str>,
    mentioned: Vec<&'a str>,
    before: &'a str,
    /// The words of the old text, and whether each stands as a member.
    used: BTreeSet<(&'a str, bool)>,
    /// What each hole stands for in this file.
    filled: Vec<(&'a str, HoleKind)>,
    needs: BTreeSet<&'a str>,
}

impl<'a> Abstraction<'a> {
    fn new(diagnostic: &'a Diagnostic, before: &'a str, hunks: &[Raw<'a>]) -> Self {
        let old: Vec<Token<'a>> = hunks.iter().flat_map(|raw| solid_all(&raw.old)).collect();
        let new: Vec<Token<'a>> = hunks.iter().flat_map(|raw| solid_all(&raw.new)).collect();
        let mentioned = mentioned(diagnostic);
        let bound = bound(before);
        let words = |tokens: &[Token<'a>]| -> BTreeSet<&'a str> {
            let words = tokens.iter().filter(|token| token.kind == TokenKind::Word);
            words
                .map(|token| token.text)
                .filter(|word| !RESERVED.contains(word))
                .collect()
        };
        let (old_words, new_words) = (words(&old), words(&new));
        let is_known = |word: &&&str| old_words.contains(**word) || mentioned.contains(*word);
        let mut variable: BTreeSet<&str> = bound
            .into_iter()
            .filter(|word| old_words.contains(word) || mentioned.contains(word))
            .collect();
        // A name that the message calls wrong is replaced by what the message or the place says: what it was
        // does not matter.
        if new_words.iter().all(|word| is_known(&word)) {
            let wrong = old_words.difference(&new_words).copied();
            variable.extend(wrong.filter(|word| mentioned.contains(word)));
        }
        let needs = new_words.iter().copied().filter(|word| {
            let is_new = !old_words.contains(word) && !variable.contains(word);
            is_new && !is_member(&new, word) && has_word(before, word)
        });
        Self {
            needs: needs.collect(),
            kept: kept(&old, &new),
            used: used(&old),
            variable,
            mentioned,
            before,
            filled: Vec::new(),
        }
    }

    fn pieces(&mut self, line: &'a str) -> Vec<Piece> {
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

    /// Whether a word is the name of a member. One that the old text has in the other role only is that.
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

    /// What must hold for the names in the message, once all lines have their holes. A message of nothing but
    /// a quotation (Python's `KeyError`) quotes a value.
    fn mentions(&self, is_value: bool) -> Vec<Mention> {
        let mention = |name: &&str| {
            let number = self.filled.iter().position(|(text, _)| unquoted(text) == *name);
            let is_plain = !name.is_empty() && name.chars().all(|c| super::token::is_word(c) || c == '.');
            match number {
                Some(number) => Mention::Hole(number),
                None if is_value || self.variable.contains(name) => Mention::Any,
                // A name that is not the file's own comes from a library or the language.
                None if is_plain && (!has_word(self.before, name) || !bound(self.before).contains(name)) => {
                    Mention::Is((*name).to_owned())
                }
                None => Mention::Any,
            }
        };
        self.mentioned.iter().map(mention).collect()
    }
}

/// Literals that stand as often in the new tokens as in the old ones. Where the counts differ, the literal is
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

/// Whether a word is only ever a member of something.
fn is_member(tokens: &[Token<'_>], word: &str) -> bool {
    let mut places = tokens.iter().enumerate().filter(|(_, token)| token.text == word);
    places.all(|(at, _)| at > 0 && is_arrow(tokens[at - 1].text))
}

fn is_arrow(mark: &str) -> bool {
    matches!(mark, "." | "->" | "::" | "?.")
}

/// Whether a text has a word.
pub(super) fn has_word(text: &str, word: &str) -> bool {
    let is_part = |c: char| super::token::is_word(c);
    text.match_indices(word).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let after = text[at + word.len()..].chars().next();
        !before.is_some_and(is_part) && !after.is_some_and(is_part)
    })
}

pub(super) fn unquoted(text: &str) -> &str {
    text.trim_matches(['\'', '"', '`'])
}
