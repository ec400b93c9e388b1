//! The drawing below a head: source lines with numbers, marks under them, labels beside the marks.

use unbreak_core::{Location, SuggestedEdit};

/// A label under a line, and where it points.
pub(super) type Label = (String, Location);

/// A fix that is in a label: its title and its edit.
pub(super) type InlineFix = (String, SuggestedEdit);

/// Rows kept of one drawing.
const KEPT: usize = 64;

/// One line of a drawing, without the blank after its bar.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Row<'a> {
    /// The number of the source line; `None` under one.
    pub(super) number: Option<u32>,
    /// The character between number and source: `|`, or `+`, `-`, `~` in a proposed change.
    pub(super) sign: char,
    pub(super) text: &'a str,
}

impl<'a> Row<'a> {
    /// Reads `12 | source`, `   |   ^^^ label`, `12 + new source`, `...`.
    pub(super) fn read(line: &'a str) -> Option<Self> {
        let trimmed = line.trim_start();
        if matches!(trimmed.trim_end(), "..." | "‡") {
            return Some(Self {
                number: None,
                sign: '|',
                text: "",
            });
        }
        let digits = trimmed.bytes().take_while(u8::is_ascii_digit).count();
        let number = trimmed[..digits].parse().ok();
        let rest = trimmed[digits..].trim_start();
        let sign = rest.chars().next()?;
        let bar = matches!(sign, '|' | '│' | '╰' | '╭' | '━');
        let change = number.is_some() && matches!(sign, '+' | '-' | '~' | '±');
        let text = &rest[sign.len_utf8()..];
        let parted = text.is_empty() || text.starts_with(' ');
        if !(bar || change) || (change && !parted) {
            return None;
        }
        Some(Self {
            number,
            sign: if bar { '|' } else { sign },
            text: text.strip_prefix(' ').unwrap_or(text),
        })
    }
}

/// A kept row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct KeptRow {
    pub(super) number: Option<u32>,
    pub(super) sign: char,
    pub(super) text: String,
}

/// The rows of a drawing.
#[derive(Debug, Default)]
pub(super) struct Rows {
    pub(super) rows: Vec<KeptRow>,
}

/// Adjacent marks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Run {
    pub(super) mark: char,
    /// 1-based, in characters.
    pub(super) start: u32,
    /// First column after.
    pub(super) end: u32,
}

impl Rows {
    pub(super) fn push(&mut self, row: Row<'_>) {
        if self.rows.len() < KEPT {
            self.rows.push(KeptRow {
                number: row.number,
                sign: row.sign,
                text: row.text.to_owned(),
            });
        }
    }

    pub(super) fn clear(&mut self) {
        self.rows.clear();
    }

    /// The number of the source line above the end of the drawing.
    fn last_number(&self) -> Option<u32> {
        self.rows.iter().rev().find_map(|row| row.number)
    }

    /// Sets the end of the place from a row of `^`: they underline it, or draw the lower corner of a
    /// range of several lines (`|_____^`).
    pub(super) fn underline(&self, row: &Row<'_>, place: &mut Location) {
        if row.number.is_some() || place.end_line.is_some() {
            return;
        }
        let line = self.last_number();
        for run in runs(row.text).into_iter().filter(|run| run.mark == '^') {
            let corner = row.text.contains("|_") || row.text.starts_with('_');
            let here = line == place.line && Some(run.start) == place.column && !corner;
            let below = corner && line > place.line;
            if here || below {
                place.end_line = line;
                place.end_column = Some(run.end);
                return;
            }
        }
    }

    /// Labels with their places, and the fixes in labels (`help: remove this: `x``).
    pub(super) fn labels(&self, place: &Location) -> (Vec<Label>, Vec<InlineFix>) {
        let (mut labels, mut fixes) = (Vec::new(), Vec::new());
        let mut line = None;
        let mut marked: Vec<Run> = Vec::new();
        for row in &self.rows {
            if row.number.is_some() {
                (line, marked) = (row.number, Vec::new());
                continue;
            }
            let here = runs(&row.text);
            if !here.is_empty() {
                marked.clone_from(&here);
            }
            let Some((text, run)) = label(&row.text, &here, &marked) else {
                continue;
            };
            let Some(place) = located(place, line, run) else {
                continue;
            };
            match inline_fix(text, &place) {
                Some(fix) => fixes.push(fix),
                None => labels.push((text.to_owned(), place)),
            }
        }
        (labels, fixes)
    }
}

fn located(place: &Location, line: Option<u32>, run: Run) -> Option<Location> {
    let line = line?;
    Some(Location::column(place.file.clone()?, line, run.start).until(line, run.end))
}

/// The label in a row: after the last marks, or below the run that begins above it.
fn label<'a>(text: &'a str, here: &[Run], marked: &[Run]) -> Option<(&'a str, Run)> {
    let said = text
        .trim_start_matches(|c: char| c.is_whitespace() || matches!(c, '^' | '-' | '~' | '+' | '|' | '_'));
    if said.is_empty() {
        return None;
    }
    if let Some(last) = here.last() {
        return Some((said.trim(), *last));
    }
    let column = u32::try_from(text[..text.len() - said.len()].chars().count() + 1).ok()?;
    let run = marked.iter().find(|run| run.start == column)?;
    Some((said.trim(), *run))
}

/// `help: prefix it with an underscore: `_x`` replaces the underlined text, `help: remove this` removes it.
fn inline_fix(text: &str, place: &Location) -> Option<(String, SuggestedEdit)> {
    let advice = text.strip_prefix("help: ")?;
    let new = advice
        .strip_suffix('`')
        .and_then(|advice| advice.split_once(": `"))
        .map(|(_, new)| new);
    let removed = advice.starts_with("remove ");
    let replacement = match new {
        Some(new) => new.to_owned(),
        None if removed => String::new(),
        None => return None,
    };
    let edit = SuggestedEdit {
        location: place.clone(),
        replacement,
    };
    Some((advice.to_owned(), edit))
}

/// The runs of marks before the label of a row.
pub(super) fn runs(text: &str) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    let mut column = 0;
    for mark in text.chars() {
        column += 1;
        if !matches!(mark, '^' | '-' | '~' | '+') {
            if mark.is_whitespace() || matches!(mark, '|' | '_') {
                continue;
            }
            break;
        }
        match runs.last_mut() {
            Some(run) if run.mark == mark && run.end == column => run.end = column + 1,
            _ => runs.push(Run {
                mark,
                start: column,
                end: column + 1,
            }),
        }
    }
    runs
}
