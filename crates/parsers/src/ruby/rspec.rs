//! RSpec.

use unbreak_core::{Diagnostic, ErrorType, Frame, Line, Location, Severity, register_parser};

use crate::described;
use crate::format::{Format, locate};
use crate::gather::{Gather, Gathering};

register_parser!(Format::of(&described::RSPEC).state::<Gathering<Open>>());

/// Lines kept of one message, and frames of one stack.
const KEPT: usize = 60;

#[derive(Default)]
struct Open {
    test: Option<String>,
    file: Option<String>,
    lines: Vec<String>,
    /// Innermost first, as printed.
    frames: Vec<Frame>,
    /// Whether it was expected to fail: the reason is between its title and the source.
    pending: bool,
}

impl Gather for Open {
    /// The source that failed; the description is above.
    fn begin(line: &Line<'_>) -> Option<Self> {
        if let Some(file) = line.text.strip_prefix("An error occurred while loading ") {
            return Some(Open {
                file: Some(file.trim_end_matches('.').to_owned()),
                ..Open::default()
            });
        }
        line.text
            .trim_start()
            .starts_with("Failure/Error: ")
            .then(|| Open {
                test: (1..=2).find_map(|n| title(line.back(n)?)),
                pending: line
                    .back(1)
                    .is_some_and(|above| above.trim_start().starts_with("# ")),
                ..Open::default()
            })
    }

    /// Takes a line; `false` when the next failure or the end of the list has come.
    fn take(&mut self, line: &Line<'_>) -> bool {
        let line = line.text;
        let text = line.trim();
        if let Some(entry) = text.strip_prefix("# ") {
            if self.frames.len() < KEPT {
                self.frames.extend(frame(entry));
            }
            return true;
        }
        // While a file is loaded its error is at the margin.
        let belongs = text.is_empty() || line.starts_with("     ") || self.file.is_some();
        if !self.frames.is_empty() || !belongs {
            return false;
        }
        let source = text.starts_with("Failure/Error: ");
        if !source && self.lines.len() < KEPT {
            self.lines.push(line.trim_end().to_owned());
        }
        true
    }

    fn is_doubtful(&self) -> bool {
        self.file.is_some() && self.frames.is_empty()
    }

    fn finish(self) -> Option<Diagnostic> {
        let pending = self.pending;
        let mut diagnostic = self.into_diagnostic();
        if pending {
            diagnostic.severity = Severity::Info;
        }
        Some(diagnostic)
    }
}

/// `  1) description`, within shared failures `  1.1) ...`.
fn title(line: &str) -> Option<String> {
    let (number, title) = line.trim_start().split_once(") ")?;
    let numbered = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    numbered.then(|| title.trim().to_owned())
}

impl Open {
    fn into_diagnostic(self) -> Diagnostic {
        let (code, message) = split_class(&self.lines);
        let mut diagnostic = Diagnostic::new(error_type(code.as_deref()), Severity::Error, message);
        diagnostic.code = code;
        diagnostic.test = self.test;
        let own = |frame: &&Frame| {
            frame
                .location
                .file
                .as_deref()
                .is_some_and(|file| !file.contains("/gems/"))
        };
        let place = self.frames.iter().find(own).map(|frame| frame.location.clone());
        diagnostic.location = place.or(self.file.map(Location::file)).unwrap_or_default();
        diagnostic.frames = self.frames.into_iter().rev().collect();
        if let Some(innermost) = diagnostic.frames.last_mut() {
            innermost.innermost = true;
        }
        diagnostic
    }
}

/// `NoMethodError:` on a line of its own names the class; the message below is dedented.
fn split_class(lines: &[String]) -> (Option<String>, String) {
    let class = lines.iter().position(|line| is_class(line.trim()));
    let said = class.map_or(lines, |at| &lines[at + 1..]);
    let indentation = said
        .iter()
        .filter(|line| !line.is_empty())
        .map(|line| line.len() - line.trim_start().len())
        .min();
    let indentation = indentation.unwrap_or(0);
    let dedented: Vec<&str> = said
        .iter()
        .map(|line| line.get(indentation..).unwrap_or_default())
        .collect();
    let code = class.map(|at| lines[at].trim().trim_end_matches(':').to_owned());
    (code, dedented.join("\n").trim_matches('\n').to_owned())
}

fn is_class(text: &str) -> bool {
    let name = text.strip_suffix(':').unwrap_or_default();
    name.starts_with(|c: char| c.is_ascii_uppercase())
        && name
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b':' | b'_'))
}

fn error_type(class: Option<&str>) -> ErrorType {
    match class {
        None => ErrorType::Assertion,
        Some("SyntaxError") => ErrorType::Syntax,
        Some("LoadError") => ErrorType::Import,
        Some(class) if class.starts_with("RSpec::Mocks") || class.starts_with("RSpec::Expectations") => {
            ErrorType::Assertion
        }
        Some(_) => ErrorType::Runtime,
    }
}

/// `./lib/cart.rb:3:in 'total'`, `./spec/cart_spec.rb:5`.
fn frame(entry: &str) -> Option<Frame> {
    let placed = locate::at_start(entry)?;
    let function = placed
        .rest
        .strip_prefix(":in ")
        .map(|name| name.trim_matches(['`', '\'']).to_owned());
    Some(Frame::new(placed.location(), function))
}
