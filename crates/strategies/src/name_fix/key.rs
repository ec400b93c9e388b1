//! A key that a dictionary does not have: it is misspelt where it is asked for, or where it is written.

use std::collections::BTreeMap;
use std::sync::Arc;

use ruff_python_ast::AnyNodeRef;
use ruff_text_size::{Ranged, TextRange};
use unbreak_core::policy::guard::is_test_file;
use unbreak_core::{Evidence, FixError, RuleId};

use crate::offer::Offer;
use crate::python::closeness::closest;
use crate::python::project::{Parsed, Project};
use crate::python::site::Site;
use crate::rule::python::missing_key;
use crate::weights::similarity;

/// Files that are read for keys.
const MOST_FILES: usize = 200;

/// The keys of a project, with their places outside tests.
struct Keys<'a> {
    files: &'a [Arc<Parsed>],
    /// The file's index and the place of the whole literal.
    places: BTreeMap<&'a str, Vec<(usize, TextRange)>>,
}

/// The keys that may be meant where a key is read, and keys that may be misspellings of it.
pub(super) fn offers(project: &Project<'_>, site: &Site, key: &str) -> Result<Vec<Offer>, FixError> {
    let names = project.modules().iter().map(|(file, _)| file);
    let files: Vec<Arc<Parsed>> = names
        .take(MOST_FILES)
        .filter_map(|file| project.parsed(file))
        .collect();
    let keys = Keys::of(&files);
    let mut offers = keys.asked(site, key)?;
    offers.extend(keys.written(site, key)?);
    Ok(offers)
}

impl<'a> Keys<'a> {
    fn of(files: &'a [Arc<Parsed>]) -> Self {
        let mut places: BTreeMap<&str, Vec<(usize, TextRange)>> = BTreeMap::new();
        for (index, parsed) in files.iter().enumerate() {
            parsed.source.each_node(|node| {
                if let AnyNodeRef::ExprStringLiteral(literal) = node
                    && is_name(literal.value.to_str())
                {
                    let found = places.entry(literal.value.to_str()).or_default();
                    found.push((index, literal.range()));
                }
            });
        }
        Self { files, places }
    }

    fn count(&self, key: &str) -> usize {
        self.places.get(key).map_or(0, Vec::len)
    }

    /// Replaces the key at the place by one that others write.
    fn asked(&self, site: &Site, key: &str) -> Result<Vec<Offer>, FixError> {
        let is_there = |(file, range): &&(usize, TextRange)| {
            let source = &self.files[*file].source;
            *source.file() == site.file && source.line_of(range.start()) == site.line
        };
        let Some((file, range)) = self.places.get(key).into_iter().flatten().find(is_there) else {
            return Ok(Vec::new());
        };
        let sureness = if self.count(key) == 1 {
            similarity::unlisted()
        } else {
            similarity::repeated()
        };
        let reason = format!("the dictionary has no '{key}'");
        self.near(key)
            .map(|(near, score)| {
                let rule = missing_key::ASKED;
                self.offer(rule, (key, near), &[(*file, *range)], sureness * score, &reason)
            })
            .collect()
    }

    /// Replaces a key that is written in one place only by the one that is read.
    fn written(&self, site: &Site, key: &str) -> Result<Vec<Offer>, FixError> {
        let is_asked_often = self.count(key) > 1;
        let sureness = if is_asked_often {
            similarity::unlisted()
        } else {
            similarity::repeated()
        };
        let near = self.near(key).filter(|(near, _)| self.count(near) == 1);
        let elsewhere = near.filter_map(|(near, score)| {
            let (file, range) = self.places.get(near)?.first()?;
            let source = &self.files[*file].source;
            let is_here = *source.file() == site.file && source.line_of(range.start()) == site.line;
            (!is_here && !is_test_file(source.file())).then_some((near, score, (*file, *range)))
        });
        let reason = format!("it is never read, but '{key}' is");
        elsewhere
            .map(|(near, score, place)| {
                let rule = missing_key::WRITTEN;
                self.offer(rule, (near, key), &[place], sureness * score, &reason)
            })
            .collect()
    }

    fn near(&self, key: &str) -> impl Iterator<Item = (&'a str, f64)> {
        let near = closest(key, self.places.keys().copied());
        near.into_iter()
            .filter(|(_, score)| *score >= similarity::floor())
            .take(2)
    }

    fn offer(
        &self,
        rule: RuleId,
        (wrong, right): (&str, &str),
        places: &[(usize, TextRange)],
        confidence: f64,
        reason: &str,
    ) -> Result<Offer, FixError> {
        let edit = |(file, range): &(usize, TextRange)| {
            let source = &self.files[*file].source;
            source.replace(*range, source.slice(*range).replace(wrong, right))
        };
        Ok(Offer {
            rule,
            title: format!("the key '{right}' instead of '{wrong}'"),
            reason: reason.to_owned(),
            confidence,
            evidence: Evidence::spelling(false, false),
            edits: places.iter().map(edit).collect::<Result<_, _>>()?,
        })
    }
}

/// Returns whether a text can be the name of something: keys of data are, sentences are not.
fn is_name(text: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-');
    text.len() > 1 && text.chars().all(is_part)
}
