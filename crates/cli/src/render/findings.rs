//! The diagnostics of a parse, in each of the formats.

use std::io::{self, Write};

use serde::Serialize;
use unbreak_core::{Diagnostic, ErrorType, ExitState, Problem, Severity};

use super::github::{self, Annotations};
use super::sarif;
use super::tally::{Tally, counted};
use super::{jsonl, snippet, style, visible_line};

/// One output format: receives the diagnostics as they are found, and the ending.
pub trait Findings {
    /// Writes a diagnostic. `source` is the text of its file, if that can be read.
    ///
    /// # Errors
    /// If `out` cannot be written.
    fn found(&mut self, out: &mut dyn Write, diagnostic: &Diagnostic, source: Option<&str>)
    -> io::Result<()>;

    /// Writes the end of the output that was parsed.
    ///
    /// # Errors
    /// If `out` cannot be written.
    fn end(&mut self, out: &mut dyn Write, ending: &Ending) -> io::Result<()>;
}

/// The information at the end of the output.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Ending {
    /// The problems of parsers.
    pub problems: Vec<Problem>,
    /// The counts.
    pub summary: Summary,
}

/// The amounts of input and diagnostics.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Summary {
    /// Diagnostics by severity.
    #[serde(flatten)]
    pub tally: Tally,
    /// The number of them that a parser recognised; the rest is unrecognised output.
    pub recognised: u64,
    /// Bytes of output.
    pub bytes: u64,
    /// Lines of output.
    pub lines: u64,
    /// How the command ended, if known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exit: Option<ExitState>,
}

impl Summary {
    /// A summary of a command that ended like this, if known; nothing was read yet.
    pub fn of_command(exit: Option<ExitState>) -> Self {
        Self {
            exit,
            ..Self::default()
        }
    }

    /// Makes a warning of what a command threw and passed nevertheless: it only logged that. What a test runner
    /// says of a test stays.
    pub fn lessen(&self, diagnostic: &mut Diagnostic) {
        let passed = self.exit.is_some_and(ExitState::is_success);
        let thrown = matches!(diagnostic.error_type, ErrorType::Runtime | ErrorType::Assertion);
        if passed && thrown && diagnostic.test.is_none() && diagnostic.is_error() {
            diagnostic.severity = Severity::Warning;
        }
    }

    /// Counts a diagnostic.
    pub fn add(&mut self, diagnostic: &Diagnostic) {
        self.tally.add(diagnostic.severity);
        self.recognised += u64::from(diagnostic.error_type != ErrorType::Unknown);
    }

    /// The message for a failed command that no diagnostic explains: the verdict never contradicts the exit
    /// code.
    pub fn unexplained(&self) -> Option<String> {
        let explained = self.recognised > 0 && self.tally.has_errors();
        let failed = self.exit.filter(|exit| !exit.is_success() && !explained)?;
        let found = match self.recognised {
            0 => "nothing in its output was recognised",
            _ => "nothing worse than a warning was recognised in its output",
        };
        Some(format!("the command failed ({failed}), and {found}"))
    }
}

/// One object per line.
#[derive(Debug, Default)]
pub struct Jsonl;

impl Findings for Jsonl {
    fn found(&mut self, out: &mut dyn Write, diagnostic: &Diagnostic, _: Option<&str>) -> io::Result<()> {
        jsonl::diagnostic(out, diagnostic)
    }

    fn end(&mut self, _: &mut dyn Write, _: &Ending) -> io::Result<()> {
        Ok(())
    }
}

/// One object: `diagnostics`, `problems`, `summary`; written as it comes, one diagnostic per line.
#[derive(Debug, Default)]
pub struct Json {
    begun: bool,
}

impl Json {
    fn begin(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let before = if self.begun { ",\n" } else { "{\"diagnostics\":[\n" };
        self.begun = true;
        out.write_all(before.as_bytes())
    }
}

impl Findings for Json {
    fn found(&mut self, out: &mut dyn Write, diagnostic: &Diagnostic, _: Option<&str>) -> io::Result<()> {
        self.begin(out)?;
        Ok(serde_json::to_writer(out, diagnostic)?)
    }

    fn end(&mut self, out: &mut dyn Write, ending: &Ending) -> io::Result<()> {
        if !self.begun {
            self.begin(out)?;
        }
        let problems = serde_json::to_string(&ending.problems)?;
        let summary = serde_json::to_string(&ending.summary)?;
        writeln!(out, "],\n\"problems\":{problems},\n\"summary\":{summary}}}")
    }
}

/// Source snippets and a count.
#[derive(Debug, Default)]
pub struct Text;

impl Findings for Text {
    fn found(
        &mut self,
        out: &mut dyn Write,
        diagnostic: &Diagnostic,
        source: Option<&str>,
    ) -> io::Result<()> {
        snippet::render(out, diagnostic, source)
    }

    fn end(&mut self, out: &mut dyn Write, ending: &Ending) -> io::Result<()> {
        let warning = style::WARNING;
        for Problem { parser, message } in &ending.problems {
            writeln!(
                out,
                "{warning}not understood:{warning:#} {} ({parser})",
                visible_line(message)
            )?;
        }
        if let Some(failure) = ending.summary.unexplained() {
            let error = style::ERROR;
            writeln!(out, "{error}{failure}{error:#}")?;
        }
        let (title, tally) = (style::TITLE, ending.summary.tally);
        let lines = counted(ending.summary.lines, "line");
        writeln!(out, "{title}{tally}{title:#} in {lines} of output")
    }
}

/// Workflow commands.
#[derive(Debug, Default)]
pub struct Github(Annotations);

impl Findings for Github {
    fn found(&mut self, _: &mut dyn Write, diagnostic: &Diagnostic, _: Option<&str>) -> io::Result<()> {
        self.0.add(diagnostic);
        Ok(())
    }

    fn end(&mut self, out: &mut dyn Write, ending: &Ending) -> io::Result<()> {
        if let Some(failure) = ending.summary.unexplained() {
            github::failure(out, &failure)?;
        }
        self.0.write(out)
    }
}

/// A SARIF log.
#[derive(Debug, Default)]
pub struct Sarif(sarif::Log);

impl Findings for Sarif {
    fn found(&mut self, out: &mut dyn Write, diagnostic: &Diagnostic, _: Option<&str>) -> io::Result<()> {
        self.0.result(out, diagnostic)
    }

    fn end(&mut self, out: &mut dyn Write, ending: &Ending) -> io::Result<()> {
        self.0.end(out, ending)
    }
}
