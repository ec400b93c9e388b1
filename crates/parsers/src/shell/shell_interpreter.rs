//! bash, dash, zsh and fish: scripts that do not parse, commands that do not exist.

use std::borrow::Cow;

use unbreak_core::{Descriptor, ErrorType, Example, register_parser};

use crate::format::{
    self,
    grammar::{Block, Grammar, Part},
};

register_parser!(
    Grammar::new(
        &DESCRIPTOR,
        &[
            ": line ",
            ": ligne ",
            ": Zeile ",
            "línea ",
            "linha ",
            ": riga ",
            "строка ",
            "行",
            "列",
            "rigo ",
            "linia ",
            ": regel ",
            "рядок ",
            "yntax error",
            "parse error near",
            ": unmatched ",
            "(line ",
            "not found",
            ": bad pattern",
            "Permission denied",
            "sh: Unknown command: ",
            " Segmentation fault ",
            " Aborted ",
            " Killed ",
            " Bus error ",
            " Illegal instruction ",
            " Floating point exception "
        ]
    )
    .blocks(&BLOCKS)
);

const DOCS: &str = r#"
## What it understands

What shells say of a script: bash (`a.sh: line 3: syntax error near unexpected token`), dash
(`a.sh: 6: Syntax error: ...`), zsh (`a.sh:6: parse error near ...`), fish (`a.sh (line 2): ...`) and ksh
(`a.sh[3]: ...`). Also
commands that do not exist or may not be run, in a script or on a command line, which has no place, and programs
that a signal ended. The line that bash quotes below a syntax error is no second one.

## Versions seen

bash 5.2, dash 0.5.12, zsh 5.9, fish 3.6.
"#;

static PARTS_1: [Part; 3] = [
    Part::one(
        "^(?:[^:]+: -c|(?<file>[^:]+)): (?:line|ligne) {line}: (?<message>(?:syntax error|unexpected EOF|conditional binary|unexpected argument|unexpected token|bad substitution|here-document).*)$",
    ),
    Part::maybe(r"^[^:]+: (?:-c: )?(?:line|ligne) \d+: (?:`.*'|syntax error near .*)$"),
    Part::maybe(r"^[^:]+: (?:line|ligne) \d+: `.*'$"),
];

static PARTS_2: [Part; 1] = [Part::one(
    r"^(?<file>[^:]+):\s?(?:Zeile|línea|linha|riga|строка|рядок|linia|regel|řádek|行|列|줄) ?(?:n\. )?{line}: {message}$",
)];

static PARTS_3: [Part; 1] = [Part::one(
    "^(?:dash: )?(?<file>[^:]+): {line}: (?:[^:]+: )?[Ss]yntax error: {message}$",
)];

static PARTS_4: [Part; 1] = [Part::one(
    r"^(?:zsh: )?(?<file>[^:\s][^:]*):{line}: (?<message>(?:parse error near|parse error|unmatched|bad pattern).*)$",
)];

static PARTS_5: [Part; 4] = [
    Part::one(r"^(?<file>\S.*) \(line {line}\): {message}$"),
    Part::Source,
    Part::Marks,
    Part::maybe("^warning: Error while reading file .*$"),
];

/// A command line, not a script: what stands there as a file is the shell.
static COMMAND: [Part; 1] = [Part::one(
    r"^(?:-|/\S*/)?(?:ba|da|z|k|a|fi)?sh: (?:(?:line |ligne )?\d+: )?(?<message>.+: (?:command )?not found|.+: No such file or directory|.+: Permission denied|.+: Is a directory|.+: unbound variable|.+: parameter not set|command not found: .+|permission denied: .+|Unknown command: .+)$",
)];

/// A program that a signal ended, with its process and its command.
static SIGNAL: [Part; 1] = [Part::one(
    r"^(?<file>[^:]+): line {line}: +\d+ (?<message>(?:Segmentation fault|Aborted|Killed|Bus error|Illegal instruction|Floating point exception|Trace/breakpoint trap|Terminated) .*)$",
)];

static PARTS_6: [Part; 1] = [Part::one(
    "^(?<file>[^:]+): (?:line |ligne )?{line}: (?<message>.+: (?:command )?not found|.+: No such file or directory|.+: Permission denied|.+: unbound variable|.+: readonly variable|.+: parameter not set|.+: cannot (?:open|create) .+)$",
)];

/// The Korn shell.
static PARTS_8: [Part; 1] = [Part::one(
    r"^(?<file>[^:\[\s]+)\[{line}\]: (?<message>.+: not found|.+: parameter not set|syntax error.*)$",
)];

static PARTS_7: [Part; 1] = [Part::one(
    r"^(?<file>[^:\s][^:]*):{line}: (?<message>command not found: .+|no such file or directory: .+)$",
)];

static BLOCKS: [Block; 10] = [
    Block::of(ErrorType::Runtime, &COMMAND),
    Block::of(ErrorType::Runtime, &SIGNAL),
    Block::of(ErrorType::Syntax, &PARTS_1),
    Block::of(ErrorType::Syntax, &PARTS_2),
    Block::of(ErrorType::Syntax, &PARTS_3),
    Block::of(ErrorType::Syntax, &PARTS_4),
    Block::of(ErrorType::Syntax, &PARTS_5),
    Block::of(ErrorType::Runtime, &PARTS_6),
    Block::of(ErrorType::Runtime, &PARTS_7),
    Block::of(ErrorType::Runtime, &PARTS_8).broken(&["syntax error"]),
];

static EXAMPLES: [Example; 7] = [
    Example::new(
        "a command that does not exist",
        "/bin/sh: 1: nocommand: not found\n",
        r#"[{"type": "runtime", "severity": "error", "message": "nocommand: not found"}]"#,
    ),
    Example::new(
        "a program that crashed",
        "run.sh: line 3: 12345 Segmentation fault      (core dumped) ./shop\n",
        r#"[{"type": "runtime", "severity": "error", "file": "run.sh", "line": 3}]"#,
    ),
    Example::new(
        "bash",
        r#"bad.sh: line 3: unexpected EOF while looking for matching `"'
"#,
        r#"[{"type": "syntax", "severity": "error", "file": "bad.sh", "line": 3}]"#,
    ),
    Example::new(
        "dash",
        "bad.sh: 6: Syntax error: Unterminated quoted string\n",
        r#"[{"type": "syntax", "severity": "error", "file": "bad.sh", "line": 6, "message": "Unterminated quoted string"}]"#,
    ),
    Example::new(
        "zsh",
        r#"bad.sh:6: unmatched "
"#,
        r#"[{"type": "syntax", "file": "bad.sh", "line": 6}]"#,
    ),
    Example::new(
        "fish",
        "bad.fish (line 2): Missing end to balance this if statement
if [ $1 = x ]; then
^^
warning: Error while reading file bad.fish
",
        r#"[{"type": "syntax", "file": "bad.fish", "line": 2, "message": "Missing end to balance this if statement"}]"#,
    ),
    Example::new(
        "a command that does not exist",
        "./build.sh: line 7: mak: command not found\n",
        r#"[{"type": "runtime", "file": "./build.sh", "line": 7, "message": "mak: command not found"}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "shell-interpreter",
    "bash, dash, zsh and fish: scripts that do not parse, commands that do not exist",
    DOCS,
    &[Cow::Borrowed("shell")],
    &EXAMPLES,
);
