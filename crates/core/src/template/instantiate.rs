//! Makes the edits for another file from a template.

use std::collections::BTreeSet;

use super::abstraction::{has_word, unquoted};
use super::bound::is_import;
use super::hunk::{Anchor, Hunk, Piece, TemplateLine};
use super::matching::{Bindings, bind, matches};
use super::place::{NEAR, indentation, lines, reported, unit};
use super::{HoleKind, Mention, Template, language, mentioned};
use crate::diagnostic::Diagnostic;
use crate::fix::{Edit, apply_edits};
use crate::path::RelPath;

/// If there are more ways to place the hunks than this, the template is not applied.
const MOST_SOLUTIONS: usize = 256;

/// The edits that a template gives for one place.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Instance {
    /// The edits, all of one file.
    pub edits: Vec<Edit>,
    /// The loosest anchor that was needed: it shows how closely the diagnostic determines the places.
    pub anchor: Anchor,
}

/// The place of each hunk, and the contents of the holes.
#[derive(Debug, Clone)]
struct Solution {
    starts: Vec<usize>,
    bindings: Bindings,
}

impl Template {
    /// The edits for a file, if exactly one place in it matches.
    ///
    /// The caller has checked that the diagnostic has the [key](Self::key) of the template or a similar one.
    pub fn instantiate(&self, diagnostic: &Diagnostic, file: &RelPath, text: &str) -> Option<Instance> {
        if language(file.as_str()) != Some(self.language.as_str()) {
            return None;
        }
        if !self.needs.iter().all(|word| has_word(text, word)) {
            return None;
        }
        let first = Solution {
            starts: Vec::new(),
            bindings: self.said(diagnostic, text)?,
        };
        let target = Target {
            template: self,
            reported: reported(diagnostic, file.as_str()),
            lines: lines(text),
            unit: unit(text),
        };
        let solutions = self.hunks.iter().try_fold(vec![first], |solutions, hunk| {
            let each = solutions.iter();
            let more: Vec<Solution> = each.flat_map(|solution| target.extend(hunk, solution)).collect();
            (more.len() <= MOST_SOLUTIONS).then_some(more)
        })?;
        let [solution] = solutions.as_slice() else {
            return None;
        };
        let edits = target.edits(file, text, solution)?;
        let changes = apply_edits(text, &edits).is_ok_and(|after| after != text);
        changes.then(|| Instance {
            edits,
            anchor: self
                .hunks
                .iter()
                .map(|hunk| hunk.anchor)
                .max_by_key(|anchor| rank(*anchor))
                .unwrap_or(Anchor::File),
        })
    }

    /// The contents of holes according to the message; `None` if the message differs from that of the
    /// template.
    fn said(&self, diagnostic: &Diagnostic, text: &str) -> Option<Bindings> {
        let names = mentioned(diagnostic);
        if names.len() != self.mentions.len() {
            return None;
        }
        let mut bindings = Bindings::new();
        for (mention, name) in self.mentions.iter().zip(names) {
            match mention {
                Mention::Is(word) if word != name => return None,
                Mention::Hole(number) => {
                    let name = match self.holes.get(*number)? {
                        HoleKind::Text => quoted_in(text, name)?,
                        _ => name.to_owned(),
                    };
                    bindings = bind(&bindings, *number, name, &self.holes)?;
                }
                Mention::Is(_) | Mention::Any => {}
            }
        }
        Some(bindings)
    }
}

fn rank(anchor: Anchor) -> u8 {
    match anchor {
        Anchor::Reported => 0,
        Anchor::Imports => 1,
        Anchor::Near => 2,
        Anchor::File => 3,
    }
}

/// A name as the text quotes it.
fn quoted_in(text: &str, name: &str) -> Option<String> {
    let forms = ['\'', '"', '`'].map(|quote| format!("{quote}{name}{quote}"));
    let found = forms.into_iter().find(|form| text.contains(form.as_str()));
    found.filter(|form| unquoted(form) == name)
}

/// The file that a template is applied to.
struct Target<'a> {
    template: &'a Template,
    reported: BTreeSet<usize>,
    lines: Vec<&'a str>,
    unit: String,
}

impl Target<'_> {
    /// The ways to place one more hunk below those before it.
    fn extend(&self, hunk: &Hunk, solution: &Solution) -> Vec<Solution> {
        let place = |start: usize, bindings: Bindings| Solution {
            starts: solution.starts.iter().copied().chain([start]).collect(),
            bindings,
        };
        if hunk.anchor == Anchor::Imports {
            let needed = !hunk.new.iter().all(|line| self.has(line, &solution.bindings));
            let at = self.imports();
            return needed
                .then(|| place(at, solution.bindings.clone()))
                .into_iter()
                .collect();
        }
        let starts = (0..self.lines.len()).filter(|start| self.may_start(hunk, *start));
        let found = starts.flat_map(|start| {
            let (kinds, bindings) = (&self.template.holes, &solution.bindings);
            let ways = matches(&hunk.old, &self.lines, start, &self.unit, kinds, bindings);
            ways.into_iter().map(move |bindings| (start, bindings))
        });
        found.map(|(start, bindings)| place(start, bindings)).collect()
    }

    fn may_start(&self, hunk: &Hunk, start: usize) -> bool {
        let end = start + hunk.old.len();
        match hunk.anchor {
            Anchor::Reported => self.reported.contains(&start),
            Anchor::Near => {
                let mut reported = self.reported.iter();
                reported.any(|line| *line + NEAR >= start && *line < end + NEAR)
            }
            Anchor::File | Anchor::Imports => true,
        }
    }

    fn has(&self, line: &TemplateLine, bindings: &Bindings) -> bool {
        let wanted = text_of(line, bindings);
        self.lines
            .iter()
            .any(|line| Some(line.trim()) == wanted.as_deref())
    }

    /// The line after the last import at the top level, or else the first line that is not a comment, blank,
    /// or a documentation text.
    fn imports(&self) -> usize {
        let is_top = |line: &&str| !line.starts_with(char::is_whitespace) && is_import(line);
        if let Some(last) = self.lines.iter().rposition(is_top) {
            return last + 1;
        }
        let is_prose = |line: &&str| {
            let line = line.trim();
            line.is_empty() || line.starts_with(['#', '"', '\'']) || line.starts_with("//")
        };
        self.lines.iter().take_while(|line| is_prose(line)).count()
    }

    fn edits(&self, file: &RelPath, text: &str, solution: &Solution) -> Option<Vec<Edit>> {
        let hunks = self.template.hunks.iter().zip(&solution.starts);
        let edits = hunks.map(|(hunk, &start)| self.edit(file, text, hunk, start, &solution.bindings));
        edits.collect()
    }

    /// The edit of one hunk, without the unchanged lines.
    fn edit(
        &self,
        file: &RelPath,
        text: &str,
        hunk: &Hunk,
        start: usize,
        bindings: &Bindings,
    ) -> Option<Edit> {
        let end_of_line = if text.contains("\r\n") { "\r\n" } else { "\n" };
        let old = &self.lines[start..start + hunk.old.len()];
        let new = self.new_lines(hunk, old, bindings)?;
        let head = old.iter().zip(&new).take_while(|(old, new)| *old == new).count();
        let tail = old[head..].iter().rev().zip(new[head..].iter().rev());
        let tail = tail.take_while(|(old, new)| *old == new).count();
        let (from, to) = (start + head, start + old.len() - tail);
        let range = self.offset(text, from)..self.offset(text, to);
        let mut replacement = String::new();
        let is_at_end = range.start == text.len() && !text.is_empty() && !text.ends_with('\n');
        if is_at_end {
            replacement.push_str(end_of_line);
        }
        for line in &new[head..new.len() - tail] {
            replacement.push_str(line);
            replacement.push_str(end_of_line);
        }
        // The last line had no line end, and gets none.
        if range.end == text.len() && !text.ends_with('\n') {
            replacement.truncate(replacement.len() - end_of_line.len().min(replacement.len()));
        }
        Edit::replace(file, text, range, replacement).ok()
    }

    /// Lines that the pattern leaves unchanged keep their spaces.
    fn new_lines(&self, hunk: &Hunk, old: &[&str], bindings: &Bindings) -> Option<Vec<String>> {
        let base = old.first().map_or("", |line| indentation(line));
        let line = |line: &TemplateLine| {
            let same = hunk.old.iter().position(|other| other == line);
            match same {
                Some(at) => Some(old[at].to_owned()),
                None if line.pieces.is_empty() => Some(String::new()),
                None => Some(self.indent(base, line.indent)? + &text_of(line, bindings)?),
            }
        };
        hunk.new.iter().map(line).collect()
    }

    fn indent(&self, base: &str, levels: i32) -> Option<String> {
        let less = usize::try_from(levels.min(0).unsigned_abs()).ok()? * self.unit.len();
        let more = usize::try_from(levels.max(0)).ok()?;
        let base = base.get(..base.len().checked_sub(less)?)?;
        Some(base.to_owned() + &self.unit.repeat(more))
    }

    /// The byte at which a line begins.
    fn offset(&self, text: &str, line: usize) -> usize {
        let ends = text.match_indices('\n').map(|(at, _)| at + 1);
        match line {
            0 => 0,
            line => ends.take(line).nth(line - 1).unwrap_or(text.len()),
        }
    }
}

fn text_of(line: &TemplateLine, bindings: &Bindings) -> Option<String> {
    let mut text = String::new();
    for piece in &line.pieces {
        text += match piece {
            Piece::Is(token) | Piece::Space(token) => token,
            Piece::Hole(number) => bindings.get(number)?,
        };
    }
    Some(text)
}
