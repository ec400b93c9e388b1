//! PyYAML, Psych and Go's yaml: documents that do not parse.

use std::borrow::Cow;

use unbreak_core::{Descriptor, ErrorType, Example, register_parser};

use crate::format::{
    self,
    grammar::{Block, Grammar, Part, Pattern},
};

register_parser!(
    Grammar::new(
        &DESCRIPTOR,
        &[
            "yaml: line ",
            "yaml.scanner.",
            "yaml.parser.",
            "yaml.composer.",
            "yaml.constructor.",
            "yaml.reader.",
            "yml): ",
            "yaml): ",
            "Psych::SyntaxError",
            "while parsing a ",
            "while scanning ",
            "mapping values are not allowed ",
            "could not find expected ':'"
        ]
    )
    .lines(&LINES)
    .blocks(&BLOCKS)
);

const DOCS: &str = r#"
## What it understands

- PyYAML: `yaml.scanner.ScannerError: message`, and below it `in "FILE", line 3, column 5`, also without
  the class, as those print it who caught it (`check-yaml`, yq);
- Psych, of Ruby: `(FILE): message at line 3 column 5`;
- Go's: `FILE: yaml: line 3: message`, as yq, kubectl and docker compose print it.

## Versions seen

PyYAML 5 and 6, Psych 3 to 5, yaml.v2 and v3, from their documentation.
"#;

static LINES: [Pattern; 3] = [
    Pattern::syntax(
        r"^(?:.*?Psych::SyntaxError\)?: )?\((?<file>[^()]+\.\w+)\): {message} at line {line} column {column}(?: \(Psych::SyntaxError\))?$",
    ),
    Pattern::syntax(
        r"^(?:.*[ ':])??(?<file>{drive}[^:'\s]+\.ya?ml)'?: (?:.*: )?yaml: line {line}: {message}$",
    ),
    Pattern::syntax(r"^(?:[Ee]rror[^:]*: )?(?:[^:]*: )??yaml: line {line}: {message}$"),
];

static SIMPLE: [Part; 2] = [
    Part::one(r"^yaml\.\w+\.(?<code>\w+Error): {message}$"),
    Part::one(r#"^  in "(?<file>[^"]+)", line {line}, column {column}[:.]?$"#),
];

/// As who caught it prints it.
static BARE: [Part; 2] = [
    Part::one(
        "^(?<message>mapping values are not allowed (?:here|in this context)|could not find expected ':')$",
    ),
    Part::one(r#"^  in "(?<file>[^"]+)", line {line}, column {column}[:.]?$"#),
];

/// While it was reading something that began elsewhere.
static NESTED: [Part; 5] = [
    Part::one(
        r"^(?:yaml\.\w+\.(?<code>\w+Error): |.*\w+Error: )?while (?:parsing|scanning|constructing|composing) .*$",
    ),
    Part::one(r#"^  in "[^"]+", line \d+, column \d+:?$"#),
    Part::many(r"^    .*$"),
    Part::one("^{message}$"),
    Part::one(r#"^  in "(?<file>[^"]+)", line {line}, column {column}[:.]?$"#),
];

static BLOCKS: [Block; 3] = [
    Block::of(ErrorType::Syntax, &NESTED),
    Block::of(ErrorType::Syntax, &SIMPLE),
    Block::of(ErrorType::Syntax, &BARE),
];

static EXAMPLES: [Example; 6] = [
    Example::new(
        "as check-yaml prints it",
        r#"while parsing a flow sequence
  in "a.yaml", line 1, column 4
did not find expected ',' or ']'
  in "a.yaml", line 2, column 1
"#,
        r#"[{"type": "syntax", "severity": "error", "file": "a.yaml", "line": 2, "column": 1, "message": "did not find expected ',' or ']'"}]"#,
    ),
    Example::new(
        "PyYAML",
        r#"yaml.scanner.ScannerError: mapping values are not allowed here
  in "shop.yaml", line 3, column 5
"#,
        r#"[{"type": "syntax", "severity": "error", "code": "ScannerError", "file": "shop.yaml", "line": 3, "column": 5, "message": "mapping values are not allowed here"}]"#,
    ),
    Example::new(
        "within a collection",
        r#"yaml.parser.ParserError: while parsing a block mapping
  in "shop.yaml", line 1, column 1
expected <block end>, but found '-'
  in "shop.yaml", line 3, column 1
"#,
        r#"[{"file": "shop.yaml", "line": 3, "column": 1, "message": "expected <block end>, but found '-'"}]"#,
    ),
    Example::new(
        "Psych",
        r#"(shop.yml): did not find expected key while parsing a block mapping at line 3 column 5
"#,
        r#"[{"type": "syntax", "file": "shop.yml", "line": 3, "column": 5}]"#,
    ),
    Example::new(
        "Go",
        r#"Error: bad file 'shop.yaml': yaml: line 3: mapping values are not allowed in this context
"#,
        r#"[{"type": "syntax", "file": "shop.yaml", "line": 3}]"#,
    ),
    Example::new(
        "Go, without a file",
        "error converting YAML to JSON: yaml: line 3: mapping values are not allowed in this context\n",
        r#"[{"type": "syntax", "line": 3, "message": "mapping values are not allowed in this context"}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "yaml-loaders",
    "PyYAML, Psych and Go's yaml: documents that do not parse",
    DOCS,
    &[Cow::Borrowed("yaml")],
    &EXAMPLES,
);
