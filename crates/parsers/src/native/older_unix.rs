//! Compilers and linters of Unix workstations whose lines are like nobody else's: HP's aC++ before it had the Edison
//! front end, lint, Sun's Pascal, SmartEiffel and Icon.

use unbreak_core::{Descriptor, ErrorType, Example, Severity, register_parser};

use super::LANGUAGES;
use crate::format::{
    self,
    grammar::{Block, Grammar, Listing, Part, Pattern},
};

register_parser!(
    Grammar::new(
        &DESCRIPTOR,
        &[
            "\", line ",
            "never used",
            "  ::  ",
            "may be indistinguishable from",
            "*** Error: ",
            "*** Warning: ",
            "*** Fatal Error: ",
            ".p:",
            ".pas:",
            " -  ",
            ".icn; Line ",
            "Run-time error "
        ]
    )
    .priority(4)
    .lines(&LINES)
    .blocks(&BLOCKS)
    .listings(&LISTINGS)
);

const DOCS: &str = r#"
## What it understands

- HP aC++: `Error 226: "FILE", line 12 # message`;
- lint: `strcmp: variable # of args.  llib-lc(359)  ::  FILE(8)`, `total defined( FILE(4) ), but never used`,
  `name defined but never used: total in FILE(199)`, and names that are alike: `Sum (255) in FILE may be
  indistinguishable from Sums (93) in FILE due to truncation`;
- Sun's Pascal, whose list has a heading with a date and the file: `Thu May 14 10:46:12 1992  FILE.p:`, then
  `w 18520 line 61 -  0 is undefined`;
- SmartEiffel: `****** Error: message` above `Line 5 column 12 in CLASS (FILE):`;
- Icon: `File FILE; Line 5 # message`, and at run time `Run-time error 103`, `File FILE; Line 3`, message.

## Versions seen

HP aC++ 3, the lint of System V and 4.3BSD, Sun Pascal 4, SmartEiffel 2 and Icon 9, from their manuals.
"#;

static LINES: [Pattern; 6] = [
    Pattern::compiler(
        r#"^(?<severity>Error|Warning|Future Error)(?: \(suggestion\))? (?<code>\d+): "(?<file>[^"]+)", line {line} # {message}$"#,
    )
    .words(&[("Future Error", Severity::Warning)]),
    Pattern::lint(r"^{message} +\S+\(\d+\)  ::  (?<file>[^\s()]+)\({line}\)$"),
    Pattern::lint(r"^(?<message>\w+ defined)\( (?<file>[^\s()]+)\({line}\) \), but never used$").saying("defined, but never used"),
    Pattern::lint(r"^(?<message>name (?:declared|defined|used) but .*: \w+) in (?<file>[^\s()]+\.\w+)\({line}\)$"),
    Pattern::lint(
        r"^(?<message>\w+ \({line}\) in (?<file>\S+\.\w+) may be indistinguishable from \w+ \(\d+\) in \S+ due to truncation.*)$",
    ),
    Pattern::compiler(r"^File (?<file>[^\s;]+\.icn); Line {line} # {message}$"),
];

static EIFFEL: [Part; 2] = [
    Part::one(r"^\*{4,6} (?<severity>Fatal Error|Error|Warning): {message}$"),
    Part::one(r"^Line {line} columns? {column}(?:, \d+)* in \S+ \((?<file>[^()]+)\) ?:$"),
];

static ICON: [Part; 3] = [
    Part::one(r"^Run-time error (?<code>\d{2,3})$"),
    Part::one(r"^File (?<file>[^\s;]+\.icn); Line {line}$"),
    Part::one(r"^{message}$"),
];

static BLOCKS: [Block; 2] = [Block::compiler(&EIFFEL), Block::of(ErrorType::Runtime, &ICON)];

static PASCAL: [Pattern; 1] = [
    Pattern::compiler(r"^(?<severity>[eEwW]) \d+ line {line} -  ?{message}$")
        .words(&[("e", Severity::Error), ("w", Severity::Warning)]),
];

static LISTINGS: [Listing; 1] = [Listing::new(
    r"^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) \w{3} [ \d]\d \d\d:\d\d:\d\d \d{4}  (?<file>{drive}[^\s:]+\.\w+):$",
    &PASCAL,
)
.skipping(r"^(?: +\d+ +.*|[eEwW] \d+-+\^-+ .*)$")
.patient(8)];

static EXAMPLES: [Example; 5] = [
    Example::new(
        "HP aC++",
        "Error 226: \"shop.C\", line 12 # No appropriate function found for call of 'operator <<'.\n    cout << x;\n         ^^\n",
        r#"[{"severity": "error", "code": "226", "file": "shop.C", "line": 12}]"#,
    ),
    Example::new(
        "lint",
        "strcmp: variable # of args.  llib-lc(359)  ::  shop.c(8)\ntotal defined( shop.c(4) ), but never used\nname defined but never used: sum in cart.c(199)\n",
        r#"[{"severity": "warning", "file": "shop.c", "line": 8}, {"file": "shop.c", "line": 4}, {"file": "cart.c", "line": 199}]"#,
    ),
    Example::new(
        "Sun's Pascal",
        "Thu May 14 10:46:12 1992  shop.p:\n          20      total      : array[1..4] of price;\ne 18480-----------^---  Inserted ';'\nE 18520 line 61 -  total is undefined\n",
        r#"[{"severity": "error", "file": "shop.p", "line": 61, "message": "total is undefined"}]"#,
    ),
    Example::new(
        "SmartEiffel",
        "****** Error: Unknown type name\nLine 5 column 12 in SHOP (./shop.e):\n   x: BAR\n      ^\n",
        r#"[{"severity": "error", "file": "./shop.e", "line": 5, "column": 12, "message": "Unknown type name"}]"#,
    ),
    Example::new(
        "Icon",
        "Run-time error 103\nFile shop.icn; Line 3\nstring expected\noffending value: &null\n",
        r#"[{"type": "runtime", "severity": "error", "code": "103", "file": "shop.icn", "line": 3, "message": "string expected"}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "older-unix",
    "HP aC++, lint, Sun's Pascal, SmartEiffel and Icon",
    DOCS,
    LANGUAGES,
    &EXAMPLES,
);
