//! Open Policy Agent and Regal.

use std::borrow::Cow;

use unbreak_core::{Descriptor, ErrorType, Example, Severity, register_parser};

use crate::format::{
    self,
    grammar::{Field, Grammar, Pattern, Records},
};

register_parser!(
    Grammar::new(&DESCRIPTOR, &["FAIL - ", "WARN - ", "rego_", "\"violations\""])
        .lines(&LINES)
        .records(&RECORDS)
);

const DOCS: &str = r#"
## What it understands

`opa check`: `1 error occurred: FILE:3: rego_parse_error: message`, in JSON `errors`; Regal in JSON, `violations`;
Conftest: `FAIL - FILE - NAMESPACE - message`.

## Versions seen

OPA 0.40 to 1.0, Regal 0.10 to 0.30, Conftest 0.5x, from their documentation.
"#;

static LINES: [Pattern; 2] = [
    Pattern::lint(r"^(?<severity>FAIL|WARN) - (?<file>{drive}\S+) - \S+ - {message}$")
        .words(&[("FAIL", Severity::Error)]),
    Pattern::compiler(
        r"^(?:\d+ errors? occurred: )?(?<file>{drive}[^:\s]+):{line}: (?<code>rego_\w+): {message}$",
    )
    .broken(&["rego_parse_error"]),
];

static OPA: [(Field, &str); 5] = [
    (Field::File, "location.file"),
    (Field::Line, "location.row"),
    (Field::Column, "location.col"),
    (Field::Code, "code"),
    (Field::Message, "message"),
];

static REGAL: [(Field, &str); 6] = [
    (Field::File, "location.file"),
    (Field::Line, "location.row"),
    (Field::Column, "location.col"),
    (Field::Severity, "level"),
    (Field::Code, "title"),
    (Field::Message, "description"),
];

static RECORDS: [Records; 2] = [
    Records::of(ErrorType::Build, "errors.*", &OPA)
        .needing(&["code", "location.row", "message"])
        .broken(&["rego_parse_error"]),
    Records::lint("violations.*", &REGAL).needing(&["title", "category", "location.row"]),
];

static EXAMPLES: [Example; 3] = [
    Example::new(
        "opa check",
        r#"1 error occurred: policy/shop.rego:3: rego_parse_error: unexpected eof token
"#,
        r#"[{"type": "syntax", "severity": "error", "code": "rego_parse_error", "file": "policy/shop.rego", "line": 3}]"#,
    ),
    Example::new(
        "Regal",
        r#"{"violations":[{"title":"opa-fmt","description":"File should be formatted with `opa fmt`","category":"style","level":"error","location":{"col":1,"row":3,"file":"shop.rego"}}]}
"#,
        r#"[{"type": "lint", "severity": "error", "code": "opa-fmt", "file": "shop.rego", "line": 3, "column": 1}]"#,
    ),
    Example::new(
        "Conftest",
        "FAIL - deploy.yaml - main - Containers must not run as root\n",
        r#"[{"type": "lint", "severity": "error", "file": "deploy.yaml", "message": "Containers must not run as root"}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "opa",
    "Open Policy Agent and Regal",
    DOCS,
    &[Cow::Borrowed("rego")],
    &EXAMPLES,
);
