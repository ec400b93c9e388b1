//! OWASP Dependency-Check, in JSON.

use unbreak_core::{Descriptor, Example, register_parser};

use crate::format::{
    self,
    grammar::{Field, Grammar, Records},
};

register_parser!(Grammar::new(&DESCRIPTOR, &["\"reportSchema\""]).records(&RECORDS));

const DOCS: &str = r#"
## What it understands

The JSON report: the vulnerabilities of each dependency.

## Versions seen

Dependency-Check 5 to 10, from its documentation.
"#;

static FIELDS: [(Field, &str); 4] = [
    (Field::File, "filePath"),
    (Field::Severity, "severity"),
    (Field::Code, "name"),
    (Field::Message, "description"),
];

static RECORDS: [Records; 1] = [Records::lint("dependencies.*.vulnerabilities.*", &FIELDS)
    .needing(&["name"])
    .saying("a known vulnerability")];

static EXAMPLES: [Example; 1] = [Example::new(
    "a vulnerability",
    r#"{"reportSchema":"1.1","dependencies":[{"fileName":"shop.jar","filePath":"/home/dev/project/lib/shop.jar","vulnerabilities":[{"source":"NVD","name":"CVE-2018-1000613","severity":"HIGH","description":"Unsafe reflection"}]}]}
"#,
    r#"[{"type": "lint", "severity": "error", "code": "CVE-2018-1000613", "file": "/home/dev/project/lib/shop.jar", "message": "Unsafe reflection"}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "dependency-check",
    "OWASP Dependency-Check, in JSON",
    DOCS,
    &[],
    &EXAMPLES,
);
