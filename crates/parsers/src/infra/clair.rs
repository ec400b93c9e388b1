//! Clair, in JSON.

use unbreak_core::{Descriptor, Example, register_parser};

use crate::format::{
    self,
    grammar::{Field, Grammar, Records},
};

register_parser!(Grammar::new(&DESCRIPTOR, &["\"featurename\""]).records(&RECORDS));

const DOCS: &str = r#"
## What it understands

The report of clair-scanner: the vulnerabilities of an image.

## Versions seen

clair-scanner 12, from its documentation.
"#;

static FIELDS: [(Field, &str); 4] = [
    (Field::Severity, "severity"),
    (Field::Code, "vulnerability"),
    (Field::Message, "description"),
    (Field::Advice, "fixedby"),
];

static RECORDS: [Records; 1] = [Records::lint("vulnerabilities.*", &FIELDS)
    .needing(&["featurename", "vulnerability"])
    .saying("a package with a known vulnerability")];

static EXAMPLES: [Example; 1] = [Example::new(
    "a vulnerability",
    r#"{"image":"shop","unapproved":["CVE-2018-12886"],"vulnerabilities":[{"featurename":"gcc-6","featureversion":"6.3.0","vulnerability":"CVE-2018-12886","namespace":"debian:9","description":"stack protection","severity":"Medium","fixedby":""}]}
"#,
    r#"[{"type": "lint", "severity": "warning", "code": "CVE-2018-12886", "message": "stack protection"}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor("clair", "Clair, in JSON", DOCS, &[], &EXAMPLES);
