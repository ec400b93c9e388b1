//! A heading, most often a file's name, and findings below it.

use std::sync::Arc;

use unbreak_core::parser::History;
use unbreak_core::{Diagnostic, Line, Sink, Step};

use super::captured::{Captured, Field};
use super::pattern::{Expression, Pattern};
use crate::format::marks;

/// The number of lines above the first finding in which a heading is searched for.
const ABOVE: usize = History::CAPACITY;
/// Lines below a heading that may be no findings before it is taken for something else.
pub(super) const PATIENCE: usize = 4;

/// Findings below a heading. The values of the heading hold for all of them.
#[derive(Debug)]
pub(crate) struct Listing {
    pub(crate) heading: Expression,
    pub(crate) rows: Vec<Pattern>,
    /// Lines that continue with the finding above them.
    pub(crate) continued: Option<Expression>,
    /// Lines between the findings without information: rules of a table, quoted source.
    pub(crate) skip: Option<Expression>,
    /// The number of consecutive lines that may be skipped.
    pub(crate) patience: usize,
    /// Whether other text may be between the findings: the heading holds until the next one.
    pub(crate) remembered: bool,
    /// Another heading above the headings, which continues to hold for those that follow.
    pub(crate) below: Option<Expression>,
    /// Whether findings may come without a heading, as the tool prints them for its standard input.
    pub(crate) headless: bool,
    /// Whether marks in the skipped lines below a finding give the column that it does not name.
    pub(crate) marked: bool,
}

impl Listing {
    /// The values that hold from the line on if it is a heading.
    pub(crate) fn heading(&self, line: &Line<'_>, before: &Captured) -> Option<Captured> {
        let mut heading = self.heading.read(line.text)?;
        if let Some(below) = &self.below {
            let outer = line.back(1).and_then(|above| below.read(above));
            heading.inherit(outer.as_ref().unwrap_or(before));
        }
        Some(heading)
    }

    /// The finding that the line is by itself, below this heading.
    pub(crate) fn finding(&self, line: &str, heading: &Captured) -> Option<Diagnostic> {
        self.row(line).and_then(|row| self.complete(row, heading))
    }

    /// Combines the row with the values of its heading.
    fn complete(&self, (row, mut captured): Row, heading: &Captured) -> Option<Diagnostic> {
        captured.inherit(heading);
        self.rows[row].meaning.diagnostic(&captured)
    }

    /// A line that is a finding below a heading, or a heading.
    pub(crate) fn begin(self: &Arc<Self>, line: &Line<'_>) -> Option<Reading> {
        self.begin_below(line).or_else(|| {
            let heading = self.heading.read(line.text)?;
            Some(Reading::new(self, heading))
        })
    }

    /// A finding below a heading that was not shown, because it has no trigger.
    fn begin_below(self: &Arc<Self>, line: &Line<'_>) -> Option<Reading> {
        // Rows are often as any tool's findings are, and few lines stand below a heading.
        if !self.rows.iter().any(|row| row.expression.admits(line.text)) {
            return None;
        }
        let heading = self.heading_above(line);
        if heading.is_none() && !self.headless {
            return None;
        }
        let mut reading = Reading::new(self, heading.unwrap_or_default());
        reading.begin(self.row(line.text)?);
        Some(reading)
    }

    /// The values of the heading above the line, if there is one.
    fn heading_above(&self, line: &Line<'_>) -> Option<Captured> {
        let mut above = (1..=ABOVE).filter_map(|n| line.back(n));
        self.heading.read(above.find(|text| !self.is_skipped(text))?)
    }

    fn is_skipped(&self, line: &str) -> bool {
        line.trim().is_empty() || self.skip.as_ref().is_some_and(|skip| skip.is_match(line))
    }

    /// The finding that the line begins.
    fn row(&self, line: &str) -> Option<Row> {
        let mut rows = self.rows.iter().enumerate();
        rows.find_map(|(number, pattern)| Some((number, pattern.expression.read(line)?)))
    }
}

/// The number of a row's shape, and the row's values.
type Row = (usize, Captured);

/// A listing in the middle of an output.
pub(crate) struct Reading {
    listing: Arc<Listing>,
    heading: Captured,
    open: Option<Row>,
    found: bool,
    idle: usize,
    /// The width of the gutter in the line before.
    gutter: u32,
}

impl Reading {
    fn new(listing: &Arc<Listing>, heading: Captured) -> Self {
        Self {
            listing: Arc::clone(listing),
            heading,
            open: None,
            found: false,
            idle: 0,
            gutter: 0,
        }
    }

    pub(crate) fn line(&mut self, line: &str, sink: &mut Sink) -> Step {
        if self.goes_on(line) {
            return Step::More;
        }
        self.close(sink);
        if let Some(row) = self.listing.row(line) {
            self.begin(row);
            self.idle = 0;
            return Step::More;
        }
        if self.listing.is_skipped(line) && self.idle < self.listing.patience {
            self.idle += 1;
            return Step::More;
        }
        if self.found { Step::Pass } else { Step::Reject }
    }

    fn goes_on(&mut self, line: &str) -> bool {
        let gutter = std::mem::replace(&mut self.gutter, marks::gutter(line));
        let Some((_, captured)) = &mut self.open else {
            return false;
        };
        let continued = self.listing.continued.as_ref();
        if let Some(further) = continued.and_then(|continued| continued.read(line)) {
            captured.go_on(&further);
            return true;
        }
        let quoted =
            self.listing.marked && captured.get(Field::Column).is_none() && self.listing.is_skipped(line);
        // Frames of miette's kind have another sign where marks stand.
        let barred = line.replacen([':', '·'], "|", 1);
        if let Some(found) = marks::read(&barred).filter(|_| quoted) {
            let own = marks::is_gutter(&barred);
            captured.underline(if own { found } else { found.behind(gutter) });
        }
        quoted
    }

    fn begin(&mut self, row: Row) {
        self.open = Some(row);
        self.found = true;
    }

    /// Returns whether nothing was found below the heading.
    pub(crate) fn is_unfinished(&self) -> bool {
        !self.found
    }

    pub(crate) fn close(&mut self, sink: &mut Sink) {
        if let Some(diagnostic) = self.take() {
            sink.emit(diagnostic);
        }
    }

    fn take(&mut self) -> Option<Diagnostic> {
        let row = self.open.take()?;
        self.listing.complete(row, &self.heading)
    }
}
