//! Reports of .NET's test runners: TRX, NUnit's and xUnit's XML.

use unbreak_core::{Descriptor, Diagnostic, ErrorType, Example, Severity, Sink, register_parser};

use super::LANGUAGES;
use crate::format::xml::tree::{self, Node};
use crate::format::{self, Format, stack};

register_parser!(
    Format::new(
        &DESCRIPTOR,
        &["<UnitTestResult", "<test-case", "<assembly ", "<assemblies"]
    )
    .xml(read)
);

const DOCS: &str = r#"
## What it understands

- TRX, as `dotnet test --logger trx` and VSTest write it: `<UnitTestResult outcome="Failed">`;
- NUnit 2 and 3: `<test-case result="Failed">` (before version 3 `success="False"`);
- xUnit 2: `<test result="Fail">`.

The place is the innermost entry of the stack that has a file.

## Versions seen

TRX 2010, NUnit 2.6 to 3.16, xUnit 2.9, from their schemas.
"#;

static EXAMPLES: [Example; 3] = [
    Example::new(
        "TRX",
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<TestRun xmlns=\"http://microsoft.com/schemas/VisualStudio/TeamTest/2010\"><Results><UnitTestResult testName=\"Shop.Tests.Adds\" outcome=\"Failed\"><Output><ErrorInfo><Message>Assert.Equal() Failure</Message><StackTrace>   at Shop.Tests.Adds() in /home/dev/project/Tests.cs:line 9</StackTrace></ErrorInfo></Output></UnitTestResult></Results></TestRun>\n",
        r#"[{"type": "assertion", "severity": "error", "test": "Shop.Tests.Adds", "message": "Assert.Equal() Failure",
             "file": "/home/dev/project/Tests.cs", "line": 9}]"#,
    ),
    Example::new(
        "NUnit",
        "<?xml version=\"1.0\"?>\n<test-run><test-suite><test-case name=\"Adds\" fullname=\"Shop.Tests.Adds\" result=\"Failed\"><failure><message>Expected: 4</message><stack-trace>at Shop.Tests.Adds() in C:\\project\\Tests.cs:line 9</stack-trace></failure></test-case></test-suite></test-run>\n",
        r#"[{"type": "assertion", "severity": "error", "test": "Shop.Tests.Adds", "file": "C:\\project\\Tests.cs", "line": 9}]"#,
    ),
    Example::new(
        "xUnit",
        "<?xml version=\"1.0\"?>\n<assemblies><assembly name=\"Shop\"><collection><test name=\"Shop.Tests.Adds\" result=\"Fail\"><failure exception-type=\"Xunit.Sdk.EqualException\"><message>Assert.Equal() Failure</message><stack-trace>   at Shop.Tests.Adds() in /home/dev/project/Tests.cs:line 9</stack-trace></failure></test></collection></assembly></assemblies>\n",
        r#"[{"type": "assertion", "severity": "error", "test": "Shop.Tests.Adds", "line": 9}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "dotnet-results",
    "reports of .NET's test runners",
    DOCS,
    LANGUAGES,
    &EXAMPLES,
);

fn read(document: &str, sink: &mut Sink) -> bool {
    let mut tests = 0;
    tree::each(
        document,
        "test report",
        sink,
        |name| matches!(name, "UnitTestResult" | "test-case" | "test"),
        |record, _, sink| {
            tests += 1;
            failed(record)
                .into_iter()
                .for_each(|diagnostic| sink.emit(diagnostic));
        },
    );
    tests > 0
}

/// The test's failure, if it has one.
fn failed(record: &Node) -> Option<Diagnostic> {
    let verdict = record.get("outcome").or_else(|| record.get("result"));
    let verdict = verdict.or_else(|| record.get("success"))?;
    if !matches!(
        verdict,
        "Failed" | "Fail" | "Failure" | "Error" | "False" | "Timeout" | "Aborted"
    ) {
        return None;
    }
    let said = |names: [&str; 2]| names.iter().find_map(|name| record.find(name)).map(Node::text);
    let message = said(["Message", "message"]).unwrap_or("the test failed");
    let mut diagnostic = Diagnostic::new(ErrorType::Assertion, Severity::Error, message);
    let name = ["testName", "fullname", "name"]
        .iter()
        .find_map(|key| record.get(key));
    diagnostic.test = name.map(str::to_owned);
    stack::attach(
        &mut diagnostic,
        said(["StackTrace", "stack-trace"]).unwrap_or_default(),
    );
    Some(diagnostic)
}
