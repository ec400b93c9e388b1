//! npm audit and pnpm audit, in JSON.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, register_parser};

use crate::format::{
    self,
    grammar::{Field, Grammar, Records},
};

register_parser!(Grammar::new(&DESCRIPTOR, &["\"auditReportVersion\"", "\"advisories\""]).records(&RECORDS));

const DOCS: &str = r#"
## What it understands

The advisories: of npm 7 and later within the packages that they concern, of npm 6 and pnpm in a list of their own.

## Versions seen

npm 6 to 11 and pnpm 6 to 10, from their documentation.
"#;

static FIELDS: [(Field, &str); 3] = [
    (Field::Severity, "severity"),
    (Field::Code, "url"),
    (Field::Message, "title"),
];

static ADVISORY: [(Field, &str); 4] = [
    (Field::Severity, "severity"),
    (Field::Code, "github_advisory_id"),
    (Field::Message, "title"),
    (Field::Advice, "recommendation"),
];

static RECORDS: [Records; 2] = [
    Records::lint("vulnerabilities.*.via.*", &FIELDS).needing(&["title", "severity"]),
    Records::lint("advisories.*", &ADVISORY).needing(&["title", "severity", "module_name"]),
];

static EXAMPLES: [Example; 1] = [Example::new(
    "an advisory",
    r#"{"auditReportVersion":2,"vulnerabilities":{"minimist":{"name":"minimist","severity":"critical","via":[{"source":1179,"name":"minimist","title":"Prototype Pollution in minimist","url":"https://github.com/advisories/GHSA-xvch-5gv4-984h","severity":"critical","range":"<0.2.1"}],"effects":["mkdirp"]},"mkdirp":{"name":"mkdirp","severity":"critical","via":["minimist"]}}}
"#,
    r#"[{"type": "lint", "severity": "error", "message": "Prototype Pollution in minimist"}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "npm-audit",
    "npm audit and pnpm audit, in JSON",
    DOCS,
    &[Cow::Borrowed("javascript")],
    &EXAMPLES,
);
