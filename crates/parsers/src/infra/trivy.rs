//! Trivy: misconfigurations, vulnerabilities and secrets, in JSON.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, register_parser};

use crate::format::{
    self,
    grammar::{Block, Field, Grammar, Part, Records},
};

register_parser!(
    Grammar::new(
        &DESCRIPTOR,
        &[
            "\"Misconfigurations\"",
            "\"VulnerabilityID\"",
            "\"Secrets\"",
            "(LOW): ",
            "(MEDIUM): ",
            "(HIGH): ",
            "(CRITICAL): ",
            "LOW: ",
            "MEDIUM: ",
            "HIGH: ",
            "CRITICAL: "
        ]
    )
    .blocks(&BLOCKS)
    .records(&RECORDS)
);

const DOCS: &str = r#"
## What it understands

`trivy config --format json`: the misconfigurations of each target, with the lines that cause them; the vulnerabilities
of its packages, and secrets; of the table for people what `trivy config` finds.

## Versions seen

Trivy 0.50, from its documentation.
"#;

static TABLE: [Part; 4] = [
    Part::one(r"^(?:(?<code>AVD-\w+-\d+) \()?(?<severity>LOW|MEDIUM|HIGH|CRITICAL)\)?: {message}$"),
    Part::one(r"^═{5,}$"),
    Part::many(r"^(?:[^ ─].*)?$|^─{5,}$"),
    Part::one(r"^ (?<file>\S+):{line}(?:-{end_line})?(?: via .*)?$"),
];

static BLOCKS: [Block; 1] = [Block::lint(&TABLE)];

static FIELDS: [(Field, &str); 7] = [
    (Field::Severity, "Severity"),
    (Field::Code, "ID"),
    (Field::Message, "Message"),
    (Field::Advice, "Resolution"),
    (Field::File, "Target"),
    (Field::Line, "CauseMetadata.StartLine"),
    (Field::EndLine, "CauseMetadata.EndLine"),
];

static VULNERABILITY: [(Field, &str); 5] = [
    (Field::Severity, "Severity"),
    (Field::Code, "VulnerabilityID"),
    (Field::Message, "Title"),
    (Field::Advice, "PrimaryURL"),
    (Field::File, "Target"),
];

static SECRET: [(Field, &str); 6] = [
    (Field::Severity, "Severity"),
    (Field::Code, "RuleID"),
    (Field::Message, "Title"),
    (Field::File, "Target"),
    (Field::Line, "StartLine"),
    (Field::EndLine, "EndLine"),
];

static RECORDS: [Records; 3] = [
    Records::lint("Results.*.Misconfigurations.*", &FIELDS).needing(&["ID", "Message"]),
    Records::lint("Results.*.Vulnerabilities.*", &VULNERABILITY)
        .needing(&["VulnerabilityID", "PkgName"])
        .saying("a package with a known vulnerability"),
    Records::lint("Results.*.Secrets.*", &SECRET).needing(&["RuleID", "StartLine"]),
];

static EXAMPLES: [Example; 3] = [
    Example::new(
        "the table",
        "AVD-DS-0002 (HIGH): Specify at least 1 USER command in Dockerfile\n════════════════════════════════════════\nRunning containers with 'root' user can lead to a container escape situation.\n\nSee https://avd.aquasec.com/misconfig/ds002\n────────────────────────────────────────\n Dockerfile:3-5\n────────────────────────────────────────\n",
        r#"[{"type": "lint", "severity": "error", "code": "AVD-DS-0002", "file": "Dockerfile", "line": 3, "end_line": 5}]"#,
    ),
    Example::new(
        "a finding",
        r#"{"SchemaVersion":2,"Results":[{"Target":"Dockerfile","Class":"config","Misconfigurations":[{"ID":"DS002","Title":"Image user should not be root","Message":"Specify at least 1 USER command","Resolution":"Add a USER","Severity":"HIGH","CauseMetadata":{"StartLine":3,"EndLine":3}}]}]}
"#,
        r#"[{"type": "lint", "severity": "error", "code": "DS002", "file": "Dockerfile", "line": 3, "message": "Specify at least 1 USER command"}]"#,
    ),
    Example::new(
        "a vulnerability",
        r#"{"SchemaVersion":2,"Results":[{"Target":"package-lock.json","Class":"lang-pkgs","Vulnerabilities":[{"VulnerabilityID":"CVE-2020-7598","PkgName":"minimist","InstalledVersion":"0.0.8","Title":"prototype pollution","Severity":"MEDIUM"}]}]}
"#,
        r#"[{"severity": "warning", "code": "CVE-2020-7598", "file": "package-lock.json", "message": "prototype pollution"}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "trivy",
    "Trivy: misconfigurations, vulnerabilities and secrets, in JSON",
    DOCS,
    &[Cow::Borrowed("dockerfile"), Cow::Borrowed("terraform")],
    &EXAMPLES,
);
