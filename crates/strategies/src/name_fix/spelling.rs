//! Decides which of two spellings the project prefers.
//!
//! When `calculate_total` is missing and there is a `calcualte_total`, either the use is misspelt
//! or the definition. The side with less support changes; uses in tests count twice, because they
//! state what is wanted.

use std::collections::BTreeSet;

use ruff_python_ast::token::TokenKind;
use ruff_text_size::{Ranged, TextRange, TextSize};
use unbreak_core::policy::guard::is_test_file;
use unbreak_core::{Edit, Evidence, FixError, RelPath};

use crate::offer::Offer;
use crate::python::closeness::{is_slip, words};
use crate::python::inquiry::Inquiry;
use crate::python::project::{Parsed, Project};
use crate::weights::{HALF, similarity};

/// A definition that is used in more files than this is not misspelt.
const MOST_FILES: usize = 5;

/// A missing name and an existing one.
pub(super) struct Spelling<'a> {
    project: &'a Project<'a>,
    missing: &'a str,
    existing: &'a str,
    closeness: f64,
    /// The existing spelling's part of the support for both, in 0..=1.
    share: f64,
    /// Whether the existing spelling contains non-words where the missing one has words.
    definition_is_a_slip: bool,
    /// Whether the words that differ are words on both sides: then these are two names.
    both_are_words: bool,
}

impl<'a> Spelling<'a> {
    /// Weighs both spellings: by how often the project has them, and, where that leaves room for
    /// doubt, by whether they are made of words.
    pub(super) async fn weigh(
        inquiry: &'a Inquiry<'a>,
        missing: &'a str,
        existing: &'a str,
        closeness: f64,
    ) -> Self {
        let project = &inquiry.project;
        let (for_missing, for_existing) = (support(project, missing), support(project, existing));
        let mut share = share(for_missing, for_existing);
        let (mut definition_is_a_slip, mut both_are_words) = (false, false);
        if share < similarity::settled() && closeness >= similarity::alike() {
            let (only_missing, only_existing) = differing_words(missing, existing);
            let usage = inquiry
                .usage(&only_missing.union(&only_existing).cloned().collect())
                .await;
            let are_words = |words: &BTreeSet<String>| {
                words
                    .iter()
                    .all(|word| usage.get(word).is_some_and(|&count| count > 1))
            };
            let made_of_words = (are_words(&only_missing), are_words(&only_existing));
            definition_is_a_slip = made_of_words == (true, false) && is_slip(existing, missing);
            let differ = !only_missing.is_empty() || !only_existing.is_empty();
            both_are_words = made_of_words == (true, true) && differ;
            share = match made_of_words {
                (true, false) => self::share(for_missing * similarity::words_weigh(), for_existing),
                (false, true) => self::share(for_missing, for_existing * similarity::words_weigh()),
                _ => share,
            };
        }
        Self {
            project,
            missing,
            existing,
            closeness,
            share,
            definition_is_a_slip,
            both_are_words,
        }
    }

    /// Returns whether the missing name is made of words, and the existing one is not but nearly is.
    pub(super) fn definition_is_a_slip(&self) -> bool {
        self.definition_is_a_slip
    }

    /// The confidence that the use should be spelt like the definition: `confidence`, less where
    /// the project as a whole spells it like the use.
    pub(super) fn favours_existing(&self, confidence: f64) -> f64 {
        confidence * (similarity::kept() + (1.0 - similarity::kept()) * (self.share / HALF).min(1.0))
    }

    /// Renames the definition, and everything that refers to it, to the name that others use.
    pub(super) fn rename_definition(&self) -> Result<Option<Offer>, FixError> {
        let files = self.project.mentioning(self.existing);
        let is_tested = files.iter().any(|parsed| is_test_file(parsed.source.file()));
        let is_settled = self.closeness < similarity::alike() || self.share >= HALF || self.both_are_words;
        if is_settled || is_tested || files.len() > MOST_FILES {
            return Ok(None);
        }
        let users = self.project.mentioning(self.missing);
        let is_wanted = users.iter().any(|parsed| is_test_file(parsed.source.file()));
        let mut edits: Vec<Edit> = Vec::new();
        for parsed in &files {
            edits.extend(self.rename_in(parsed)?);
        }
        let (missing, existing) = (self.missing, self.existing);
        Ok((!edits.is_empty()).then(|| Offer {
            rule: crate::rule::python::undefined_name::DEFINITION,
            title: format!("rename '{existing}' to '{missing}'"),
            reason: format!("only its definition says '{existing}', and it is used as '{missing}'"),
            confidence: similarity::confirmed() + similarity::slope() * self.closeness,
            evidence: Evidence::spelling(true, self.definition_is_a_slip && is_wanted),
            edits,
        }))
    }

    /// Every place in a file that says the existing name, in code or as all of a string (`__all__`).
    fn rename_in(&self, parsed: &Parsed) -> Result<Vec<Edit>, FixError> {
        let source = &parsed.source;
        let named = source.tokens().iter().filter_map(|token| match token.kind() {
            TokenKind::Name if source.slice(token) == self.existing => Some(token.range()),
            TokenKind::String => self.inside_quotes(source.slice(token), token.start()),
            _ => None,
        });
        named.map(|range| source.replace(range, self.missing)).collect()
    }

    fn inside_quotes(&self, literal: &str, start: TextSize) -> Option<TextRange> {
        let is_all = literal.trim_matches(['"', '\'']) == self.existing;
        let at = literal.find(self.existing).filter(|_| is_all)?;
        let start = start + TextSize::of(&literal[..at]);
        Some(TextRange::at(start, TextSize::of(self.existing)))
    }
}

/// The number of times the project uses a name; tests count twice.
fn support(project: &Project<'_>, name: &str) -> f64 {
    let weight = |file: &RelPath| if is_test_file(file) { 2 } else { 1 };
    #[expect(clippy::cast_precision_loss, reason = "a count of words")]
    let support = project.occurrences(name, weight) as f64;
    support
}

fn share(missing: f64, existing: f64) -> f64 {
    if missing + existing > 0.0 {
        existing / (missing + existing)
    } else {
        HALF
    }
}

/// The words that only one of two names has, for each name.
fn differing_words(one: &str, other: &str) -> (BTreeSet<String>, BTreeSet<String>) {
    let (one, other) = (words(one), words(other));
    (&one - &other, &other - &one)
}
