//! SWI-Prolog.

use std::borrow::Cow;

use unbreak_core::{Descriptor, ErrorType, Example, register_parser};

use crate::format::{
    self,
    grammar::{Block, Grammar, Part, Pattern},
};

register_parser!(
    Grammar::new(
        &DESCRIPTOR,
        &[".pl:", ".pro:", ".plt:", ".prolog:", "ERROR: -g ", "Warning: -g "]
    )
    .lines(&LINES)
    .blocks(&BLOCKS)
);

const DOCS: &str = r#"
## What it understands

`ERROR: FILE:3:5: Syntax error: message`, and `Warning: FILE:3:` with the message in the lines below it, each
after `Warning:`; what a goal of the command line (`-g`) threw; and the tests of PlUnit that failed, `test NAME: failed`
below `ERROR: FILE:3:`.

## Versions seen

SWI-Prolog 9.0.4; 8 and 9 from its documentation.
"#;

static LINES: [Pattern; 2] = [Pattern::of(ErrorType::Runtime, r"^(?<severity>ERROR|Warning): -g [^:]+: (?<message>\S.* .*)$"), Pattern::compiler(r"^(?<severity>ERROR|Warning): (?<file>(?:[A-Za-z]:)?[^:\s]+\.(?:pl|pro|plt|prolog)):{line}:(?:{column}:)? {message}$").broken(&["Syntax error"])];

static PARTS: [Part; 2] = [
    Part::one(
        r"^(?<severity>ERROR|Warning): (?<file>(?:[A-Za-z]:)?[^:\s]+\.(?:pl|pro|plt|prolog)):{line}:(?:{column}:)?$",
    ),
    Part::many("^(?:ERROR|Warning):  +{message}$"),
];

static TEST: [Part; 3] = [
    Part::one(r"^ERROR: (?<file>(?:[A-Za-z]:)?[^:\s]+\.(?:pl|pro|plt|prolog)):{line}:$"),
    Part::one(r"^\ttest (?<test>.+?): (?<message>(?:failed|wrong|must|succeeded|received).*)$"),
    Part::many("^ERROR:  +{message}$"),
];

static BLOCKS: [Block; 2] = [
    Block::of(ErrorType::Assertion, &TEST),
    Block::compiler(&PARTS).broken(&["Syntax error"]),
];

static EXAMPLES: [Example; 4] = [
    Example::new(
        "a test that failed",
        "% PL-Unit: a \nERROR: /home/dev/project/t.pl:5:\n\ttest eq: wrong answer (compared using ==)\nERROR:     Expected: 3\nERROR:     Got:      2\n**FAILED 0.000 sec\nERROR: -g run_tests: false\n",
        r#"[{"type": "assertion", "severity": "error", "file": "/home/dev/project/t.pl", "line": 5, "test": "eq",
             "message": "wrong answer (compared using ==)\nExpected: 3\nGot:      2"}]"#,
    ),
    Example::new(
        "a goal of the command line",
        "ERROR: -g t: is/2: Arithmetic: `foo/0' is not a function\n",
        r#"[{"type": "runtime", "severity": "error", "message": "is/2: Arithmetic: `foo/0' is not a function"}]"#,
    ),
    Example::new(
        "an error",
        "ERROR: /home/dev/project/a.pl:3:5: Syntax error: Operator expected\n",
        r#"[{"type": "syntax", "severity": "error", "file": "/home/dev/project/a.pl", "line": 3, "column": 5, "message": "Syntax error: Operator expected"}]"#,
    ),
    Example::new(
        "a warning",
        "Warning: /home/dev/project/a.pl:3:\nWarning:    Singleton variables: [X]\n",
        r#"[{"type": "lint", "severity": "warning", "line": 3, "message": "Singleton variables: [X]"}]"#,
    ),
];

static DESCRIPTOR: Descriptor =
    format::descriptor("swipl", "SWI-Prolog", DOCS, &[Cow::Borrowed("prolog")], &EXAMPLES);
