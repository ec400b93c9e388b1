//! `cargo fmt --check`: files that are not formatted.

use unbreak_core::{
    Applicability, Diagnostic, ErrorType, Line, Location, Severity, Suggestion, register_parser,
};

use crate::described;
use crate::format::{Format, hunk::Hunk};
use crate::gather::{Gather, Gathering};

register_parser!(Format::of(&described::RUSTFMT).state::<Gathering<Hunk>>());

impl Gather for Hunk {
    /// `Diff in FILE:12:`, `Diff in FILE at line 12:`.
    fn begin(line: &Line<'_>) -> Option<Self> {
        let text = line.text;
        let place = text.strip_prefix("Diff in ")?.strip_suffix(':')?;
        let (file, line) = place.split_once(" at line ").or_else(|| place.rsplit_once(':'))?;
        Some(Hunk::new(file, line.parse().ok()?))
    }

    fn take(&mut self, line: &Line<'_>) -> bool {
        self.line(line.text)
    }

    /// The diagnostic of the diff, at its first change.
    fn finish(self) -> Option<Diagnostic> {
        let edits = self.into_edits();
        let first = &edits.first()?.location;
        let location = Location::line(first.file.clone()?, first.line?);
        let mut diagnostic = Diagnostic::new(ErrorType::Lint, Severity::Error, "not formatted");
        diagnostic = diagnostic.with_code("rustfmt").at(location);
        diagnostic.suggestions.push(Suggestion {
            title: "format as rustfmt does".to_owned(),
            applicability: Applicability::MachineApplicable,
            edits,
        });
        Some(diagnostic)
    }
}
