//! Panics of any Rust program.

use unbreak_core::{Diagnostic, Line, register_parser};

use super::panic_reader::PanicReader;
use crate::described;
use crate::format::Format;
use crate::gather::{Gather, Gathering};

register_parser!(Format::of(&described::RUST_PANIC).state::<Gathering<PanicReader>>());

impl Gather for PanicReader {
    fn begin(line: &Line<'_>) -> Option<Self> {
        Self::begin(line.text)
    }

    fn take(&mut self, line: &Line<'_>) -> bool {
        self.line(line.text)
    }

    fn finish(self) -> Option<Diagnostic> {
        let test = self.thread().contains("::").then(|| self.thread().to_owned());
        let mut diagnostic = self.finish();
        diagnostic.test = test;
        Some(diagnostic)
    }
}
