//! Reads a traceback line by line: chained, grouped, with or without carets (Python 2.7 to 3.14).

use unbreak_core::Frame;

use super::entry::parse_frame;
use super::exception::{Exception, split_class};

/// The line before the first frame.
pub(crate) const HEADER: &str = "Traceback (most recent call last):";
const GROUP_HEADER: &str = "Exception Group Traceback (most recent call last):";
const CAUSE: &str = "The above exception was the direct cause of the following exception:";
const CONTEXT: &str = "During handling of the above exception, another exception occurred:";

/// The number of bytes examined in a line.
const LINE_BYTES: usize = 8 * 1024;

/// Whether a line still belongs to the traceback.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Flow {
    /// The line belongs to it.
    Taken,
    /// It ended before this line.
    Over,
}

/// The relation of an exception to the next one.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Link {
    /// `raise ... from` the earlier one.
    Cause,
    /// Raised while the earlier one was handled.
    Context,
}

impl Link {
    /// The link that a line announces.
    pub(crate) fn of(line: &str) -> Option<Self> {
        match line.trim() {
            CAUSE => Some(Self::Cause),
            CONTEXT => Some(Self::Context),
            _ => None,
        }
    }

    /// The relation of the earlier exception to the later one, in words.
    pub(crate) fn relation(self) -> &'static str {
        match self {
            Self::Cause => "caused by",
            Self::Context => "while handling",
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    /// Among frames and source lines.
    Frames,
    /// After `Class: message`, which may continue.
    Message,
    /// After the blank line that follows it.
    Gap,
    /// After a phrase that announces another traceback.
    Announced,
}

/// A traceback in the middle.
#[derive(Debug)]
pub(crate) struct TracebackReader {
    /// The text before each line: a logger's prefix, or empty.
    margin: String,
    exception: Exception,
    state: State,
    /// Whether an exception line was seen since the last header.
    named: bool,
    /// Whether the last line was the first one of a statement, so that marks below are about it.
    markable: bool,
    /// Whether a message has one line only.
    brief: bool,
    /// Whether the last line of the message ends with a colon, so that something must follow.
    unfinished: bool,
    group: Option<Group>,
}

/// The members of an exception group. Those of nested groups are listed with the others.
#[derive(Debug, Default)]
struct Group {
    count: usize,
    member: Option<Box<TracebackReader>>,
}

/// Returns whether a margin has a time or a number that is another in the next line: `12:30:05 `, `[web:3] `.
fn counts(margin: &str) -> bool {
    let bytes = margin.as_bytes();
    let divided = |three: &[u8]| {
        three[0].is_ascii_alphanumeric() && matches!(three[1], b':' | b'.') && three[2].is_ascii_digit()
    };
    bytes.windows(3).any(divided) || bytes.windows(10).any(|ten| ten.iter().all(u8::is_ascii_digit))
}

impl TracebackReader {
    /// Begins at a header, or at a `  File "...", line N` that has none before it. `None` when the
    /// line is neither.
    pub(crate) fn begin(line: &str) -> Option<Self> {
        if let Some(at) = line.find(HEADER) {
            if counts(&line[..at]) {
                return None;
            }
            let grouped = line[..at].trim_end().ends_with("Exception Group");
            return Some(if grouped {
                Self::grouped()
            } else {
                Self::with_margin(&line[..at])
            });
        }
        if line.starts_with("File \"") {
            // Tools that trim output before printing it (pre-commit) remove these blanks.
            let mut reader = Self::with_margin("");
            return reader.frame_line(&format!("  {line}")).then_some(reader);
        }
        let at = line.find("  File \"")?;
        let mut reader = Self::with_margin(&line[..at]);
        reader.frame_line(&line[at..]).then_some(reader)
    }

    fn with_margin(margin: &str) -> Self {
        Self {
            margin: margin.to_owned(),
            exception: Exception::default(),
            state: State::Frames,
            named: false,
            markable: false,
            brief: false,
            unfinished: false,
            group: None,
        }
    }

    fn grouped() -> Self {
        Self {
            group: Some(Group::default()),
            ..Self::with_margin("")
        }
    }

    /// The same for a runner that prints an explanation of its own right below the message, so that
    /// only the first line is the exception's.
    pub(crate) fn with_brief_message(mut self) -> Self {
        self.brief = true;
        self
    }

    /// Returns whether the exception itself has been read, so that the rest is optional.
    pub(crate) fn is_named(&self) -> bool {
        self.named
    }

    /// Looks at the next line.
    pub(crate) fn line(&mut self, line: &str) -> Flow {
        let line = &line[..line.floor_char_boundary(LINE_BYTES)];
        if let Some(flow) = self.group_line(line) {
            return flow;
        }
        let line = self.without_margin(line);
        match self.state {
            State::Frames => self.in_frames(&line),
            State::Message => self.in_message(&line),
            State::Gap => self.in_gap(&line),
            State::Announced => self.in_announced(&line),
        }
    }

    /// The exception, with those it is chained to as notes. `None` when nothing was read.
    pub(crate) fn finish(mut self) -> Option<Exception> {
        self.end_member();
        if !self.named {
            let innermost = self.exception.frames.last()?;
            let function = innermost.function.as_deref().unwrap_or("the last frame");
            self.exception.message = format!("the traceback is cut off after {function}");
        }
        Some(self.exception)
    }

    /// The line without a logger's prefix; a margin that is missing from the second line was not one.
    fn without_margin(&mut self, line: &str) -> String {
        if self.margin.is_empty() {
            return line.to_owned();
        }
        let bare = line.strip_prefix(self.margin.as_str());
        let blank = line.trim() == self.margin.trim();
        match bare {
            Some(bare) => bare.to_owned(),
            None if blank || line.trim().is_empty() => String::new(),
            None => {
                self.margin.clear();
                line.to_owned()
            }
        }
    }

    fn in_frames(&mut self, line: &str) -> Flow {
        if line.trim().is_empty() || self.frame_line(line) {
            return Flow::Taken;
        }
        if line.starts_with(' ') || line.starts_with('\t') {
            self.source_line(line);
            return Flow::Taken;
        }
        match split_class(line) {
            Some((class, message)) => self.name(line, class, message),
            None => Flow::Over,
        }
    }

    /// Takes the line that names the exception.
    fn name(&mut self, line: &str, class: &str, message: &str) -> Flow {
        class.clone_into(&mut self.exception.class);
        message.clone_into(&mut self.exception.message);
        self.named = true;
        self.unfinished = line.trim_end().ends_with(':');
        self.state = State::Message;
        if message == HEADER {
            // pip's helpers hand a traceback on as the message of another exception.
            self.announce("wrapped in");
            self.state = State::Frames;
        }
        Flow::Taken
    }

    /// `  File "a.py", line 3, in f`; without a function it is the place of a syntax error.
    fn frame_line(&mut self, line: &str) -> bool {
        let Some((location, function)) = parse_frame(line) else {
            return false;
        };
        match function {
            Some(function) => {
                let frame = Frame::new(location, Some(function.to_owned()));
                self.exception.push_frame(frame);
            }
            None => {
                self.exception.place = Some(location);
                (self.exception.shown, self.exception.underlined) = (None, None);
            }
        }
        true
    }

    /// A line of source, printed after four spaces, or the marks below it.
    fn source_line(&mut self, line: &str) {
        let Some(source) = line.strip_prefix("    ") else {
            return;
        };
        let is_marks = source.trim().chars().all(|c| matches!(c, '^' | '~'));
        let is_first = !is_marks && self.exception.shown.is_none();
        if is_first {
            self.exception.show(source);
        } else if is_marks && self.markable {
            self.exception.underline(source);
        }
        self.markable = is_first;
    }

    fn in_message(&mut self, line: &str) -> Flow {
        if line.trim().is_empty() {
            self.state = State::Gap;
            return Flow::Taken;
        }
        let indented = line.starts_with([' ', '\t']);
        let expected = self.unfinished && self.may_follow(line);
        let continued = indented || expected || self.is_validation_report() || self.is_about_same_name(line);
        if continued && !self.brief && parse_frame(line).is_none() {
            self.exception.push_message(line.trim_end());
            self.unfinished = line.trim_end().ends_with(':') || is_item(line);
            return Flow::Taken;
        }
        match Link::of(line) {
            Some(link) => self.announce(link.relation()),
            None => Flow::Over,
        }
    }

    /// After a colon anything may follow, after an item of a list another one.
    fn may_follow(&self, line: &str) -> bool {
        let last = self.exception.message.lines().last().unwrap_or_default();
        !looks_unrelated(line) && (!is_item(last) || is_item(line))
    }

    /// A line that begins with the name that the line before it quotes, in code marks: below "has
    /// no attribute 'float'" numpy explains the former meaning of `np.float`.
    fn is_about_same_name(&self, line: &str) -> bool {
        let quoted = line.strip_prefix('`').and_then(|rest| rest.split('`').next());
        let name = quoted.and_then(|name| name.rsplit('.').next());
        let last = self.exception.message.lines().last().unwrap_or_default();
        name.is_some_and(|name| !name.is_empty() && last.contains(&format!("'{name}'")))
    }

    /// Pydantic lists one field per paragraph, the name unindented.
    fn is_validation_report(&self) -> bool {
        let first = self.exception.message.lines().next().unwrap_or_default();
        first.contains("validation error")
    }

    fn in_gap(&mut self, line: &str) -> Flow {
        match Link::of(line) {
            Some(link) => self.announce(link.relation()),
            None => Flow::Over,
        }
    }

    fn announce(&mut self, relation: &str) -> Flow {
        self.exception = std::mem::take(&mut self.exception).chained(relation);
        self.named = false;
        self.state = State::Announced;
        Flow::Taken
    }

    fn in_announced(&mut self, line: &str) -> Flow {
        if line.contains(GROUP_HEADER) {
            self.group = Some(Group::default());
        }
        if line.contains(HEADER) {
            self.state = State::Frames;
            return Flow::Taken;
        }
        if line.trim().is_empty() {
            Flow::Taken
        } else {
            self.in_frames(line)
        }
    }

    /// Within a group every line begins with `|` or `+`. `None` when there is no group (any more).
    fn group_line(&mut self, line: &str) -> Option<Flow> {
        self.group.as_ref()?;
        let inner = line.trim_start();
        if let Some(text) = inner.strip_prefix('|') {
            return Some(self.in_group(text.strip_prefix(' ').unwrap_or(text)));
        }
        if inner.starts_with("+-") {
            self.separator(inner);
            return Some(Flow::Taken);
        }
        self.end_member();
        self.group = None;
        self.state = State::Message;
        None
    }

    fn in_group(&mut self, text: &str) -> Flow {
        let member = self.group.as_mut().and_then(|group| group.member.as_mut());
        match member {
            Some(member) if text.contains(HEADER) => {
                member.state = State::Frames;
            }
            Some(member) => {
                member.line(text);
            }
            None if self.named => self.exception.push_message(text),
            None => return self.in_frames(text),
        }
        Flow::Taken
    }

    /// `+-+---------------- 1 ----------------` begins a member, `+-----` without a number ends the last.
    fn separator(&mut self, line: &str) {
        self.end_member();
        let numbered = line.bytes().any(|byte| byte.is_ascii_digit());
        if let Some(group) = self.group.as_mut().filter(|_| numbered) {
            group.member = Some(Box::new(Self::with_margin("")));
        }
    }

    fn end_member(&mut self) {
        let Some(group) = &mut self.group else { return };
        let Some(member) = group.member.take() else { return };
        if let Some(mut exception) = member.finish() {
            group.count += 1;
            let notes = std::mem::take(&mut exception.notes);
            let note = exception.note(&format!("sub-exception {}", group.count));
            self.exception.notes.push(note);
            self.exception.notes.extend(notes);
        }
    }
}

/// A line of a list.
fn is_item(line: &str) -> bool {
    line.starts_with("- ") || line.starts_with("* ")
}

/// Lines that other programs print right after a traceback.
fn looks_unrelated(line: &str) -> bool {
    const STARTS: [&str; 8] = ["make", "error", "Error", "ERROR", "npm", "[", "==", "--"];
    STARTS.iter().any(|start| line.starts_with(start))
}
