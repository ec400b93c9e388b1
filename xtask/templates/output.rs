//! `{{id}}`: one line for each diagnostic. Replace by the format, and name the document that describes it.

use std::io::{self, Write};

use unbreak_core::Diagnostic;

use super::findings::{Ending, Findings};
use super::message;

/// The format.
#[derive(Debug, Clone, Copy, Default)]
pub struct {{Type}};

impl Findings for {{Type}} {
    fn found(&mut self, out: &mut dyn Write, diagnostic: &Diagnostic, _source: Option<&str>) -> io::Result<()> {
        writeln!(out, "{}\t{}", diagnostic.place(), message(diagnostic))
    }

    /// Says why a command failed that no diagnostic explains: no one must take its output for a success.
    fn end(&mut self, out: &mut dyn Write, ending: &Ending) -> io::Result<()> {
        match ending.summary.unexplained() {
            Some(failure) => writeln!(out, "\t{failure}"),
            None => Ok(()),
        }
    }
}
