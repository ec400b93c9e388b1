//! cargo's own errors: manifests, dependencies, build scripts, and the programs it ran.

use unbreak_core::{Diagnostic, ErrorType, Line, ParserState, Severity, Sink, Step, register_parser};

use super::panic_reader::PanicReader;
use crate::described;
use crate::format::{Format, locate};

register_parser!(Format::of(&described::CARGO).state::<State>());

/// The beginnings of cargo's errors, with their error types.
const BEGINNINGS: [(&str, ErrorType); 27] = [
    ("no matching package", ErrorType::Import),
    ("failed to select a version", ErrorType::Import),
    ("failed to get `", ErrorType::Import),
    ("failed to load source for dependency", ErrorType::Import),
    ("package ID specification", ErrorType::Import),
    ("failed to parse manifest", ErrorType::Build),
    ("failed to parse lock file", ErrorType::Build),
    ("failed to load manifest", ErrorType::Build),
    ("failed to read ", ErrorType::Build),
    ("failed to run custom build command", ErrorType::Build),
    ("failed to run `", ErrorType::Build),
    ("failed to download", ErrorType::Build),
    ("could not find `Cargo.toml`", ErrorType::Build),
    ("could not execute process", ErrorType::Build),
    ("no such command: `", ErrorType::Build),
    ("the lock file ", ErrorType::Build),
    ("cyclic package dependency", ErrorType::Build),
    ("package `", ErrorType::Build),
    ("the package '", ErrorType::Build),
    ("none of the selected packages contains ", ErrorType::Build),
    ("no bin target", ErrorType::Build),
    ("no test target", ErrorType::Build),
    ("no example target", ErrorType::Build),
    ("no bench target", ErrorType::Build),
    ("no library targets found", ErrorType::Build),
    ("linker `", ErrorType::Build),
    ("process didn't exit successfully", ErrorType::Runtime),
];

/// The beginnings of lines that only report a failure.
const ENDINGS: [&str; 6] = [
    "could not compile `",
    "test failed, to rerun pass",
    "doctest failed, to rerun pass",
    "aborting due to ",
    "could not document `",
    "test run failed",
];

/// Without `--no-fail-fast`, the test binaries after the one that failed are not run.
const STOPPED: &str = "error: test failed, to rerun pass";

/// Lines kept of an error's causes.
const LINES: usize = 40;

#[derive(Default)]
struct State {
    open: Option<Open>,
}

impl ParserState for State {
    fn line(&mut self, line: &Line<'_>, sink: &mut Sink) -> Step {
        if self.open.as_mut().is_some_and(|open| open.line(line.text)) {
            return Step::More;
        }
        let held = self.open.is_some();
        self.finish(sink);
        if held {
            return Step::Pass;
        }
        let text = without_progress(line.text);
        if text.starts_with(STOPPED) {
            sink.stopped_early();
        }
        self.open = Open::begin(text);
        if self.open.is_some() {
            Step::More
        } else {
            Step::Pass
        }
    }

    fn finish(&mut self, sink: &mut Sink) {
        if let Some(diagnostic) = self.open.take().and_then(Open::finish) {
            sink.emit(diagnostic);
        }
    }
}

/// A line without the signs for tests that ended before the test program did: `..F.error: test failed`.
fn without_progress(line: &str) -> &str {
    let rest = line.trim_start_matches(['.', 'F', 'i', 'a']);
    if rest.starts_with(STOPPED) { rest } else { line }
}

/// An error whose causes may still come.
struct Open {
    error_type: ErrorType,
    /// Whether it only reports a failure, as long as no cause follows.
    ending: bool,
    lines: Vec<String>,
    /// After a blank line, only causes belong to it.
    causes: bool,
    blank: bool,
    panic: Option<PanicReader>,
}

impl Open {
    fn begin(line: &str) -> Option<Self> {
        let message = line.strip_prefix("error: ")?;
        let known = BEGINNINGS.iter().find(|(start, _)| message.starts_with(start));
        let ending = ENDINGS.iter().any(|start| message.starts_with(start));
        let error_type = match known {
            Some((_, error_type)) => *error_type,
            None if ending => ErrorType::Build,
            None => return None,
        };
        Some(Self {
            error_type,
            ending,
            lines: vec![message.trim_end().to_owned()],
            causes: false,
            blank: false,
            panic: None,
        })
    }

    /// Returns whether it is about a name on the command line, of which cargo says no more than what there is.
    fn is_about_choice(&self) -> bool {
        const STARTS: [&str; 7] = [
            "no bin target",
            "no test target",
            "no example target",
            "no bench target",
            "no library targets",
            "the package '",
            "none of the selected packages",
        ];
        STARTS.iter().any(|start| self.lines[0].starts_with(start))
    }

    /// Looks at the next line; `false` when the error ended before it.
    fn line(&mut self, line: &str) -> bool {
        if self.panic.as_mut().is_some_and(|panic| panic.line(line)) {
            return true;
        }
        if line.trim().is_empty() {
            self.blank = true;
            return true;
        }
        if line == "Caused by:" {
            self.causes = true;
            self.blank = false;
            return true;
        }
        if self.blank && self.explains(line) {
            self.cause(line);
            return true;
        }
        let indented = line.starts_with("  ");
        if !indented && self.is_about_choice() && !line.starts_with("Available ") {
            return false;
        }
        // Another tool's, which begins without a blank line between.
        if !indented && locate::begins_report(line) {
            return false;
        }
        let announced = ["error", "warning", "note: "]
            .iter()
            .any(|label| line.starts_with(label));
        if self.blank && !(self.causes && indented) || !indented && (self.causes || self.ending || announced)
        {
            return line.starts_with("note: ") && !self.blank && !self.ending;
        }
        self.cause(line);
        // The resolver's explanation ends here.
        self.blank |= line.starts_with("As a reminder, you're using offline mode");
        true
    }

    /// The resolver says below a blank line which feature it is that a package does not have.
    fn explains(&self, line: &str) -> bool {
        let is_of_resolver = self
            .lines
            .iter()
            .any(|said| said.starts_with("failed to select a version"));
        let is_of_package = ["package `", "the package `"]
            .iter()
            .any(|start| line.trim_start().starts_with(start));
        is_of_resolver && is_of_package && line.contains("feature")
    }

    fn cause(&mut self, line: &str) {
        if self.panic.is_none() {
            self.panic = PanicReader::begin(line);
        }
        if self.panic.is_none() && self.lines.len() < LINES {
            self.lines.push(line.trim().to_owned());
        }
    }

    fn finish(self) -> Option<Diagnostic> {
        if self.ending && !self.causes {
            return None;
        }
        let message = self.lines.join("\n");
        let manifest = self.lines.iter().find_map(|line| manifest(line));
        let mut diagnostic = Diagnostic::new(self.error_type, Severity::Error, message);
        diagnostic.location.file = manifest;
        if let Some(panic) = self.panic.map(PanicReader::finish) {
            diagnostic.message = format!("{}\n{}", self.lines[0], panic.message);
            diagnostic.location = panic.location;
            diagnostic.frames = panic.frames;
        }
        Some(diagnostic)
    }
}

/// The manifest that a line names: ``manifest at `/a/Cargo.toml```, ``by package `b v0.1.0 (/a)```.
fn manifest(line: &str) -> Option<String> {
    let quoted = line.split('`').nth(1)?;
    if quoted.ends_with("Cargo.toml") || quoted.ends_with("Cargo.lock") {
        return Some(quoted.to_owned());
    }
    let (_, folder) = quoted.strip_suffix(')')?.rsplit_once(" (")?;
    let rooted = locate::kind(folder) == Some(locate::FileKind::Sure);
    (rooted && line.contains("package `")).then(|| format!("{folder}/Cargo.toml"))
}
