//! RuboCop, Standard and Cookstyle.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, Severity, register_parser};

use crate::format::{
    self,
    grammar::{Field, Grammar, Listing, Pattern, Records},
    quoted,
};

register_parser!(
    Grammar::new(
        &DESCRIPTOR,
        &[
            ": C: ",
            ": W: ",
            ": E: ",
            ": F: ",
            ": R: ",
            ": I: ",
            ": A: ",
            "== ",
            "\"cop_name\""
        ]
    )
    .lines(&LINES)
    .followed(quoted::follow)
    .listings(&LISTINGS)
    .records(&RECORDS)
);

const DOCS: &str = r#"
## What it understands

The formats `progress`, `clang` and `emacs` (`FILE:3:7: C: [Correctable] Style/Cop: message` and the quoted
line), `simple`, and `json`. Conventions and refactorings are warnings, because RuboCop fails for them;
info is a remark. `Lint/Syntax` is code that does not parse.

## Versions seen

RuboCop 0.50 to 1.80, Standard 1, Cookstyle 7.
"#;

/// RuboCop's own words; the rest are everybody's.
static SEVERITIES: [(&str, Severity); 5] = [
    ("C", Severity::Warning),
    ("R", Severity::Warning),
    ("A", Severity::Warning),
    ("convention", Severity::Warning),
    ("refactor", Severity::Warning),
];

static LINES: [Pattern; 1] = [Pattern::lint(r"^{file}:{line}:{column}: (?<severity>[CWEFRIA]): (?:\[[A-Z][a-z]+\] )*(?:(?<code>[A-Z]\w+(?:/\w+)+|Syntax): )?{message}$").words(&SEVERITIES)
.broken(&["Lint/Syntax", "Syntax"])];

static ROWS: [Pattern; 1] = [Pattern::lint(r"^(?<severity>[CWEFRI]): *{line}: *{column}: (?:\[[A-Z][a-z]+\] )*(?:(?<code>[A-Z]\w+(?:/\w+)+): )?{message}$").words(&SEVERITIES).broken(&["Lint/Syntax"])];

static LISTINGS: [Listing; 1] = [Listing::new(r"^== (?<file>\S.*) ==$", &ROWS)];

static FIELDS: [(Field, &str); 10] = [
    (Field::File, "path"),
    (Field::Line, "location.start_line"),
    (Field::Line, "location.line"),
    (Field::Column, "location.start_column"),
    (Field::Column, "location.column"),
    (Field::EndLine, "location.last_line"),
    (Field::LastColumn, "location.last_column"),
    (Field::Severity, "severity"),
    (Field::Code, "cop_name"),
    (Field::Message, "message"),
];

static RECORDS: [Records; 1] = [Records::lint("files.*.offenses.*", &FIELDS)
    .needing(&["cop_name"])
    .words(&SEVERITIES)
    .broken(&["Lint/Syntax"])];

static EXAMPLES: [Example; 3] = [
    Example::new(
        "clang",
        "app/shop.rb:3:5: W: Lint/UselessAssignment: Useless assignment to variable - unused.
    unused = 3
    ^^^^^^
",
        r#"[{"type": "lint", "severity": "warning", "code": "Lint/UselessAssignment", "file": "app/shop.rb", "line": 3, "column": 5, "end_column": 11, "message": "Useless assignment to variable - unused."}]"#,
    ),
    Example::new(
        "simple",
        "== run.rb ==\nC:  1:  1: [Correctable] Style/FrozenStringLiteralComment: Missing frozen string literal comment.\n",
        r#"[{"severity": "warning", "code": "Style/FrozenStringLiteralComment", "file": "run.rb", "line": 1, "column": 1}]"#,
    ),
    Example::new(
        "JSON",
        r#"{"metadata":{"rubocop_version":"1.39.0"},"files":[{"path":"run.rb","offenses":[{"severity":"error","message":"Lint/Syntax: unexpected token tINTEGER","cop_name":"Lint/Syntax","corrected":false,"correctable":false,"location":{"start_line":2,"start_column":3,"last_line":2,"last_column":5,"length":3,"line":2,"column":3}}]}],"summary":{"offense_count":1}}
"#,
        r#"[{"type": "syntax", "severity": "error", "code": "Lint/Syntax", "line": 2, "column": 3, "end_column": 6}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "rubocop",
    "RuboCop, Standard and Cookstyle",
    DOCS,
    &[Cow::Borrowed("ruby")],
    &EXAMPLES,
);
