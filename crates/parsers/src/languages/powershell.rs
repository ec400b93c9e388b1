//! PowerShell.

use std::borrow::Cow;

use unbreak_core::{Descriptor, ErrorType, Example, register_parser};

use crate::format::{
    self,
    grammar::{Block, Grammar, Listing, Part, Pattern},
};

register_parser!(
    Grammar::new(&DESCRIPTOR, &["At ", "ParserError: ", ".ps1:"])
        .listings(&LISTINGS)
        .blocks(&BLOCKS)
);

const DOCS: &str = r#"
## What it understands

`At FILE:8 char:29`, the quoted line and marks, and the message below them (5) or before (a cmdlet's error);
`ParserError: FILE:3` with a frame (7).

## Versions seen

PowerShell 5.1 and 7, from its documentation.
"#;

static ROWS: [Pattern; 1] = [Pattern::of(
    ErrorType::Runtime,
    r"^At (?<file>\S.*\.psm?1):{line} char:{column}$",
)];

static LISTINGS: [Listing; 1] = [Listing::new(r"^[A-Z]\w+-\w+ : {message}$", &ROWS)
    .continued(r"^ *\+(?: FullyQualifiedErrorId : (?<code>[^\s,]+).*|.*)$")];

static PARTS_1: [Part; 6] = [
    Part::one(r"^At (?:(?<file>\S.*\.psm?1)|line):{line} char:{column}$"),
    Part::one(r"^\+ .*$"),
    Part::one(r"^\+ +~+$"),
    Part::one(r"^(?<message>[^\s+].*)$"),
    // Where the script that was being run called the one at fault.
    Part::many(r"^(?:At \S.*:\d+ char:\d+|\+ [^CF].*|\+ +~.*|\+ +)$"),
    Part::many(r"^ *\+ (?:CategoryInfo +: .*|FullyQualifiedErrorId +: (?<code>[^\s,]+).*)$"),
];

static PARTS_2: [Part; 5] = [
    Part::one(r"^(?:ParserError|ParentContainsErrorRecordException): {file}:{line}(?::(?<column>\d+))?$"),
    Part::one(r"^Line \|$"),
    Part::many(r"^ +\d+ \|.*$"),
    Part::Marks,
    Part::many(r"^ +\| +{message}$"),
];

static BLOCKS: [Block; 2] = [
    Block::of(ErrorType::Syntax, &PARTS_1),
    Block::of(ErrorType::Syntax, &PARTS_2),
];

static EXAMPLES: [Example; 4] = [
    Example::new(
        "a text that is run as a script",
        "At line:8 char:29
+ Invoke-Command -ScriptBlock {
+                             ~
Missing closing '}' in statement block or type definition.
At C:\\src\\tester.ps1:5 char:5
+     [void]$ExecutionContext.InvokeCommand.NewScriptBlock($Contents);
+     ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
    + CategoryInfo          : ParserError: (:) [], ParentContainsErrorRecordException
    + FullyQualifiedErrorId : MissingEndCurlyBrace
",
        r#"[{"type": "syntax", "code": "MissingEndCurlyBrace", "line": 8, "column": 29,
             "message": "Missing closing '}' in statement block or type definition."}]"#,
    ),
    Example::new(
        "version 5",
        "At /home/dev/project/a.ps1:8 char:29
+ Invoke-Command -ScriptBlock {
+                             ~
Missing closing '}' in statement block or type definition.
",
        r#"[{"type": "syntax", "severity": "error", "file": "/home/dev/project/a.ps1", "line": 8, "column": 29, "message": "Missing closing '}' in statement block or type definition."}]"#,
    ),
    Example::new(
        "version 7",
        "ParserError: /home/dev/project/a.ps1:3
Line |
   3 |  if (1 {
     |      ~
     | Missing closing ')' after expression in 'if' statement.
",
        r#"[{"type": "syntax", "file": "/home/dev/project/a.ps1", "line": 3, "message": "Missing closing ')' after expression in 'if' statement."}]"#,
    ),
    Example::new(
        "a cmdlet",
        r#"Get-Item : Cannot find path 'C:\x' because it does not exist.
At C:\src\a.ps1:3 char:1
+ Get-Item x
+ ~~~~~~~~~~
    + CategoryInfo          : ObjectNotFound: (C:\x:String) [Get-Item], ItemNotFoundException
    + FullyQualifiedErrorId : PathNotFound,Microsoft.PowerShell.Commands.GetItemCommand
"#,
        r#"[{"type": "runtime", "code": "PathNotFound", "file": "C:\\src\\a.ps1", "line": 3, "column": 1}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "powershell",
    "PowerShell",
    DOCS,
    &[Cow::Borrowed("powershell")],
    &EXAMPLES,
);
