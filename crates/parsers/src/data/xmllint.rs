//! xmllint: documents that do not parse or are not valid.

use std::borrow::Cow;

use unbreak_core::{Descriptor, ErrorType, Example, register_parser};

use crate::format::{
    self,
    grammar::{Block, Grammar, Part, Pattern},
};

register_parser!(
    Grammar::new(
        &DESCRIPTOR,
        &["error : ", "warning : ", "failed to load external entity"]
    )
    .lines(&LINES)
    .blocks(&BLOCKS)
);

const DOCS: &str = r#"
## What it understands

`FILE:3: parser error : message` and its relatives (`namespace error`, `validity error`, `Schemas validity
error`, `Relax-NG validity error`), the quoted line and the mark below it, which tells the column; and
`warning: failed to load external entity "FILE"`, after which it gives up.

## Versions seen

libxml2 2.9.14.
"#;

static LINES: [Pattern; 1] = [Pattern::of(
    ErrorType::Import,
    r#"^warning: (?<message>failed to load external entity "(?<file>[^"]+)")$"#,
)];

static PARTS_1: [Part; 3] = [
    Part::one(
        "^{file}:{line}: (?<code>parser|HTML parser|namespace|encoding|I/O|XInclude|XPath|XPointer) (?<severity>error|warning) : {message}$",
    ),
    Part::Source,
    Part::Marks,
];

static PARTS_2: [Part; 3] = [
    Part::one(
        r"^{file}:{line}: element [\w:.-]+: (?<code>[\w -]*validity|[\w -]+ parser|parser|XSLT-element) (?<severity>error|warning) : {message}$",
    ),
    Part::Source,
    Part::Marks,
];

static BLOCKS: [Block; 2] = [Block::of(ErrorType::Syntax, &PARTS_1), Block::lint(&PARTS_2)];

static EXAMPLES: [Example; 3] = [
    Example::new(
        "a file that is not there",
        "warning: failed to load external entity \"nof.xml\"\n",
        r#"[{"type": "import", "severity": "error", "file": "nof.xml"}]"#,
    ),
    Example::new(
        "tags that do not match",
        "bad.xml:3: parser error : Opening and ending tag mismatch: b line 2 and a
</a>
    ^
",
        r#"[{"type": "syntax", "severity": "error", "code": "parser", "file": "bad.xml", "line": 3, "column": 5, "message": "Opening and ending tag mismatch: b line 2 and a"}]"#,
    ),
    Example::new(
        "not valid",
        "shop.xml:4: element price: Schemas validity error : Element 'price': 'x' is not a valid value.\n",
        r#"[{"type": "lint", "severity": "error", "file": "shop.xml", "line": 4}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "xmllint",
    "xmllint: documents that do not parse or are not valid",
    DOCS,
    &[Cow::Borrowed("xml")],
    &EXAMPLES,
);
