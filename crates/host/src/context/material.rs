//! Ranks everything that could be shown of a failure into pieces.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use unbreak_core::outline;
use unbreak_core::policy::guard::is_test_file;
use unbreak_core::{Analysis, BriefingPiece, Diagnostic, Excerpt, RelPath, Workspace};

use super::definitions::DefinitionIndex;
use super::{Hunk, TaskDescription};

/// A file up to this many lines is shown as a whole.
const SMALL_FILE: usize = 150;

/// Lines shown around a place outside of any definition.
const AROUND: usize = 20;

/// A definition with more lines than this is shown only around the place.
const LONG_DEFINITION: usize = 200;

/// The most definitions of used names that are shown, and the depth to which uses are followed.
const MOST_DEFINITIONS: usize = 12;
const DEPTH: usize = 2;

/// The most characters of the diagnostic and of the output.
const MOST_MESSAGE: usize = 4_000;
const MOST_OUTPUT: usize = 3_000;

/// Everything that could be shown of a failure.
pub(crate) struct Material<'a> {
    pub(crate) workspace: &'a dyn Workspace,
    pub(crate) analysis: &'a Analysis,
    /// The end of the command's output.
    pub(crate) output: &'a str,
    pub(crate) task: Option<&'a TaskDescription>,
    /// The most suspicious places by coverage: files and lines (1-based).
    pub(crate) suspects: Vec<(RelPath, usize)>,
    /// The latest changes.
    pub(crate) hunks: Vec<Hunk>,
    /// Citations of similar past failures and fixes.
    pub(crate) past: Vec<String>,
}

/// Lines of a file (counted from 0), and the reason why they matter.
struct Spot {
    file: RelPath,
    lines: Range<usize>,
    reason: &'static str,
}

impl Material<'_> {
    /// The pieces, the most useful first. If there are several places, each `focus` puts another one first.
    pub(crate) fn pieces(&self, focus: usize) -> Vec<BriefingPiece> {
        let mut pieces = self.failure();
        let mut places = self.places();
        let untested = places
            .iter()
            .position(|spot| !is_test_file(&spot.file))
            .unwrap_or_default();
        if let Some(others) = places.get_mut(untested..).filter(|others| !others.is_empty()) {
            let by = focus % others.len();
            others.rotate_left(by);
        }
        pieces.extend(self.excerpts(places));
        pieces.extend(self.history());
        pieces
    }

    /// The message of the failure, and the task.
    fn failure(&self) -> Vec<BriefingPiece> {
        let diagnostic = &self.analysis.diagnostic;
        let task = self
            .task
            .map(|task| BriefingPiece::text("The task", task.text.clone()));
        let message = BriefingPiece::text("The failure", diagnostic.to_context(MOST_MESSAGE));
        let says_little = diagnostic.frames.is_empty() && diagnostic.snippet.is_none();
        let output = (says_little && !self.output.trim().is_empty()).then(|| {
            let start = self
                .output
                .ceil_char_boundary(self.output.len().saturating_sub(MOST_OUTPUT));
            BriefingPiece::text("The end of the output", &self.output[start..])
        });
        task.into_iter().chain([message]).chain(output).collect()
    }

    /// The places in code that matter, in order: the failing test, the functions on the stack from the
    /// innermost, places that coverage suspects, and the definitions of the names that all of these use.
    fn places(&self) -> Vec<Spot> {
        let mut spots = Vec::new();
        for file in self.task.iter().flat_map(|task| &task.focus) {
            spots.extend(self.whole(file, "named by the task"));
        }
        for diagnostic in self.analysis.diagnostics() {
            spots.extend(self.of_diagnostic(diagnostic));
        }
        for (file, line) in &self.suspects {
            spots.extend(self.around(file, *line, "suspected: run by failing tests"));
        }
        for file in &self.analysis.related_files {
            let file = self.workspace.locate(file);
            spots.extend(file.and_then(|file| self.whole(&file, "related")));
        }
        let used = self.used(&spots);
        spots.extend(used);
        spots
    }

    fn of_diagnostic(&self, diagnostic: &Diagnostic) -> Vec<Spot> {
        let own = diagnostic.frames.iter().rev().filter(|frame| frame.in_workspace);
        let frames = own.map(|frame| (&frame.location, "function on the stack"));
        let notes = diagnostic
            .notes
            .iter()
            .map(|note| (&note.location, "named by the message"));
        let itself = (&diagnostic.location, "where it is reported");
        let mut spots: Vec<Spot> = [itself]
            .into_iter()
            .chain(frames)
            .chain(notes)
            .filter_map(|(location, reason)| {
                let file = self.workspace.locate(location.file.as_deref()?)?;
                let line = usize::try_from(location.line.unwrap_or(1)).ok()?;
                let reason = if is_test_file(&file) {
                    "the failing test"
                } else {
                    reason
                };
                self.around(&file, line, reason)
            })
            .collect();
        spots.extend(self.test_by_name(diagnostic, &spots));
        spots.sort_by_key(|spot| !is_test_file(&spot.file));
        spots
    }

    /// The failing test, if no other place leads to it.
    fn test_by_name(&self, diagnostic: &Diagnostic, spots: &[Spot]) -> Option<Spot> {
        if spots.iter().any(|spot| is_test_file(&spot.file)) {
            return None;
        }
        let test = diagnostic.test.as_deref()?;
        let name = test
            .rsplit(['.', ':', '/', ' ', '>'])
            .find(|part| !part.is_empty())?;
        let name = name.split(['(', '[']).next()?;
        let files = self.workspace.files();
        files.iter().filter(|file| is_test_file(file)).find_map(|file| {
            let text = self.workspace.read_text(file).ok()?;
            let found = outline::definitions(&text)
                .into_iter()
                .find(|found| found.name == name)?;
            Some(Spot {
                file: file.clone(),
                lines: found.lines,
                reason: "the failing test",
            })
        })
    }

    /// The definition around a line (1-based), or the lines around it.
    fn around(&self, file: &RelPath, line: usize, reason: &'static str) -> Option<Spot> {
        let text = self.workspace.read_text(file).ok()?;
        let count = text.lines().count();
        let line = line.saturating_sub(1);
        let near = line.saturating_sub(AROUND)..(line + AROUND).min(count);
        let lines = match outline::enclosing(&text, line) {
            Some(definition) if definition.lines.len() <= LONG_DEFINITION => definition.lines,
            _ => near,
        };
        (line <= count).then(|| Spot {
            file: file.clone(),
            lines,
            reason,
        })
    }

    fn whole(&self, file: &RelPath, reason: &'static str) -> Option<Spot> {
        let text = self.workspace.read_text(file).ok()?;
        Some(Spot {
            file: file.clone(),
            lines: 0..text.lines().count().min(2 * LONG_DEFINITION),
            reason,
        })
    }

    /// The definitions of the names that spots use, and of the names that these use.
    fn used(&self, spots: &[Spot]) -> Vec<Spot> {
        let extensions: BTreeSet<String> = spots
            .iter()
            .map(|spot| spot.file.extension().to_owned())
            .collect();
        let index = DefinitionIndex::of(self.workspace, &extensions);
        let mut found: Vec<(RelPath, Range<usize>)> = Vec::new();
        let mut last: Vec<(RelPath, Range<usize>)> = spots
            .iter()
            .map(|spot| (spot.file.clone(), spot.lines.clone()))
            .collect();
        for _ in 0..DEPTH {
            let mut next = Vec::new();
            for (file, lines) in &last {
                let text = self.text_of(file, lines);
                for used in index.used_in(&text, file) {
                    let is_known = spots
                        .iter()
                        .any(|spot| spot.file == used.0 && spot.lines == used.1);
                    if !is_known && !found.contains(&used) && found.len() < MOST_DEFINITIONS {
                        found.push(used.clone());
                        next.push(used);
                    }
                }
            }
            last = next;
        }
        let spot = |(file, lines)| Spot {
            file,
            lines,
            reason: "defines a name that is used",
        };
        found.into_iter().map(spot).collect()
    }

    fn text_of(&self, file: &RelPath, lines: &Range<usize>) -> String {
        let text = self.workspace.read_text(file).unwrap_or_default();
        let lines = text.lines().skip(lines.start).take(lines.len());
        lines.collect::<Vec<_>>().join("\n")
    }

    /// Makes excerpts of spots: small files as a whole, and no line twice.
    fn excerpts(&self, spots: Vec<Spot>) -> Vec<BriefingPiece> {
        let mut shown: BTreeMap<RelPath, Vec<Range<usize>>> = BTreeMap::new();
        let mut pieces = Vec::new();
        for Spot { file, lines, reason } in spots {
            let Ok(text) = self.workspace.read_text(&file) else {
                continue;
            };
            let count = text.lines().count();
            let lines = if count <= SMALL_FILE { 0..count } else { lines };
            let known = shown.entry(file.clone()).or_default();
            let is_known = known
                .iter()
                .any(|known| known.start <= lines.start && lines.end <= known.end);
            if is_known || lines.is_empty() {
                continue;
            }
            known.push(lines.clone());
            let excerpt = Excerpt {
                lines: lines.start + 1..=lines.end,
                file: file.clone(),
            };
            pieces.push(BriefingPiece::excerpt(
                reason,
                excerpt,
                self.text_of(&file, &lines),
            ));
        }
        pieces
    }

    /// The latest changes, and similar past failures.
    fn history(&self) -> Vec<BriefingPiece> {
        let hunks = self.hunks.iter().map(|hunk| {
            let reason = format!("What changed last ({})", hunk.origin);
            BriefingPiece::text(reason, format!("```diff\n{}\n```", hunk.diff))
        });
        let past = self
            .past
            .iter()
            .map(|past| BriefingPiece::text("A past failure like it", past.clone()));
        hunks.chain(past).collect()
    }
}
