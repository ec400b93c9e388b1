//! Annotations that tools print for CI systems.

mod azure;
mod github;
mod teamcity;

use unbreak_core::{Descriptor, Diagnostic, Example, Line, register_parser};

use super::PRIORITY;
use crate::format::{self, Format};

register_parser!(
    Format::new(
        &DESCRIPTOR,
        &[
            "::error",
            "::warning",
            "::notice",
            "##vso[task.logissue ",
            "##teamcity["
        ]
    )
    .priority(PRIORITY)
    .line(begin)
);

const DOCS: &str = r#"
## What it understands

- GitHub's workflow commands: `::error file=a.c,line=1,col=5,endColumn=7,title=rule::message`
  (<https://docs.github.com/actions/reference/workflow-commands-for-github-actions>);
- Azure's logging commands: `##vso[task.logissue type=error;sourcepath=a.c;linenumber=1;code=100]message`
  (<https://learn.microsoft.com/azure/devops/pipelines/scripts/logging-commands>);
- TeamCity's service messages: `##teamcity[inspection ...]`, `[testFailed ...]`, `[buildProblem ...]`, `[message ...]`
  (<https://www.jetbrains.com/help/teamcity/service-messages.html>).

A title that looks like a rule is the code, and where there is no title a rule that the message begins with; one that leads to a test (`a.spec.js > suite > test`) names it.

## Versions seen

Written from the three descriptions; yamllint 1.38, RuboCop 1.39, textlint 15, oxlint 1.94, Playwright 1.65.
"#;

static EXAMPLES: [Example; 5] = [
    Example::new(
        "a failed test, as Vitest reports it to GitHub",
        "::error file=/home/dev/project/src/cart.js,title=v/cart.spec.mjs > cart > totals,line=3,column=25::TypeError: this.totl is not a function%0A ❯ Cart.total src/cart.js:3:25%0A ❯ v/cart.spec.mjs:3:44%0A%0A\n",
        r#"[{"type": "runtime", "code": "TypeError", "test": "cart totals", "file": "/home/dev/project/src/cart.js",
             "line": 3, "column": 25, "message": "this.totl is not a function"}]"#,
    ),
    Example::new(
        "GitHub",
        "::error file=src/a.js,line=1,col=5,endColumn=7,title=no-undef::'x' is not%0Adefined\n",
        r#"[{"type": "lint", "severity": "error", "file": "src/a.js", "line": 1, "column": 5, "end_column": 7,
             "code": "no-undef", "message": "'x' is not\ndefined"}]"#,
    ),
    Example::new(
        "Azure",
        "##vso[task.logissue type=warning;sourcepath=consoleapp/main.cs;linenumber=1;columnnumber=1;code=100;]Found something\n",
        r#"[{"severity": "warning", "file": "consoleapp/main.cs", "line": 1, "column": 1, "code": "100",
             "message": "Found something"}]"#,
    ),
    Example::new(
        "a message that repeats the place",
        "::warning file=shop.ts,line=1,endLine=1,col=7,endColumn=8,title=eslint(no-unused-vars)::shop.ts:1:7: Variable 'n' is never used.\n",
        r#"[{"severity": "warning", "file": "shop.ts", "line": 1, "column": 7, "code": "eslint(no-unused-vars)", "message": "Variable 'n' is never used."}]"#,
    ),
    Example::new(
        "TeamCity",
        "##teamcity[testFailed name='adds' message='expected |'5|'' details='at CalcTest.java:12']\n",
        r#"[{"type": "assertion", "severity": "error", "test": "adds", "message": "expected '5'"}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "ci-annotations",
    "GitHub's, Azure's and TeamCity's commands",
    DOCS,
    &[],
    &EXAMPLES,
);

fn begin(line: &Line<'_>) -> Option<Diagnostic> {
    let text = line.text.trim_start();
    github::read(text)
        .or_else(|| azure::read(text))
        .or_else(|| teamcity::read(text))
}
