//! Reports of .NET's test runners: TRX, NUnit's and xUnit's XML.

use unbreak_core::{Diagnostic, ErrorType, Severity, Sink, register_parser};

use crate::described;
use crate::format::xml::tree::{self, Node};
use crate::format::{Format, stack};

register_parser!(Format::of(&described::DOTNET_RESULTS).xml(read));

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
