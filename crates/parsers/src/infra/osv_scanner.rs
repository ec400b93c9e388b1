//! OSV-Scanner, in JSON.

use unbreak_core::{Descriptor, Example, register_parser};

use crate::format::{
    self,
    grammar::{Field, Grammar, Records},
};

register_parser!(Grammar::new(&DESCRIPTOR, &["\"ecosystem\""]).records(&RECORDS));

const DOCS: &str = r#"
## What it understands

The vulnerabilities of each package, with the lock file that names it.

## Versions seen

OSV-Scanner 1 and 2, from their documentation.
"#;

static FIELDS: [(Field, &str); 4] = [
    (Field::File, "source.path"),
    (Field::Severity, "database_specific.severity"),
    (Field::Code, "id"),
    (Field::Message, "summary"),
];

static RECORDS: [Records; 1] = [Records::lint("results.*.packages.*.vulnerabilities.*", &FIELDS)
    .needing(&["id"])
    .saying("a package with a known vulnerability")];

static EXAMPLES: [Example; 1] = [Example::new(
    "a vulnerability",
    r#"{"results":[{"source":{"path":"/home/dev/project/package-lock.json","type":"lockfile"},"packages":[{"package":{"name":"minimist","version":"0.0.8","ecosystem":"npm"},"vulnerabilities":[{"id":"GHSA-vh95-rmgr-6w4m","summary":"Prototype Pollution in minimist","database_specific":{"severity":"MODERATE"}}]}]}]}
"#,
    r#"[{"type": "lint", "severity": "warning", "code": "GHSA-vh95-rmgr-6w4m", "file": "/home/dev/project/package-lock.json", "message": "Prototype Pollution in minimist"}]"#,
)];

static DESCRIPTOR: Descriptor =
    format::descriptor("osv-scanner", "OSV-Scanner, in JSON", DOCS, &[], &EXAMPLES);
