//! Exceptions of any program on the JVM.

use unbreak_core::parser::History;
use unbreak_core::{Diagnostic, Line, register_parser};

use super::exception::{self, Exception};
use crate::described;
use crate::format::Format;
use crate::gather::{Gather, Gathering};

register_parser!(Format::of(&described::JVM_TRACE).state::<Gathering<Exception>>());

impl Gather for Exception {
    /// Begins at a stack frame: the header is one of the lines above, because a message may have several.
    fn begin(line: &Line<'_>) -> Option<Self> {
        const LONGEST_MESSAGE: usize = 4;
        if !exception::is_frame(line.text) || !is_jvm(line.text) {
            return None;
        }
        let thrown = (1..=LONGEST_MESSAGE).find_map(|n| Some((n, header(line.back(n)?)?)));
        let (above, header) = thrown.or_else(|| asserted(line))?;
        let mut exception = Exception::new(header);
        for n in (1..above).rev() {
            exception.push(line.back(n)?);
        }
        exception.push(line.text);
        Some(exception)
    }

    fn take(&mut self, line: &Line<'_>) -> bool {
        self.push(line.text)
    }

    fn finish(self) -> Option<Diagnostic> {
        Some(self.into_diagnostic())
    }
}

/// A place as only the JVM writes it: a file without directories and a line, or none.
fn is_jvm(line: &str) -> bool {
    let Some((_, place)) = line.trim_end().trim_end_matches(')').rsplit_once('(') else {
        return false;
    };
    let file = place.split(':').next().unwrap_or_default();
    let source = [".java", ".kt", ".kts", ".scala", ".groovy", ".clj"]
        .iter()
        .any(|e| file.ends_with(e));
    source && !file.contains('/') || matches!(place, "Native Method" | "Unknown Source")
}

/// `Assertion failed:` of Groovy, with the values of all parts drawn below; it is printed without a class.
fn asserted<'a>(line: &'a Line<'a>) -> Option<(usize, &'a str)> {
    let lines = (1..=History::CAPACITY).filter_map(|n| Some((n, line.back(n)?.trim_end())));
    lines
        .take_while(|(_, text)| !text.starts_with("Caught: "))
        .find(|(_, text)| *text == exception::ASSERTED)
}

/// The header in a line, without a logger's prefix.
fn header(line: &str) -> Option<&str> {
    let from_class = |text| exception::split_header(text).0.map(|_| text);
    from_class(line.trim()).or_else(|| {
        let logged = line.match_indices(' ').map(|(at, _)| &line[at + 1..]);
        logged.take(20).find_map(from_class)
    })
}
