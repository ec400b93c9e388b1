//! Go's race detector.

use unbreak_core::{
    Diagnostic, ErrorType, Frame, Line, Location, Note, ParserState, Severity, Sink, Step, register_parser,
};

use crate::described;
use crate::format::{Format, locate};

register_parser!(Format::of(&described::GO_RACE).state::<State>());

/// Stacks and frames kept of one report.
const KEPT: usize = 50;

#[derive(Default)]
struct State {
    open: bool,
    /// The heading of each stack, and its frames, innermost first.
    stacks: Vec<(String, Vec<Frame>)>,
}

impl ParserState for State {
    fn line(&mut self, line: &Line<'_>, sink: &mut Sink) -> Step {
        let text = line.text;
        if !self.open {
            self.open = text == "WARNING: DATA RACE";
            return if self.open { Step::More } else { Step::Pass };
        }
        if text.starts_with("======") {
            self.finish(sink);
            return Step::Done;
        }
        if text.trim().is_empty() || self.heading(text) || self.frame(text) {
            return Step::More;
        }
        self.finish(sink);
        Step::Pass
    }

    fn finish(&mut self, sink: &mut Sink) {
        self.open = false;
        if let Some(diagnostic) = diagnostic(std::mem::take(&mut self.stacks)) {
            sink.emit(diagnostic);
        }
    }
}

impl State {
    /// `Write at 0x00c00001c0a8 by goroutine 7:`, `Goroutine 7 (running) created at:`.
    fn heading(&mut self, text: &str) -> bool {
        let Some(heading) = text.strip_suffix(':').filter(|text| !text.starts_with(' ')) else {
            return false;
        };
        let heading = match heading.split_once(" at 0x") {
            Some((access, by)) => format!("{access} {}", by.split_once(' ').map_or("", |(_, by)| by)),
            None => heading.to_owned(),
        };
        if self.stacks.len() < KEPT {
            self.stacks.push((heading.to_lowercase(), Vec::new()));
        }
        true
    }

    /// `  main.count()` and `      /a/main.go:12 +0x44` below it.
    fn frame(&mut self, text: &str) -> bool {
        let Some((_, frames)) = self.stacks.last_mut().filter(|_| text.starts_with("  ")) else {
            return false;
        };
        if let Some(place) = text.strip_prefix("      ") {
            if let (Some(frame), Some(placed)) = (frames.last_mut(), locate::at_start(place)) {
                frame.location = placed.location();
            }
        } else if frames.len() < KEPT {
            let function = text.trim().trim_end_matches("()");
            frames.push(Frame::new(Location::default(), Some(function.to_owned())));
        }
        true
    }
}

fn diagnostic(stacks: Vec<(String, Vec<Frame>)>) -> Option<Diagnostic> {
    let mut stacks = stacks.into_iter();
    let (access, mut frames) = stacks.next()?;
    let mut diagnostic = Diagnostic::new(
        ErrorType::Runtime,
        Severity::Error,
        format!("data race: {access}"),
    );
    diagnostic.location = place(&frames);
    frames.reverse();
    if let Some(innermost) = frames.last_mut() {
        innermost.innermost = true;
    }
    diagnostic.frames = frames;
    diagnostic.notes = stacks
        .map(|(message, frames)| Note {
            message,
            location: place(&frames),
        })
        .collect();
    Some(diagnostic)
}

/// The innermost entry of the program: accesses to maps and slices end within the runtime.
fn place(frames: &[Frame]) -> Location {
    let own = |frame: &&Frame| {
        let function = frame.function.as_deref().unwrap_or_default();
        !function.starts_with("runtime.")
    };
    let frame = frames.iter().find(own).or_else(|| frames.first());
    frame.map(|frame| frame.location.clone()).unwrap_or_default()
}
