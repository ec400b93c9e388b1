//! Probes in the text of a file.

use std::path::Path;

use tree_sitter::{Language, Tree};

use super::dialect::{self, Dialect, Insertion, Source};
use super::place::{Place, Rows, Search};
use super::probe::Probe;

/// A file with its probes.
pub(super) struct Edited {
    pub(super) text: String,
    /// In the order of the probes.
    pub(super) places: Vec<Place>,
    pub(super) dialect: &'static dyn Dialect,
    pub(super) ending: String,
}

/// A probe, and the line that it is wanted at; the first is 1.
pub(super) type AtLine = (usize, Probe);

/// A file in a language that probes can be written in.
pub(super) struct File<'a> {
    text: &'a str,
    pub(super) dialect: &'static dyn Dialect,
    pub(super) ending: String,
    grammar: Language,
    pub(super) tree: Tree,
}

impl<'a> File<'a> {
    /// # Errors
    /// When its language is not known.
    pub(super) fn read(path: &Path, text: &'a str) -> Result<Self, String> {
        let Some((dialect, ending)) = dialect::of(path, text) else {
            return Err("its language is none that probes can be written in".to_owned());
        };
        let grammar = dialect.grammar(&ending);
        let tree = dialect::parse(&grammar, text).ok_or("its grammar cannot be used")?;
        Ok(Self {
            text,
            dialect,
            ending,
            grammar,
            tree,
        })
    }

    pub(super) fn places(&self) -> Search<'_> {
        Search::new(&self.tree, self.text, self.dialect)
    }

    pub(super) fn source(&self) -> Source<'_> {
        Source {
            text: self.text,
            tree: &self.tree,
        }
    }

    /// Its text with probes at places, which the grammar understands no less.
    ///
    /// # Errors
    /// When it does.
    pub(super) fn with(&self, probes: &[(&Probe, &Place)]) -> Result<String, String> {
        let statements = statements(self.dialect, self.source(), probes);
        // Without the probes' supporting code, which is the same in all files.
        let edited = apply(self.text, statements.clone());
        let after = dialect::parse(&self.grammar, &edited).ok_or("its grammar cannot be used")?;
        if dialect::errors(&after) > dialect::errors(&self.tree) {
            return Err("no probe fits there: with it the file could not be parsed any more".to_owned());
        }
        let first = probes.iter().min_by_key(|(_, place)| place.at);
        let support = first.map(|(probe, place)| self.dialect.support(probe, self.source(), place));
        let all = support.into_iter().flatten().chain(statements);
        Ok(apply(self.text, all.collect()))
    }
}

/// Puts probes into a file.
///
/// # Errors
/// When the language is not known, or nothing can be executed at a line.
pub(super) fn edit(path: &Path, text: &str, probes: &[AtLine]) -> Result<Edited, String> {
    let file = File::read(path, text)?;
    let search = file.places();
    let places = probes.iter().map(|(line, _)| search.find(*line));
    let places = places.collect::<Result<Vec<_>, _>>()?;
    let pairs: Vec<_> = probes.iter().map(|(_, probe)| probe).zip(&places).collect();
    Ok(Edited {
        text: file.with(&pairs)?,
        dialect: file.dialect,
        ending: file.ending.clone(),
        places,
    })
}

fn statements(dialect: &dyn Dialect, source: Source<'_>, probes: &[(&Probe, &Place)]) -> Vec<Insertion> {
    let each = probes.iter();
    each.flat_map(|(probe, place)| dialect.insertions(probe, source, place))
        .collect()
}

fn apply(text: &str, mut insertions: Vec<Insertion>) -> String {
    insertions.sort_by_key(|insertion| (insertion.at, !insertion.is_behind));
    let mut out = String::with_capacity(text.len() + 1024);
    let mut at = 0;
    for insertion in insertions {
        out.push_str(&text[at..insertion.at]);
        out.push_str(&insertion.text);
        at = insertion.at;
    }
    out.push_str(&text[at..]);
    out
}

/// The first and the last line of the statement behind a probe; the first line is 1.
pub(super) fn lines(text: &str, place: &Place) -> (usize, usize) {
    let rows = Rows::of(text);
    let last = place.end.saturating_sub(1).max(place.at);
    (rows.row(place.at) + 1, rows.row(last) + 1)
}
