//! Rake: why a build stopped.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Diagnostic, ErrorType, Example, Line, Severity, register_parser};

use crate::format::{self, Flow, Format, Open, locate, stack};

register_parser!(
    Format::new(&DESCRIPTOR, &["rake aborted!", "rails aborted!"])
        .priority(1)
        .block(begin, follow)
);

const DOCS: &str = r#"
## What it understands

What stands below `rake aborted!`: the message, with the class before it unless it is a `RuntimeError`, and the
stack, which is short without `--trace`. The place is the innermost entry outside the gems. A Rakefile that does not
parse has its place in the message.

## Versions seen

Rake 13.0.
"#;

static EXAMPLES: [Example; 3] = [
    Example::new(
        "a task that raised",
        "rake aborted!\nArgumentError: no way\n/home/dev/project/Rakefile:2:in `block in <top (required)>'\nTasks: TOP => default\n(See full trace by running task with --trace)\n",
        r#"[{"type": "runtime", "severity": "error", "code": "ArgumentError", "file": "/home/dev/project/Rakefile", "line": 2, "message": "no way",
             "frames": [{"line": 2, "innermost": true}]}]"#,
    ),
    Example::new(
        "a task that nobody defined",
        "rake aborted!\nDon't know how to build task 'zork' (See the list of available tasks with `rake --tasks`)\n\n(See full trace by running task with --trace)\n",
        r#"[{"type": "build", "severity": "error", "message": "Don't know how to build task 'zork' (See the list of available tasks with `rake --tasks`)"}]"#,
    ),
    Example::new(
        "a Rakefile that does not parse",
        "rake aborted!\nSyntaxError: /home/dev/project/bad.rake:3: syntax error, unexpected `end', expecting ')'\n\n(See full trace by running task with --trace)\n",
        r#"[{"type": "syntax", "code": "SyntaxError", "file": "/home/dev/project/bad.rake", "line": 3, "message": "syntax error, unexpected `end', expecting ')'"}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "rake",
    "Rake: why a build stopped",
    DOCS,
    &[Cow::Borrowed("ruby")],
    &EXAMPLES,
);

fn begin(line: &Line<'_>) -> Option<Diagnostic> {
    matches!(line.text, "rake aborted!" | "rails aborted!")
        .then(|| Diagnostic::new(ErrorType::Build, Severity::Error, ""))
}

fn follow(open: &mut Open, line: &str) -> Flow {
    let text = line.trim_end();
    if text.is_empty() || text.starts_with("Tasks: TOP") || text.starts_with("(See full trace") {
        return Flow::Over;
    }
    match stack::frame(text).filter(|_| !open.diagnostic.message.is_empty()) {
        Some(frame) => {
            stack::push_caller_and_place(&mut open.diagnostic, frame, "/gems/");
            if open.diagnostic.error_type == ErrorType::Build {
                open.diagnostic.error_type = ErrorType::Runtime;
            }
        }
        None if open.diagnostic.message.is_empty() => message(open, text),
        None => open.push_message(text),
    }
    Flow::Taken
}

/// `CLASS: message`, `SyntaxError: FILE:3: message`, or the message of a `RuntimeError`.
fn message(open: &mut Open, text: &str) {
    let (class, said) = match text.split_once(": ") {
        Some((class, said)) if is_class(class) => (Some(class), said),
        _ => (None, text),
    };
    let diagnostic = &mut open.diagnostic;
    diagnostic.code = class.map(str::to_owned);
    let placed = locate::at_start(said).filter(|_| class == Some("SyntaxError"));
    if class == Some("SyntaxError") {
        diagnostic.error_type = ErrorType::Syntax;
    }
    match placed.and_then(|placed| Some((placed.location(), placed.rest.strip_prefix(": ")?))) {
        Some((location, said)) => {
            diagnostic.location = location;
            open.push_message(said);
        }
        None => open.push_message(said),
    }
}

fn is_class(name: &str) -> bool {
    let named = |byte: u8| byte.is_ascii_alphanumeric() || byte == b':' || byte == b'_';
    name.starts_with(|c: char| c.is_ascii_uppercase()) && name.bytes().all(named)
}
