//! A debugger's report on a native program that crashed: the stack, with the values in each frame.

use std::path::Path;
use std::sync::LazyLock;
use std::time::Duration;

use regex::Regex;
use serde::Serialize;
use serde_json::{Map, Value};
use unbreak_core::pattern::pattern;
use unbreak_core::{Command, Completed, ExitState, ToolContext, ToolError};

use crate::subject;

/// A crash, looked at with gdb.
#[derive(Debug, Serialize)]
pub(super) struct Crash {
    /// `SIGSEGV, Segmentation fault`
    signal: String,
    /// The innermost first.
    frames: Vec<Frame>,
}

#[derive(Debug, PartialEq, Eq, Serialize)]
struct Frame {
    function: String,
    /// Relative to the workspace if it is there; nothing without debug information.
    file: Option<String>,
    line: Option<u32>,
    /// Whether it is a file of the workspace.
    own: bool,
    /// Arguments and variables, as the debugger prints them.
    locals: Map<String, Value>,
}

/// Signals for a program's own faults: illegal instruction, trap, abort, bus error, arithmetic,
/// segmentation fault (POSIX, with Linux's numbers).
const CRASHES: [i32; 6] = [4, 5, 6, 7, 8, 11];

/// The number that a shell adds to the signal that ended a program.
const SHELL: i32 = 128;

/// A debugger reads symbols before it starts anything.
const LIMIT: Duration = Duration::from_secs(120);

const GDB: &[&str] = &[
    "-batch",
    "-nx",
    "-iex",
    "set debuginfod enabled off",
    "-ex",
    "set pagination off",
    "-ex",
    "set width 0",
    "-ex",
    "set style enabled off",
    // The crash is in a child of the shell or test runner.
    "-ex",
    "set follow-fork-mode child",
    "-ex",
    "run",
    "-ex",
    "bt full 30",
    "-ex",
    "kill",
    "--args",
];

/// Runs a command that crashed again, under gdb; `None` when it did not crash, does not crash
/// again, or there is no gdb.
///
/// # Errors
/// When the operator interrupted it.
pub(super) async fn look(
    command: &Command,
    completed: &Completed,
    context: &ToolContext<'_>,
) -> Result<Option<Crash>, ToolError> {
    if !is_crash(completed.exit) {
        return Ok(None);
    }
    context.tell(&format!("looking at the crash of {command}"));
    let words = GDB.iter().copied().chain(command.words()).map(str::to_owned);
    let gdb = Command {
        program: "gdb".to_owned(),
        args: words.collect(),
        timeout: Some(command.timeout.map_or(LIMIT, |own| own.max(LIMIT))),
        ..command.clone()
    };
    match subject::run(context.runner, &gdb).await {
        Ok(said) => Ok(read(&said.stdout_text(), context.workspace.root())),
        Err(ToolError::Capability(unbreak_core::capability::CapabilityError::Start { .. })) => Ok(None),
        Err(error) => Err(error),
    }
}

fn is_crash(exit: ExitState) -> bool {
    match exit {
        ExitState::Signal(signal) => CRASHES.contains(&signal),
        ExitState::Code(code) => CRASHES.contains(&(code - SHELL)),
        _ => false,
    }
}

/// Parses the output of gdb.
fn read(text: &str, root: &Path) -> Option<Crash> {
    static SIGNAL: LazyLock<Regex> = LazyLock::new(|| pattern(r"received signal (?P<signal>SIG\w+, .*)\."));
    static FRAME: LazyLock<Regex> = LazyLock::new(|| {
        pattern(concat!(
            r"^#\d+\s+(?:0x[0-9a-f]+ in )?(?P<function>.+?) \((?P<arguments>.*)\)",
            r"(?: at (?P<file>.+):(?P<line>\d+)| from .+)?$",
        ))
    });
    static LOCAL: LazyLock<Regex> =
        LazyLock::new(|| pattern(r"^ {8}(?P<name>[A-Za-z_]\w*) = (?P<value>.*)$"));
    let mut crash: Option<Crash> = None;
    for line in text.lines() {
        if let Some(found) = SIGNAL.captures(line) {
            crash = Some(Crash {
                signal: found["signal"].to_owned(),
                frames: Vec::new(),
            });
        }
        let Some(crash) = &mut crash else { continue };
        if let Some(found) = FRAME.captures(line) {
            let file = found.name("file").map(|file| file.as_str());
            let inside = file.and_then(|file| own(file, root));
            crash.frames.push(Frame {
                function: found["function"].to_owned(),
                own: inside.is_some(),
                file: inside.or_else(|| file.map(str::to_owned)),
                line: found.name("line").and_then(|line| line.as_str().parse().ok()),
                locals: arguments(&found["arguments"]),
            });
        } else if let (Some(found), Some(frame)) = (LOCAL.captures(line), crash.frames.last_mut()) {
            frame
                .locals
                .insert(found["name"].to_owned(), found["value"].into());
        }
    }
    crash.filter(|crash| !crash.frames.is_empty())
}

/// The path of a file in the workspace.
fn own(file: &str, root: &Path) -> Option<String> {
    let path = root.join(file);
    let inside = path.strip_prefix(root).ok()?;
    path.is_file().then(|| inside.to_string_lossy().into_owned())
}

/// `order=0x0, rate=3`; a value may hold commas, in brackets or quotes.
fn arguments(text: &str) -> Map<String, Value> {
    static NEXT: LazyLock<Regex> = LazyLock::new(|| pattern(r"(?:^|, )(?P<name>[A-Za-z_]\w*)="));
    let starts: Vec<_> = NEXT
        .captures_iter(text)
        .filter_map(|found| Some((found.get(0)?, found.name("name")?)))
        .collect();
    let ends = starts
        .iter()
        .skip(1)
        .map(|(whole, _)| whole.start())
        .chain([text.len()]);
    let each = starts.iter().zip(ends);
    each.map(|((whole, name), end)| (name.as_str().to_owned(), text[whole.end()..end].into()))
        .collect()
}
