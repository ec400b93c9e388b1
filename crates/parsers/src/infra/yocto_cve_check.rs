//! The report of Yocto's cve-check.

use unbreak_core::{Descriptor, Example, register_parser};

use crate::format::{
    self,
    grammar::{Field, Grammar, Records},
};

register_parser!(Grammar::new(&DESCRIPTOR, &["\"scorev3\""]).records(&RECORDS));

const DOCS: &str = r#"
## What it understands

The vulnerabilities that are not patched in a recipe; what is patched or ignored is no finding.

## Versions seen

Yocto 4 and 5, from their documentation.
"#;

static FIELDS: [(Field, &str); 2] = [(Field::Code, "id"), (Field::Message, "summary")];

static RECORDS: [Records; 1] = [Records::lint("package.*.issue.*", &FIELDS)
    .needing(&["id", "status=Unpatched"])
    .saying("a recipe with a known vulnerability")];

static EXAMPLES: [Example; 1] = [Example::new(
    "a vulnerability",
    r#"{"version":"1","package":[{"name":"acl","layer":"meta","version":"2.3.1","issue":[{"id":"CVE-2009-4411","summary":"follows symbolic links","scorev2":"3.7","scorev3":"0.0","status":"Unpatched"},{"id":"CVE-2010-1","summary":"x","scorev3":"0.0","status":"Patched"}]}]}
"#,
    r#"[{"type": "lint", "severity": "warning", "code": "CVE-2009-4411", "message": "follows symbolic links"}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "yocto-cve-check",
    "The report of Yocto's cve-check",
    DOCS,
    &[],
    &EXAMPLES,
);
