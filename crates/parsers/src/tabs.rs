//! Columns that were counted in a line whose tabs were printed as blanks.

/// Usual tab widths: GCC's `-ftabstop`, from the most common.
const WIDTHS: [usize; 4] = [8, 4, 2, 3];

/// The displayed positions of a line's characters.
pub(crate) struct Shown {
    /// The column of each character, from 1, and that of the line's end.
    starts: Vec<u32>,
}

impl Shown {
    /// `None` unless `printed` is `actual` with its tabs as blanks.
    pub(crate) fn of(actual: &str, printed: &str) -> Option<Self> {
        let actual = actual.trim_end();
        let tried = actual.contains('\t').then_some(WIDTHS)?;
        tried
            .into_iter()
            .find_map(|width| Self::with(actual, printed.trim_end(), width))
    }

    fn with(actual: &str, printed: &str, width: usize) -> Option<Self> {
        let mut text = String::with_capacity(printed.len());
        let mut starts = Vec::with_capacity(actual.len() + 1);
        let mut at = 0;
        for character in actual.chars() {
            starts.push(u32::try_from(at + 1).ok()?);
            let columns = if character == '\t' { width - at % width } else { 1 };
            match character {
                '\t' => text.extend(std::iter::repeat_n(' ', columns)),
                other => text.push(other),
            }
            at += columns;
        }
        starts.push(u32::try_from(at + 1).ok()?);
        (text == printed).then_some(Self { starts })
    }

    /// The character, from 1, that was shown in this column.
    pub(crate) fn character(&self, column: u32) -> u32 {
        let index = self.starts.partition_point(|start| *start <= column).max(1);
        let last = self.starts.last().copied().unwrap_or(column);
        u32::try_from(index).unwrap_or(column) + column.saturating_sub(last)
    }
}
