//! BibTeX and Biber: databases of literature that are not right.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, register_parser};

use crate::format::{
    self,
    grammar::{Block, Grammar, Part, Pattern},
};

register_parser!(
    Grammar::new(&DESCRIPTOR, &["---line ", "Warning--", " - BibTeX subsystem: "])
        .lines(&LINES)
        .blocks(&BLOCKS)
);

const DOCS: &str = r#"
## What it understands

BibTeX: `message---line 12 of file FILE`, `message---while reading file FILE`, and `Warning--message` with
`--line 12 of file FILE` below it, which not every warning has. Biber: `ERROR - BibTeX subsystem: FILE, line 3, message`.

## Versions seen

BibTeX 0.99d; Biber 2.18 from its source.
"#;

static LINES: [Pattern; 3] = [
    Pattern::compiler(r"^{message}---line {line} of file (?<file>\S+)$"),
    Pattern::compiler(r"^{message}---while reading file (?<file>\S+)$"),
    Pattern::syntax(
        r"^(?<severity>ERROR|WARN) - BibTeX subsystem: {file}, line {line}, (?:warning: |error: )?{message}$",
    ),
];

static PARTS: [Part; 2] = [
    Part::one(r"^Warning--{message}$"),
    Part::maybe(r"^--line {line} of file (?<file>\S+)$"),
];

static BLOCKS: [Block; 1] = [Block::lint(&PARTS)];

static EXAMPLES: [Example; 3] = [
    Example::new(
        "BibTeX",
        "I was expecting a `,' or a `}'---line 12 of file refs.bib\n : author = {Knuth}\n :                  title = {TeX}\n(Error may have been on previous line)\n",
        r#"[{"severity": "error", "file": "refs.bib", "line": 12, "message": "I was expecting a `,' or a `}'"}]"#,
    ),
    Example::new(
        "a warning",
        "Warning--string name \"acm\" is undefined\n--line 3 of file refs.bib\nWarning--empty journal in knuth84\n",
        r#"[{"type": "lint", "severity": "warning", "file": "refs.bib", "line": 3}, {"severity": "warning", "message": "empty journal in knuth84"}]"#,
    ),
    Example::new(
        "Biber",
        "ERROR - BibTeX subsystem: /tmp/biber_tmp/refs.bib_1.utf8, line 3, syntax error: found \"x\", expected \"=\"\n",
        r#"[{"type": "syntax", "severity": "error", "line": 3, "message": "syntax error: found \"x\", expected \"=\""}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "bibtex",
    "BibTeX and Biber",
    DOCS,
    &[Cow::Borrowed("bibtex")],
    &EXAMPLES,
);
