//! What looks at how modules and packages hang together: dependency-cruiser, depcheck, madge and publint.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, Severity, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Listing, Pattern},
};

register_parser!(
    Grammar::new(
        &DESCRIPTOR,
        &[
            "  error ",
            "  warn ",
            "  info ",
            "Unused dependencies",
            "Unused devDependencies",
            "Missing dependencies",
            "✖ Found ",
            ". pkg."
        ]
    )
    .lines(&LINES)
    .listings(&LISTINGS)
);

const DOCS: &str = r#"
## What it understands

dependency-cruiser's `  error rule: FILE → FILE`; depcheck's lists below `Unused dependencies` and
`Missing dependencies`, whose heading is the code; madge's `1) a.js > b.js` below `✖ Found 1 circular
dependency!`; and publint's `1. pkg.exports["."] ...` below `Errors:`, `Warnings:` and `Suggestions:`.

## Versions seen

dependency-cruiser 17.4, depcheck 1.4, madge 8.0, publint 0.3.
"#;

static LINES: [Pattern; 1] = [Pattern::lint(
    r"^  (?<severity>error|warn|info) (?<code>[a-z][\w-]*): (?<message>(?<file>{drive}[^\s:→]+\.\w+)(?: → \S+)?)(?: →)? *$",
)];

static UNUSED: [Pattern; 1] = [Pattern::lint(r"^\* (?<message>[\w@][\w@/.-]*)$")];
static MISSING: [Pattern; 1] = [Pattern::lint(r"^\* (?<message>[\w@][\w@/.-]*): (?<file>\S+)$")];
static CIRCLES: [Pattern; 1] =
    [Pattern::lint(r"^\d+\) (?<message>(?<file>\S+)(?: > \S+)*)$").severity(Severity::Error)];
static PACKAGE: [Pattern; 1] = [Pattern::lint(r"^\d+\. (?<message>pkg\..*)$").words(&SECTIONS)];

static SECTIONS: [(&str, Severity); 3] = [
    ("Errors", Severity::Error),
    ("Warnings", Severity::Warning),
    ("Suggestions", Severity::Info),
];

static LISTINGS: [Listing; 4] = [
    Listing::new(r"^(?<code>Unused (?:devDep|dep)endencies)$", &UNUSED),
    Listing::new(r"^(?<code>Missing dependencies)$", &MISSING),
    Listing::new(r"^✖ Found \d+ (?<code>circular) dependenc(?:y|ies)!$", &CIRCLES),
    Listing::new(r"^(?<severity>Errors|Warnings|Suggestions):$", &PACKAGE),
];

static EXAMPLES: [Example; 4] = [
    Example::new(
        "dependency-cruiser",
        "
  warn no-orphans: src/orphan.js
  error not-to-unresolvable: src/a.js → notthere
  error no-circular: src/a.js → 
      src/b.js →
      src/a.js

x 3 dependency violations (2 errors, 1 warnings). 4 modules, 3 dependencies cruised.
",
        r#"[{"type": "lint", "severity": "warning", "code": "no-orphans", "file": "src/orphan.js"},
            {"severity": "error", "code": "not-to-unresolvable", "file": "src/a.js", "message": "src/a.js → notthere"},
            {"severity": "error", "code": "no-circular", "file": "src/a.js"}]"#,
    ),
    Example::new(
        "depcheck",
        "Unused dependencies\n* leftpad\nMissing dependencies\n* notthere: ./src/a.js\n",
        r#"[{"type": "lint", "severity": "warning", "code": "Unused dependencies", "message": "leftpad"},
            {"code": "Missing dependencies", "file": "./src/a.js", "message": "notthere"}]"#,
    ),
    Example::new(
        "madge",
        "✖ Found 1 circular dependency!\n\n1) a.js > b.js\n",
        r#"[{"type": "lint", "severity": "error", "code": "circular", "file": "a.js", "message": "a.js > b.js"}]"#,
    ),
    Example::new(
        "publint",
        "Errors:\n1. pkg.exports[\".\"] is ./missing.js but the file does not exist.\nWarnings:\n1. pkg.main is src/a.js and is written in ESM, but is interpreted as CJS.\n",
        r#"[{"type": "lint", "severity": "error", "message": "pkg.exports[\".\"] is ./missing.js but the file does not exist."},
            {"severity": "warning", "message": "pkg.main is src/a.js and is written in ESM, but is interpreted as CJS."}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "module-graph",
    "dependency-cruiser, depcheck, madge and publint",
    DOCS,
    &[Cow::Borrowed("javascript"), Cow::Borrowed("typescript")],
    &EXAMPLES,
);
