//! Lua: chunks that do not parse, and errors at run time.

use std::borrow::Cow;
use std::sync::LazyLock;

use regex::Regex;
use unbreak_core::pattern::pattern;
use unbreak_core::{
    Descriptor, Diagnostic, ErrorType, Example, Frame, Line, Location, Severity, register_parser,
};

use crate::format::{self, Flow, Format, Open, stack};

register_parser!(
    Format::new(
        &DESCRIPTOR,
        &[
            "lua: ",
            "luac: ",
            "luajit: ",
            "texlua: ",
            "lua5",
            "luac5",
            "lua.exe: ",
            "lua-",
            "resty: "
        ]
    )
    .priority(4)
    .block(begin, follow)
);

const DOCS: &str = r#"
## What it understands

What `lua`, `luac`, `luajit` and `texlua` say: `lua5.4: bad.lua:3: ')' expected near '('`, and the stack below
it.

## Versions seen

Lua 5.1 and 5.4, LuaJIT 2.1; 5.2 and 5.3 from their documentation.
"#;

static EXAMPLES: [Example; 2] = [
    Example::new(
        "a chunk that does not parse",
        "luac: bad.lua:3: ')' expected near '('\n",
        r#"[{"type": "syntax", "severity": "error", "file": "bad.lua", "line": 3, "message": "')' expected near '('"}]"#,
    ),
    Example::new(
        "an error at run time",
        "lua5.4: run.lua:2: attempt to index a nil value (upvalue 't')\nstack traceback:\n\trun.lua:2: in local 'f'\n\trun.lua:3: in main chunk\n\t[C]: in ?\n",
        r#"[{"type": "runtime", "severity": "error", "line": 2, "message": "attempt to index a nil value (upvalue 't')",
             "frames": [{"line": 3, "function": "main chunk"}, {"line": 2, "innermost": true}]}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "lua-interpreter",
    "Lua: chunks that do not parse, errors at run time",
    DOCS,
    &[Cow::Borrowed("lua")],
    &EXAMPLES,
);

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
