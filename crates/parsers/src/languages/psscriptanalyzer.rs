//! PSScriptAnalyzer.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, Severity, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Pattern},
};

register_parser!(
    Grammar::new(
        &DESCRIPTOR,
        &[
            "PSAvoid",
            "PSUse",
            "PSReview",
            "PSPoss",
            "PSMissing",
            "PSShould",
            "PSMisleading",
            "PSReserved",
            "PSAlign",
            "PSPlace",
            "PSProvide",
            "PSDSC",
            " ParseError "
        ]
    )
    .lines(&LINES)
);

const DOCS: &str = r#"
## What it understands

The table that `Invoke-ScriptAnalyzer` prints: rule, severity, script, line, message.

## Versions seen

PSScriptAnalyzer 1, from its documentation.
"#;

static LINES: [Pattern; 1] = [Pattern::lint(r"^(?<code>PS[A-Z]\w+|[A-Z]\w+) +(?<severity>Warning|Error|Information|ParseError) +(?<file>\S+\.psm?d?1) +{line} +{message}$").words(&[("ParseError", Severity::Error)])];

static EXAMPLES: [Example; 1] = [Example::new(
    "a finding",
    "RuleName                            Severity     ScriptName Line  Message
--------                            --------     ---------- ----  -------
PSAvoidUsingCmdletAliases           Warning      a.ps1      3     'ls' is an alias of 'Get-ChildItem'.
",
    r#"[{"type": "lint", "severity": "warning", "code": "PSAvoidUsingCmdletAliases", "file": "a.ps1", "line": 3}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "psscriptanalyzer",
    "PSScriptAnalyzer",
    DOCS,
    &[Cow::Borrowed("powershell")],
    &EXAMPLES,
);
