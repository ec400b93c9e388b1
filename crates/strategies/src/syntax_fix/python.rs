//! Python, as the search sees it.

pub(crate) mod builtins;
mod compiler;
mod fault;
mod flow;
mod habit;
mod known;
mod lines;
mod meaning;
mod mends;
mod names;
mod old;
mod site;
mod view;
mod wording;
mod words;

use known::Known;
use site::Site;
use view::View;

use super::language::{Distance, Language, Meaning, Mend};
use crate::depth::is_too_deep;

/// Faulty lines no farther apart than this are taken for one group.
const NEIGHBOURS: usize = 3;

/// A Python file to repair.
pub(super) struct Python {
    known: Known,
    /// The file before the first change.
    text: String,
    /// Characters of the file that are not white space.
    size: usize,
}

impl Python {
    /// Reads the file; `reported` are the lines (1-based) on which an interpreter found fault. None where it
    /// is too deep to be walked.
    pub(super) fn new(text: &str, reported: &[usize]) -> Option<Self> {
        (!is_too_deep(text)).then(|| Self {
            known: Known::of(text, reported),
            text: text.to_owned(),
            size: solid(text),
        })
    }
}

impl Language for Python {
    type View<'t> = View<'t>;

    fn view<'t>(&'t self, text: &'t str) -> View<'t> {
        View::new(text, &self.known)
    }

    fn distance(&self, view: &View<'_>) -> Option<Distance> {
        let fault = view.faults.first()?;
        let line = view.lines.at(fault.at);
        let end = view.lines.get(line).map_or(fault.at, |line| line.range.end);
        let mut faulty: Vec<usize> = view.faults.iter().map(|fault| view.lines.at(fault.at)).collect();
        faulty.dedup();
        Some(Distance {
            stage: fault.kind.stage(),
            lines_left: view.lines.len() - line,
            chars_left: end.saturating_sub(fault.at),
            faulty_lines: count(faulty.len()),
            groups: count(
                1 + faulty
                    .windows(2)
                    .filter(|pair| pair[1] > pair[0] + NEIGHBOURS)
                    .count(),
            ),
        })
    }

    fn mends(&self, view: &View<'_>) -> Vec<Mend> {
        Site::of_first(view).map_or_else(Vec::new, |site| mends::all(&site))
    }

    /// Rejects repairs that need a newer Python than the file did, or lose a tenth of the program.
    fn meaning(&self, view: &View<'_>) -> Option<Meaning> {
        let errors = view.parsed.unsupported_syntax_errors();
        let understood = errors.iter().all(|error| self.known.newer.contains(&error.kind));
        let complete = solid(view.text) * 10 + 200 >= self.size * 9;
        let is_own = !words::are_joined(&self.text, view.text, &view.parsed);
        (understood && complete && is_own).then(|| {
            let Meaning { oddity, identity } = meaning::meaning(view.parsed.suite());
            let oddity = oddity + self.known.habits.oddity(view.text, &view.parsed);
            Meaning { oddity, identity }
        })
    }
}

fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

/// The text in Python 3 where forms of Python 2 are all that is wrong with it.
pub(super) fn converted(text: &str, line: Option<u32>) -> Option<String> {
    match is_too_deep(text) {
        true => None,
        false => old::converted(text, line, &Known::of(text, &[])),
    }
}

/// Characters that are not white space.
fn solid(text: &str) -> usize {
    text.chars().filter(|c| !c.is_whitespace()).count()
}
