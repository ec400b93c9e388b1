//! Source with marks below it, as the crates annotate-snippets and ruff's own renderer draw it.

use unbreak_core::Location;

/// Reads the lines of one frame for the end of the range they mark.
#[derive(Debug, Default)]
pub(crate) struct SourceFrame {
    /// The number of the source line shown last.
    shown: Option<u32>,
}

impl SourceFrame {
    /// Looks at `12 | source` or `   | marks`, and completes the location with the end of the first range
    /// that `^` marks. `false` when the line is neither.
    pub(crate) fn line(&mut self, line: &str, place: &mut Location) -> bool {
        let Some((number, shown)) = line.split_once('|') else {
            return false;
        };
        match number.trim() {
            "" => self.marks(shown, place),
            number => match number.parse() {
                Ok(number) => self.shown = Some(number),
                Err(_) => return false,
            },
        }
        true
    }

    /// `      ^^^^` below the range, or `|_____^` below the last line of one of several lines.
    /// Parts of a range with their own remark are marked with `-`.
    fn marks(&self, marks: &str, place: &mut Location) {
        let Some(caret) = marks.find('^').filter(|_| place.end_column.is_none()) else {
            return;
        };
        let count = |text: &str| u32::try_from(text.chars().count()).unwrap_or(u32::MAX);
        let (before, after) = marks.split_at(caret);
        if before.contains('_') {
            // A blank, the bar of the range and another blank stand before the source.
            place.end_line = self.shown;
            place.end_column = Some(count(before).saturating_sub(1));
        } else if let Some(column) = place.column {
            let start = before.trim_end_matches('-').len();
            let end = after
                .find(|mark| !matches!(mark, '^' | '-'))
                .unwrap_or(after.len());
            place.end_line = place.line;
            place.end_column = Some(column.saturating_add(count(&marks[start..caret + end])));
        }
    }
}
