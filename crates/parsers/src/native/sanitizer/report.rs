//! A report with stacks, from its headline to `SUMMARY:`.

use unbreak_core::{Diagnostic, ErrorType, Frame, Line, Location, Note, OutputRange, Severity, Sink, Step};

use crate::format::locate;

/// Stacks, and frames of one stack, that are kept.
const KEPT: usize = 64;

/// A report in the middle.
#[derive(Debug)]
pub(super) struct Report {
    /// `heap-buffer-overflow`, `data race`, ...
    kind: String,
    stacks: Vec<Stack>,
    range: OutputRange,
    /// After the summary come tables, which belong to it.
    summarised: bool,
}

/// A stack, innermost first, and its heading.
#[derive(Debug, Default)]
struct Stack {
    heading: String,
    frames: Vec<Frame>,
    range: OutputRange,
}

impl Report {
    /// Begins at `==1==ERROR: AddressSanitizer: heap-use-after-free on address ...`.
    pub(super) fn begin(line: &Line<'_>) -> Option<Self> {
        let (_, said) = line.text.split_once("Sanitizer: ")?;
        let headed = line.text.contains("ERROR: ") || line.text.contains("WARNING: ");
        let end = [" on ", " (pid=", ": ", " in "]
            .iter()
            .filter_map(|end| said.find(end))
            .min();
        let kind = &said[..end.unwrap_or(said.len())];
        headed.then(|| Self {
            kind: kind.trim().to_owned(),
            stacks: vec![Stack::default()],
            range: line.range,
            summarised: false,
        })
    }

    /// Takes a line, unless the report ended before it.
    pub(super) fn line(&mut self, line: &Line<'_>) -> Step {
        let text = line.text.trim();
        let next = line.text.contains("Sanitizer: ")
            && (line.text.contains("ERROR: ") || line.text.contains("WARNING: "));
        if next || (self.summarised && !is_table(line.text)) {
            return Step::Pass;
        }
        self.range.end = line.range.end;
        if text.starts_with("SUMMARY: ") {
            self.summarised = true;
        } else if let Some(frame) = frame(text) {
            self.push(frame, line.range);
        } else if !self.summarised {
            if !text.is_empty() {
                self.heading(text, line.range);
            }
            return Step::Maybe;
        }
        Step::More
    }

    fn push(&mut self, frame: Frame, range: OutputRange) {
        if let Some(stack) = self.stacks.last_mut().filter(|stack| stack.frames.len() < KEPT) {
            stack.range.end = range.end;
            stack.frames.push(frame);
        }
    }

    /// Text between two stacks is about the next one.
    fn heading(&mut self, text: &str, range: OutputRange) {
        let full = self.stacks.len() == KEPT;
        match self.stacks.last_mut() {
            Some(stack) if stack.frames.is_empty() => {
                if stack.heading.is_empty() {
                    stack.range = range;
                } else {
                    stack.heading.push(' ');
                }
                stack.heading.push_str(text);
            }
            _ if full => {}
            _ => self.stacks.push(Stack {
                heading: text.to_owned(),
                frames: Vec::new(),
                range,
            }),
        }
    }

    /// Emits the diagnostics of the report.
    pub(super) fn finish(self, sink: &mut Sink) {
        if self.kind == "detected memory leaks" {
            for stack in self
                .stacks
                .into_iter()
                .filter(|stack| stack.heading.contains("leak of "))
            {
                sink.emit(leak(stack));
            }
            return;
        }
        let mut stacks = self.stacks.into_iter();
        let first = stacks.next().unwrap_or_default();
        let access = first.heading.split(" at 0x").next().unwrap_or_default();
        let message = match access {
            "" => self.kind.clone(),
            access => format!("{}: {access}", self.kind),
        };
        let mut diagnostic = diagnostic(message, first.frames).with_code(self.kind.replace(' ', "-"));
        diagnostic.notes = stacks
            .filter(|stack| !stack.frames.is_empty())
            .map(|stack| note(&stack))
            .collect();
        diagnostic.output = self.range;
        sink.emit(diagnostic);
    }
}

fn leak(stack: Stack) -> Diagnostic {
    let heading = stack.heading.trim_end_matches(" allocated from:");
    let mut diagnostic = diagnostic(heading.to_lowercase(), stack.frames).with_code("memory-leak");
    diagnostic.output = stack.range;
    diagnostic
}

/// A diagnostic at the innermost entry that is not the run-time library's.
pub(super) fn diagnostic(message: String, mut frames: Vec<Frame>) -> Diagnostic {
    let mut diagnostic = Diagnostic::new(ErrorType::Runtime, Severity::Error, message);
    diagnostic.location = own(&frames).unwrap_or_default();
    frames.reverse();
    if let Some(innermost) = frames.last_mut() {
        innermost.innermost = true;
    }
    diagnostic.frames = frames;
    diagnostic
}

fn note(stack: &Stack) -> Note {
    Note {
        message: stack.heading.trim_end_matches(':').to_owned(),
        location: own(&stack.frames).unwrap_or_default(),
    }
}

fn own(frames: &[Frame]) -> Option<Location> {
    let named = || frames.iter().filter(|frame| frame.location.line.is_some());
    let own = named().find(|frame| !is_foreign(frame));
    own.or_else(|| named().next()).map(|frame| frame.location.clone())
}

fn is_foreign(frame: &Frame) -> bool {
    const FOREIGN: [&str; 5] = [
        "libsanitizer/",
        "compiler-rt/",
        "sysdeps/",
        "csu/",
        "/include/c++/",
    ];
    /// Names of the runtime's files, wherever it was built.
    const RUNTIME: [&str; 5] = [
        "asan_malloc_",
        "asan_new_delete",
        "asan_interceptors",
        "sanitizer_common_",
        "lsan_interceptors",
    ];
    let file = frame.location.file.as_deref().unwrap_or_default();
    let name = file.rsplit(['/', '\\']).next().unwrap_or(file);
    FOREIGN.iter().any(|part| file.contains(part)) || RUNTIME.iter().any(|start| name.starts_with(start))
}

/// `#0 0x557c34373248 in main /a/leaky.c:6:3`, ThreadSanitizer's `#0 work /a/race.c:3 (race+0x11e8)`.
pub(super) fn frame(text: &str) -> Option<Frame> {
    let rest = text.strip_prefix('#')?;
    let (number, rest) = rest.split_once(' ')?;
    number.parse::<u32>().ok()?;
    let rest = rest.trim_start();
    let rest = match rest.split_once(" in ") {
        Some((address, rest)) if address.starts_with("0x") => rest,
        _ => rest,
    };
    let rest = rest.split_once(" (BuildId:").map_or(rest, |(rest, _)| rest);
    // A module with an offset is where there is no debug information, or behind the place.
    let rest = match rest.strip_suffix(')').and_then(|text| text.rsplit_once(" (")) {
        Some((rest, module)) if module.contains("+0x") => rest,
        _ => rest,
    };
    let place = rest.rsplit_once(' ').and_then(|(function, place)| {
        let placed = locate::at_start(place).filter(|placed| placed.rest.is_empty())?;
        Some((function, placed.location()))
    });
    let (function, location) = place.unwrap_or((rest, Location::default()));
    Some(Frame::new(location, Some(function.to_owned())))
}

/// AddressSanitizer's shadow memory and its legend, and the lines that end the program.
fn is_table(text: &str) -> bool {
    const STARTS: [&str; 5] = ["Shadow ", "=>", "==", "Exiting", "ThreadSanitizer: reported"];
    // Rows of bytes and of the legend have a colon after the first column.
    let row = text.starts_with("  ") && text.contains(':');
    row || text.is_empty() || STARTS.iter().any(|start| text.starts_with(start))
}
