//! knip: exports and dependencies that nothing uses.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, register_parser};

use crate::format::{
    self,
    grammar::{Field, Grammar, Listing, Pattern, Records},
};

register_parser!(
    Grammar::new(
        &DESCRIPTOR,
        &["Unused ", "Unlisted ", "Unresolved ", "Duplicate ", "\"issues\""]
    )
    .listings(&LISTINGS)
    .records(&RECORDS)
);

const DOCS: &str = r#"
## What it understands

The default format: lists below a heading (`Unused exports (2)`), which is the code, with the symbol, its kind
and its place. Rows without a place name a file or a package of `package.json`. The format `compact`: a file
and what is wrong with it; and `json`, where the key of a list is the code.

## Versions seen

knip 5 and 6.
"#;

static ROWS: [Pattern; 3] = [
    Pattern::lint(r"^(?<message>\S+(?: +[a-z]+)?) +(?<file>\S+\.\w+):{line}:{column}\s*$"),
    Pattern::lint(r"^(?<message>[@\w][\w@/.-]*) +(?<file>\S*package\.json)\s*$"),
    Pattern::lint(r"^(?<file>{drive}[^\s:]+\.\w+): {message}\s*$"),
];

static FILES: [Pattern; 1] = [
    Pattern::lint(r"^(?<file>{drive}[\w@.\\/][^\s:]*\.\w+)(?:: \S.*|\s*)$").saying("nothing uses this file"),
];

static LISTINGS: [Listing; 2] = [
    Listing::new(r"^(?<code>Unused files) \(\d+\)$", &FILES),
    Listing::new(
        r"^(?<code>(?:Unused|Unlisted|Unresolved|Duplicate) [a-z ]*(?:exports|imports|dependencies|types|members|binaries|devDependencies)) \(\d+\)$",
        &ROWS,
    ),
];

static FIELDS: [(Field, &str); 5] = [
    (Field::File, "file"),
    (Field::Line, "line"),
    (Field::Column, "col"),
    (Field::Code, "@"),
    (Field::Message, "name"),
];

static RECORDS: [Records; 1] = [Records::lint("issues.*.*.*", &FIELDS)
    .needing(&["name"])
    .beside(&["issues"])];

static EXAMPLES: [Example; 4] = [
    Example::new(
        "an export",
        r#"Unused exports (2)
z            src/c.ts:1:14
f  function  src/c.ts:1:37
"#,
        r#"[{"type": "lint", "severity": "warning", "code": "Unused exports", "file": "src/c.ts", "line": 1, "column": 14, "message": "z"}, {"column": 37, "message": "f  function"}]"#,
    ),
    Example::new(
        "a file",
        "Unused files (1)\nsrc/orphan.js          \n",
        r#"[{"type": "lint", "severity": "warning", "code": "Unused files", "file": "src/orphan.js", "message": "nothing uses this file"}]"#,
    ),
    Example::new(
        "compact",
        "Unlisted dependencies (1)\nsrc/a.js: notthere\n",
        r#"[{"code": "Unlisted dependencies", "file": "src/a.js", "message": "notthere"}]"#,
    ),
    Example::new(
        "JSON",
        r#"{"issues":[{"file":"src/b.js","binaries":[],"exports":[{"name":"dead","line":2,"col":34,"pos":53}],"files":[]}]}
"#,
        r#"[{"code": "exports", "file": "src/b.js", "line": 2, "column": 34, "message": "dead"}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "knip",
    "knip: exports and dependencies that nothing uses",
    DOCS,
    &[Cow::Borrowed("javascript"), Cow::Borrowed("typescript")],
    &EXAMPLES,
);
