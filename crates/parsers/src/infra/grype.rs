//! Grype, in JSON.

use unbreak_core::{Descriptor, Example, register_parser};

use crate::format::{
    self,
    grammar::{Field, Grammar, Records},
};

register_parser!(
    Grammar::new(
        &DESCRIPTOR,
        &["\"matchDetails\"", "\"matches\":", "\"matches\" :"]
    )
    .records(&RECORDS)
);

const DOCS: &str = r#"
## What it understands

`grype -o json`: vulnerabilities, with the file in which the package was found.

## Versions seen

Grype 0.70, from its documentation.
"#;

static FIELDS: [(Field, &str); 5] = [
    (Field::File, "artifact.locations.0.path"),
    (Field::Severity, "vulnerability.severity"),
    (Field::Code, "vulnerability.id"),
    (Field::Message, "vulnerability.description"),
    (Field::Advice, "vulnerability.dataSource"),
];

static RECORDS: [Records; 1] = [Records::lint("matches.*", &FIELDS)
    .needing(&["vulnerability.id", "artifact.name"])
    .saying("a package with a known vulnerability")];

static EXAMPLES: [Example; 1] = [Example::new(
    "a vulnerability",
    r#"{"matches":[{"vulnerability":{"id":"CVE-2019-1010022","severity":"Critical","description":"stack guard protection bypass"},"artifact":{"name":"libc6","version":"2.31","locations":[{"path":"/var/lib/dpkg/status"}]}}],"descriptor":{"name":"grype"}}
"#,
    r#"[{"type": "lint", "severity": "error", "code": "CVE-2019-1010022", "file": "/var/lib/dpkg/status", "message": "stack guard protection bypass"}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor("grype", "Grype, in JSON", DOCS, &[], &EXAMPLES);
