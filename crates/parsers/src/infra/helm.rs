//! helm lint.

use std::borrow::Cow;

use unbreak_core::{Descriptor, ErrorType, Example, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Pattern},
};

register_parser!(
    Grammar::new(
        &DESCRIPTOR,
        &["] templates/", "] Chart.y", "] values.y", "template: "]
    )
    .lines(&LINES)
);

const DOCS: &str = r#"
## What it understands

`[ERROR] templates/: message (chart/templates/a.yaml:3)` and what it says of the chart's files;
`Error: template: chart/templates/a.yaml:3:5: message`, as all programs print it that use Go's templates.

## Versions seen

Helm 3, from its documentation.
"#;

static LINES: [Pattern; 4] = [
    Pattern::of(
        ErrorType::Build,
        r"^(?:(?:Error|panic|[A-Z ]+): )*template: (?<file>{drive}[^:\s]+\.\w+):{line}(?::{column})?: {message}$",
    ),
    Pattern::of(
        ErrorType::Build,
        r"^\[(?<severity>ERROR|WARNING)\] templates/: (?<message>.*\((?<file>[^():]+):(?<line>\d+)(?::(?<column>\d+))?\).*)$",
    ),
    Pattern::of(
        ErrorType::Build,
        r"^\[(?<severity>ERROR|WARNING)\] templates/: (?<message>template: (?<file>[^:]+):(?<line>\d+):(?<column>\d+): .*)$",
    ),
    Pattern::lint(
        r"^\[(?<severity>ERROR|WARNING|INFO)\] (?<file>Chart\.ya?ml|values\.ya?ml|templates/\S*): {message}$",
    ),
];

static EXAMPLES: [Example; 3] = [
    Example::new(
        "a template that does not parse",
        "[ERROR] templates/: parse error at (shop/templates/app.yaml:3): unclosed action\n",
        r#"[{"type": "build", "severity": "error", "file": "shop/templates/app.yaml", "line": 3}]"#,
    ),
    Example::new(
        "a remark",
        "[INFO] Chart.yaml: icon is recommended\n",
        r#"[{"type": "lint", "severity": "info", "file": "Chart.yaml", "message": "icon is recommended"}]"#,
    ),
    Example::new(
        "a template that fails",
        "Error: INSTALLATION FAILED: template: shop/templates/app.yaml:3:5: executing \"shop/templates/app.yaml\" at <.Values.a.b>: nil pointer evaluating interface {}.b\n",
        r#"[{"type": "build", "severity": "error", "file": "shop/templates/app.yaml", "line": 3, "column": 5}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "helm",
    "helm lint",
    DOCS,
    &[Cow::Borrowed("helm"), Cow::Borrowed("yaml")],
    &EXAMPLES,
);
