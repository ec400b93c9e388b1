//! Makes a template from a fix.

use std::collections::BTreeSet;
use std::ops::Range;

use super::abstraction::Abstraction;
use super::bound::is_import;
use super::changes::{Change, changes};
use super::hunk::{Anchor, Hunk, TemplateLine};
use super::lexicon::RESERVED;
use super::place::{NEAR, indentation, levels, lines, reported, unit};
use super::token::{Token, TokenKind, solid};
use super::{Template, language, said};
use crate::diagnostic::Diagnostic;
use crate::fix::{Edit, apply_edits};

/// The most hunks of a template.
pub(super) const MOST_HUNKS: usize = 4;

/// The most lines of a hunk.
pub(super) const MOST_LINES: usize = 12;

/// A pattern that may match anywhere must have this many tokens that are not holes.
const SPECIFIC: usize = 3;

/// With this many such tokens, the line before it may supply the rest.
const NEARLY_SPECIFIC: usize = 2;

impl Template {
    /// Makes a template of edits to one file; `None` if they are too large, or contain nothing that could be
    /// recognised in another file.
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
        let old: Vec<Token<'_>> = raw.iter().flat_map(|raw| solid_all(&raw.old)).collect();
        let new: Vec<Token<'_>> = raw.iter().flat_map(|raw| solid_all(&raw.new)).collect();
        let mut abstraction = Abstraction::new(diagnostic, before, &old, &new);
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

/// A change with the context by which it is recognised.
struct Raw<'a> {
    anchor: Anchor,
    old: Vec<&'a str>,
    new: Vec<&'a str>,
}

impl<'a> Raw<'a> {
    /// `None` if the change is too long, or nothing next to it can be recognised.
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

    /// A replacement, with the line before it if the replaced lines alone are not specific enough.
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

/// The number of operators and keywords in a line, which stay in any pattern.
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
