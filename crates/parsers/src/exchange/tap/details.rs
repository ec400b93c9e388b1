//! The details below a failed test point: a YAML block, or comments.

use unbreak_core::{Diagnostic, ErrorType, Frame, Location, Severity};

use crate::format::{locate, span, stack, thrown_class};

/// Lines kept.
const KEPT: usize = 1000;

/// The lines below a test point.
#[derive(Debug, Default)]
pub(super) struct Details {
    /// Within `---` and `...`.
    in_yaml: bool,
    /// The indentation of its `---`.
    margin: usize,
    /// Whether a line in it was indented less. Texts of several lines may be, and what other programs print.
    astray: bool,
    yaml: Vec<String>,
    comments: Vec<String>,
    /// Text that is indented.
    text: Vec<String>,
}

impl Details {
    /// Takes a line; `false` when it belongs to something else than the point that is indented so far.
    pub(super) fn line(&mut self, line: &str, indentation: usize) -> bool {
        let text = line.trim();
        if self.in_yaml {
            let indented = line.len() - line.trim_start().len() >= self.margin;
            self.astray |= !indented && !text.is_empty();
            self.in_yaml = text != "...";
            if self.in_yaml && self.yaml.len() < KEPT {
                self.yaml.push(line.trim_end().to_owned());
            }
            return true;
        }
        if text == "---" && self.yaml.is_empty() {
            self.in_yaml = true;
            self.margin = line.len() - line.trim_start().len();
            return true;
        }
        // Comments below the block belong to the next point, which may have written them.
        if !self.yaml.is_empty() {
            return false;
        }
        if self.is_text(line, indentation) {
            if self.text.len() < KEPT {
                self.text.push(line.trim_end().to_owned());
            }
            return true;
        }
        let comment = text
            .strip_prefix('#')
            .filter(|rest| rest.is_empty() || rest.starts_with(' '));
        let belongs = comment.filter(|comment| !is_summary(comment.trim()));
        if let Some(comment) = belongs.filter(|_| self.comments.len() < KEPT) {
            self.comments.push(comment.trim().to_owned());
        }
        belongs.is_some()
    }

    /// Returns whether the line that was taken may be of another program.
    pub(super) fn is_doubtful(&self) -> bool {
        self.in_yaml && self.astray
    }

    /// Returns whether the line continues with text below the point, and is not a test point of its own.
    fn is_text(&self, line: &str, indentation: usize) -> bool {
        let bare = line.trim_start();
        let deeper = line.len() - bare.len() >= indentation + 2 || (line.is_empty() && !self.text.is_empty());
        let protocol = ["#", "ok ", "not ok ", "1.."]
            .iter()
            .any(|start| bare.starts_with(start));
        deeper && !protocol && self.comments.is_empty()
    }

    /// The lines of the YAML block.
    pub(super) fn yaml(&self) -> &[String] {
        &self.yaml
    }

    /// The comments, without their mark.
    pub(super) fn comments(&self) -> &[String] {
        &self.comments
    }

    /// Returns whether the test failed because one within it did (node:test says so).
    pub(super) fn is_parent(&self) -> bool {
        self.value("failureType")
            .is_some_and(|kind| kind == "subtestsFailed")
    }

    /// Returns whether an exception ended the test (node-tap says so).
    pub(super) fn is_thrown(&self) -> bool {
        self.value("tapCaught").is_some()
    }

    /// The failure of the test `name`.
    pub(super) fn finish(self, name: &str) -> Diagnostic {
        let mut message = self.message(name);
        let mut class = self.class();
        let frames = self.stack();
        // tape and node-tap print what was thrown where others have the text of an assertion.
        if class.is_none()
            && !frames.is_empty()
            && let Some((thrown, said)) =
                thrown_class::split(self.thrown(name).as_deref().unwrap_or_default())
            && thrown != "Error"
        {
            (class, message) = (Some(thrown.to_owned()), said.to_owned());
        }
        let error_type = self.error_type(class.as_deref());
        // An exception comes from where its stack ends, not from the assertion that was handed it.
        let thrown = frames.iter().rev().find(|frame| is_own(&frame.location));
        let thrown = thrown.filter(|_| class.is_some() && error_type != ErrorType::Assertion);
        let place = match thrown {
            Some(frame) => frame.location.clone(),
            None => self.place(name, &frames),
        };
        let mut diagnostic = Diagnostic::new(error_type, Severity::Error, message).at(place);
        diagnostic.code = class;
        diagnostic.frames = frames;
        diagnostic
    }

    fn message(&self, name: &str) -> String {
        match self.said().or_else(|| self.told()) {
            Some(said) => without_stack(&said),
            None => self.compared(name),
        }
    }

    /// The first line of the message, or the name of the test point.
    fn thrown(&self, name: &str) -> Option<String> {
        let said = self.said().unwrap_or_else(|| name.to_owned());
        said.lines().next().map(str::to_owned)
    }

    fn said(&self) -> Option<String> {
        self.value("error").or_else(|| self.value("message"))
    }

    /// The text before the class repeats it.
    fn told(&self) -> Option<String> {
        let said = self.text.iter().map(|line| line.trim());
        let said = said.take_while(|line| !line.starts_with("at "));
        let said: Vec<&str> = said.collect();
        let again = said.iter().rposition(|line| thrown_class::split(line).is_some());
        let said = &said[..again.filter(|at| *at > 0).unwrap_or(said.len())];
        Some(said.join("\n").trim().to_owned()).filter(|said| !said.is_empty())
    }

    /// The class of the exception.
    fn class(&self) -> Option<String> {
        let in_text = || {
            let lines = self.text.iter().map(|line| line.trim());
            lines
                .rev()
                .find_map(|line| Some(thrown_class::split(line)?.0.to_owned()))
        };
        let caught = || self.value("type").filter(|_| self.is_thrown());
        let class = self.value("name").or_else(caught).or_else(in_text);
        class.filter(|class| thrown_class::is_one(class) && class != "Error")
    }

    /// node:test and node-tap report how a test failed; without that, two values were compared.
    fn error_type(&self, class: Option<&str>) -> ErrorType {
        let is_told = self.value("failureType").is_some() || self.is_thrown();
        match class {
            Some(class) if thrown_class::is_assertion(class) => ErrorType::Assertion,
            None if !is_told => ErrorType::Assertion,
            _ => ErrorType::Runtime,
        }
    }

    /// The entries of the stack, outermost first. node:test leaves the `at` before each out, and tape the mark of a
    /// block.
    fn stack(&self) -> Vec<Frame> {
        let unmarked = || {
            let (at, _) = self.find("stack")?;
            Some(self.block(at).collect::<Vec<_>>().join("\n"))
        };
        let text = self.value("stack").or_else(unmarked);
        let text = text.unwrap_or_else(|| self.text.join("\n"));
        let entries = text.lines().map(|line| match stack::frame(line) {
            None => format!("at {line}"),
            Some(_) => line.to_owned(),
        });
        stack::read(&entries.collect::<Vec<_>>().join("\n"))
    }

    /// The value of a key, with the lines of a block scalar joined.
    fn value(&self, key: &str) -> Option<String> {
        let (at, value) = self.find(key)?;
        if let Some(first) = value.strip_prefix('"').filter(|first| !first.ends_with('"')) {
            return Some(self.quoted(first, at));
        }
        if !is_block(value) {
            return Some(unquoted(value)).filter(|value| !value.is_empty());
        }
        let lines: Vec<&str> = self.block(at).map(str::trim).collect();
        Some(lines.join("\n").trim().to_owned())
    }

    /// A text in double quotes that spans several lines.
    fn quoted(&self, first: &str, at: usize) -> String {
        let mut lines = vec![first];
        for line in &self.yaml[at + 1..] {
            match line.strip_suffix('"') {
                Some(last) => {
                    lines.push(last);
                    break;
                }
                None => lines.push(line),
            }
        }
        lines.join("\n").replace("\\\"", "\"")
    }

    /// The position of a key, and the text behind it. Lines in a block scalar are text.
    fn find(&self, key: &str) -> Option<(usize, &str)> {
        let mut at = 0;
        while let Some(line) = self.yaml.get(at) {
            let (name, value) = line.split_once(':').unwrap_or((line, ""));
            if name.trim() == key && line.contains(':') {
                return Some((at, value.trim()));
            }
            let last = line.rsplit(": ").next().unwrap_or_default();
            at += 1 + if is_block(last) { self.block(at).count() } else { 0 };
        }
        None
    }

    /// The lines below line `at` that are indented further.
    fn block(&self, at: usize) -> impl Iterator<Item = &str> {
        let indentation = |line: &str| line.len() - line.trim_start().len();
        let least = self.yaml.get(at).map_or(0, |line| indentation(line));
        let below = self.yaml.iter().skip(at + 1).map(String::as_str);
        below.take_while(move |line| line.trim().is_empty() || indentation(line) > least)
    }

    /// The name, with the actual and expected values.
    fn compared(&self, name: &str) -> String {
        let keys = [("expected", "wanted"), ("actual", "found")];
        let from_yaml = keys.iter().filter_map(|(key, other)| {
            let value = self.value(key).or_else(|| self.value(other))?;
            Some(format!("{key}: {value}"))
        });
        let from_comments = self.comments.iter().filter(|comment| {
            let label = comment.split(':').next().unwrap_or_default();
            matches!(label, "got" | "expected") || comment.starts_with('`')
        });
        std::iter::once(name.to_owned())
            .chain(from_yaml)
            .chain(from_comments.cloned())
            .collect::<Vec<_>>()
            .join("\n")
    }

    /// `at` with keys below it, `at: f (file:3:5)`, a stack, node:test's `location`, which is where the
    /// test begins, or a comment with `at FILE line 3` or `(in test file FILE, line 4)`.
    fn place(&self, name: &str, frames: &[Frame]) -> Location {
        let own = frames.iter().rev().find(|frame| is_own(&frame.location));
        let stacked = own.or(frames.last()).map(|frame| frame.location.clone());
        let commented = || self.comments.iter().find_map(|comment| in_words(comment));
        self.written("at")
            .or_else(|| self.written("source"))
            .or_else(|| self.keyed(name))
            .or(stacked)
            .or_else(|| self.written("location"))
            .or_else(commented)
            .unwrap_or_default()
    }

    /// The place that is the value of a key.
    fn written(&self, key: &str) -> Option<Location> {
        let value = self.value(key)?;
        let value = value.strip_prefix("file://").unwrap_or(&value);
        let place = stack::frame(&format!("at {value}")).map(|frame| frame.location);
        place
            .or_else(|| Some(locate::at_start(value)?.location()))
            .filter(is_own)
    }

    /// `file`, `line` and `column` as keys of their own, or `fileName` and so on. A linter's point has the file's name.
    fn keyed(&self, name: &str) -> Option<Location> {
        let number = |key: &str| {
            let value = self.value(key).or_else(|| self.value(&format!("{key}Number")))?;
            value.parse().ok()
        };
        let linted = || {
            let is_file = locate::kind(name) == Some(locate::FileKind::Sure);
            (is_file && self.find("line").is_some()).then(|| name.to_owned())
        };
        let mut location = Location::file(
            self.value("file")
                .or_else(|| self.value("fileName"))
                .or_else(linted)?,
        );
        location.line = number("line");
        location.column = number("column");
        Some(location)
    }
}

/// An assertion library's own place is not useful.
fn is_own(place: &Location) -> bool {
    !place
        .file
        .as_deref()
        .unwrap_or_default()
        .contains("/node_modules/")
}

/// Returns whether lines of text follow: `|`, `>-`, `|2+`.
pub(super) fn is_block(value: &str) -> bool {
    let rest = value.strip_prefix(['|', '>']);
    rest.is_some_and(|rest| {
        rest.bytes()
            .all(|byte| byte.is_ascii_digit() || matches!(byte, b'+' | b'-'))
    })
}

/// QUnit puts the stack into the message.
fn without_stack(message: &str) -> String {
    let said = message.lines().take_while(|line| !line.starts_with("at "));
    said.collect::<Vec<_>>().join("\n")
}

fn is_summary(comment: &str) -> bool {
    ["Looks like you", "Subtest:", "tests ", "pass ", "fail "]
        .iter()
        .any(|start| comment.starts_with(start))
}

pub(super) fn unquoted(value: &str) -> String {
    let inner = ['\'', '"']
        .iter()
        .find_map(|quote| value.strip_prefix(*quote)?.strip_suffix(*quote));
    inner
        .unwrap_or(value)
        .replace("''", "'")
        .replace("\\n", "\n")
        .replace("\\\"", "\"")
}

fn in_words(comment: &str) -> Option<Location> {
    let (before, at) = comment
        .find(" line ")
        .map(|at| (comment[..at].trim_end_matches(','), &comment[at + 1..]))?;
    let file = before.rsplit([' ', '(']).next()?;
    let (span, _) = span::words(at)?;
    (span.line > 0 && locate::kind(file)? == locate::FileKind::Sure).then(|| span.in_file(file))
}
