//! `FILE:LINE:COLUMN: runtime error: message`.

use unbreak_core::{Diagnostic, Frame, Line, Location, OutputRange};

use super::report;
use crate::format::locate;

/// Frames kept of a stack.
const KEPT: usize = 64;

/// One instance of undefined behaviour.
#[derive(Debug)]
pub(super) struct Undefined {
    location: Location,
    message: String,
    frames: Vec<Frame>,
    range: OutputRange,
}

impl Undefined {
    pub(super) fn begin(line: &Line<'_>) -> Option<Self> {
        let placed = locate::at_start(line.text)?;
        let message = placed.rest.strip_prefix(": runtime error: ")?;
        Some(Self {
            location: placed.location(),
            message: message.trim_end().to_owned(),
            frames: Vec::new(),
            range: line.range,
        })
    }

    /// Takes a frame, a remark about the address with its dump of memory, or the summary.
    pub(super) fn line(&mut self, line: &Line<'_>) -> bool {
        let text = line.text;
        if let Some(frame) = report::frame(text.trim()) {
            if self.frames.len() < KEPT {
                self.frames.push(frame);
            }
        } else if !self.is_remark(text) {
            return false;
        }
        self.range.end = line.range.end;
        true
    }

    fn is_remark(&self, text: &str) -> bool {
        let about_the_address = text.starts_with("0x") && text.contains(": note: ");
        let after_the_frames = text.trim().is_empty() && !self.frames.is_empty();
        let summary = text.starts_with("SUMMARY: UndefinedBehaviorSanitizer");
        about_the_address || after_the_frames || summary || is_dump(text)
    }

    pub(super) fn finish(self) -> Diagnostic {
        let mut diagnostic = report::diagnostic(self.message, self.frames).with_code("undefined-behavior");
        diagnostic.location = self.location;
        diagnostic.output = self.range;
        diagnostic
    }
}

/// ` 00 00 00 00  be be` and the caret below it.
fn is_dump(text: &str) -> bool {
    let bytes = text.trim();
    text.starts_with(' ')
        && !bytes.is_empty()
        && bytes
            .chars()
            .all(|c| c.is_ascii_hexdigit() || matches!(c, ' ' | '^' | '?'))
}
