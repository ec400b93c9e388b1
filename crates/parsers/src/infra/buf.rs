//! buf lint and buf build.

use std::borrow::Cow;

use unbreak_core::{Descriptor, ErrorType, Example, Severity, register_parser};

use crate::format::{
    self,
    grammar::{Field, Grammar, Pattern, Records},
};

register_parser!(
    Grammar::new(
        &DESCRIPTOR,
        &[".proto:", ".proto(", "[libprotobuf ", "\"start_line\""]
    )
    .lines(&LINES)
    .records(&RECORDS)
);

const DOCS: &str = r#"
## What it understands

`api.proto:3:1:message`, and the JSON lines of `--error-format json`; what protoc says of a whole file
(`api.proto: Import "x.proto" was not found or had errors.`), of its imports and names, and of a file without a syntax.

## Versions seen

protoc 3.21.12; buf 1.30 from its documentation.
"#;

static LINES: [Pattern; 7] = [
    Pattern::of(
        ErrorType::Import,
        r#"^(?<file>{drive}[^:\s]+\.proto):{line}:{column}: (?<message>Import ".+" was not found .*)$"#,
    ),
    Pattern::of(
        ErrorType::Type,
        r#"^(?<file>{drive}[^:\s]+\.proto):{line}:{column}: (?<message>".+" (?:is not defined|seems to be defined|is not a type).*)$"#,
    ),
    Pattern::lint(
        r"^\[libprotobuf {severity} \S+:\d+\] (?<message>No syntax specified for the proto file: (?<file>{drive}[^:\s]+\.proto)\..*)$",
    ),
    Pattern::of(
        ErrorType::Import,
        r"^(?:Could not make proto path relative: )?(?<file>{drive}[^:\s]+\.proto): (?<message>No such file or directory)$",
    ),
    Pattern::compiler(
        r"^(?<file>{drive}[^:\s]+\.proto) ?\({line}\) : (?<severity>error|warning) in column={column}: {message}$",
    ),
    Pattern::of(
        ErrorType::Import,
        r#"^(?<file>{drive}[^:\s]+\.proto): (?<message>(?:File not found|Import ").*)$"#,
    ),
    Pattern::lint(r"^(?<file>{drive}[^:\s]+\.proto):{line}:{column}:(?<message>[^\s].*)$")
        .severity(Severity::Error)
        .broken(&["syntax error"]),
];

static FIELDS: [(Field, &str); 7] = [
    (Field::File, "path"),
    (Field::Line, "start_line"),
    (Field::Column, "start_column"),
    (Field::EndLine, "end_line"),
    (Field::EndColumn, "end_column"),
    (Field::Code, "type"),
    (Field::Message, "message"),
];

static RECORDS: [Records; 1] = [Records::lint("", &FIELDS)
    .severity(Severity::Error)
    .needing(&["path", "start_line", "start_column", "type"])
    .broken(&["COMPILE"])];

static EXAMPLES: [Example; 5] = [
    Example::new(
        "protoc's own",
        "a.proto:2:1: Import \"nope.proto\" was not found or had errors.\na.proto:3:13: \"Foo\" is not defined.\nCould not make proto path relative: nof.proto: No such file or directory\n[libprotobuf WARNING google/protobuf/compiler/parser.cc:646] No syntax specified for the proto file: c.proto. Please use 'syntax = \"proto2\";'\n",
        r#"[{"type": "import", "file": "a.proto", "line": 2, "column": 1}, {"type": "type", "file": "a.proto", "line": 3, "column": 13},
            {"type": "import", "file": "nof.proto", "message": "No such file or directory"}, {"type": "lint", "severity": "warning", "file": "c.proto"}]"#,
    ),
    Example::new(
        "protoc --error_format=msvs",
        "foo.proto(3) : error in column=5: \"Foo\" is not defined.\n",
        r#"[{"severity": "error", "file": "foo.proto", "line": 3, "column": 5, "message": "\"Foo\" is not defined."}]"#,
    ),
    Example::new(
        "a finding",
        r#"api/v1/api.proto:3:1:Package name "api" should be suffixed with a correctly formed version, such as "api.v1".
"#,
        r#"[{"type": "lint", "severity": "error", "line": 3, "column": 1}]"#,
    ),
    Example::new(
        "JSON",
        r#"{"path":"api.proto","start_line":3,"start_column":1,"end_line":3,"end_column":13,"type":"PACKAGE_VERSION_SUFFIX","message":"bad suffix"}
"#,
        r#"[{"code": "PACKAGE_VERSION_SUFFIX", "file": "api.proto", "line": 3, "end_column": 13}]"#,
    ),
    Example::new(
        "protoc",
        "api.proto: Import \"missing.proto\" was not found or had errors.\n",
        r#"[{"type": "import", "severity": "error", "file": "api.proto"}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "buf",
    "buf lint and buf build",
    DOCS,
    &[Cow::Borrowed("protobuf")],
    &EXAMPLES,
);
