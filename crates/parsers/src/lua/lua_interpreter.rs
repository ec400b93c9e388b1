//! Lua: chunks that do not parse, and errors at run time.

use std::sync::LazyLock;

use regex::Regex;
use unbreak_core::pattern::pattern;
use unbreak_core::{Diagnostic, ErrorType, Frame, Line, Location, Severity, register_parser};

use crate::described;
use crate::format::{Flow, Format, Open, stack};

register_parser!(Format::of(&described::LUA_INTERPRETER).block(begin, follow));

/// `lua5.4: FILE:3: message`.
static PLACED: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r"^(?:\S*[/\\])?(?:lua[\w.-]*|texlua|resty)(?:\.exe)?: ((?:[A-Za-z]:)?[^:]+):(\d+): (.+)$")
});

/// `    run.lua:2: in local 'f'`.
static ENTRY: LazyLock<Regex> = LazyLock::new(|| pattern(r"^\t(.+?):(\d+): in (.+)$"));

fn begin(line: &Line<'_>) -> Option<Diagnostic> {
    let found = PLACED.captures(line.text)?;
    let message = &found[3];
    let near =
        message.contains(" near ") || message.contains(" expected") || message.starts_with("unfinished");
    let missing = message.starts_with("module '") && message.contains("' not found");
    let error_type = if missing {
        ErrorType::Import
    } else if near {
        ErrorType::Syntax
    } else {
        ErrorType::Runtime
    };
    let location = Location::line(&found[1], found[2].parse().ok()?);
    Some(Diagnostic::new(error_type, Severity::Error, message).at(location))
}

fn follow(open: &mut Open, line: &str) -> Flow {
    if line == "stack traceback:"
        || ["\t[C]", "\t...", "\tno field ", "\tno file "]
            .iter()
            .any(|start| line.starts_with(start))
    {
        return Flow::Taken;
    }
    let Some(entry) = ENTRY.captures(line) else {
        return Flow::Over;
    };
    let Ok(number) = entry[2].parse() else {
        return Flow::Over;
    };
    let frame = Frame::new(Location::line(&entry[1], number), Some(entry[3].to_owned()));
    stack::push_caller(&mut open.diagnostic, frame);
    Flow::Taken
}
