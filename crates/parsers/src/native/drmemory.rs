//! Dr. Memory.

use unbreak_core::{Descriptor, Diagnostic, ErrorType, Example, Frame, Line, Severity, register_parser};

use super::LANGUAGES;
use crate::format::{self, Flow, Format, Open, locate};

register_parser!(Format::new(&DESCRIPTOR, &["Error #"]).block(begin, follow));

const DOCS: &str = r#"
## What it understands

`Error #1: UNINITIALIZED READ: ...` with the frames below it, ` # 0 function  [FILE:LINE]`, up to a blank line,
where each line may begin with `~~Dr.M~~ `. The place is the innermost frame that is not Dr. Memory's own.
The kind in capitals is the code. A leak is a warning, as for Valgrind, only where it is said to be possible.

## Versions seen

Dr. Memory 1.6 to 2.5, from its documentation.
"#;

static EXAMPLES: [Example; 1] = [Example::new(
    "a read of memory that nobody wrote",
    "~~Dr.M~~ Error #1: UNINITIALIZED READ: reading register eax\n~~Dr.M~~ # 0 sum    [/home/dev/project/shop.c:5]\n~~Dr.M~~ # 1 main   [/home/dev/project/shop.c:12]\n~~Dr.M~~ \n",
    r#"[{"type": "runtime", "severity": "error", "code": "UNINITIALIZED READ", "file": "/home/dev/project/shop.c", "line": 5,
         "message": "UNINITIALIZED READ: reading register eax"}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor("drmemory", "Dr. Memory", DOCS, LANGUAGES, &EXAMPLES);

fn bare(line: &str) -> &str {
    line.strip_prefix("~~Dr.M~~ ").unwrap_or(line)
}

fn begin(line: &Line<'_>) -> Option<Diagnostic> {
    let (number, message) = bare(line.text).strip_prefix("Error #")?.split_once(": ")?;
    number.trim().parse::<u32>().ok()?;
    let kind: String = message
        .chars()
        .take_while(|c| c.is_ascii_uppercase() || *c == ' ')
        .collect();
    let kind = kind.trim();
    if kind.len() < 3 {
        return None;
    }
    let severity = if kind.starts_with("POSSIBLE") {
        Severity::Warning
    } else {
        Severity::Error
    };
    Some(Diagnostic::new(ErrorType::Runtime, severity, message.trim()).with_code(kind))
}

fn follow(open: &mut Open, line: &str) -> Flow {
    let text = bare(line).trim();
    let Some(entry) = text.strip_prefix('#') else {
        return if text.is_empty() { Flow::Over } else { Flow::Taken };
    };
    if let Some(frame) = frame(entry) {
        let own = open.diagnostic.location.file.is_none() && !is_replacement(&frame);
        if own {
            open.diagnostic.location = frame.location.clone();
        }
        open.diagnostic.frames.insert(
            0,
            Frame {
                innermost: own,
                ..frame
            },
        );
    }
    Flow::Taken
}

/// ` 0 function  [FILE:LINE]`; frames without source have a module and an address instead.
fn frame(entry: &str) -> Option<Frame> {
    let (function, place) = entry.trim_end().strip_suffix(']')?.rsplit_once('[')?;
    let (_, function) = function.trim().split_once(' ')?;
    let placed = locate::at_start(place);
    let location = placed.map(|placed| placed.location()).unwrap_or_default();
    location.line?;
    Some(Frame::new(location, Some(function.trim().to_owned())))
}

/// Dr. Memory's replacements of the program's allocator.
fn is_replacement(frame: &Frame) -> bool {
    let name = frame.function.as_deref().unwrap_or_default();
    name.starts_with("replace_") || name.starts_with("drmemorylib")
}
