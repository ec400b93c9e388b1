//! Simian's and CCM's reports in XML.

use unbreak_core::{Descriptor, Diagnostic, ErrorType, Example, Severity, Sink, register_parser};

use crate::format::xml::copies;
use crate::format::xml::tree::{self, Node};
use crate::format::{self, Format};

register_parser!(Format::new(&DESCRIPTOR, &["<simian", "<ccm"]).xml(read));

const DOCS: &str = r#"
## What it understands

Simian: the blocks of a `<set>` of like lines, one diagnostic for a set, at its first block, the others as notes.
CCM: functions by their complexity (`<metric>`), of which `Low` ones are remarks.

## Versions seen

Simian 2.3 to 4, CCM 1, from their documentation.
"#;

static EXAMPLES: [Example; 2] = [
    Example::new(
        "Simian",
        r#"<?xml version="1.0" encoding="UTF-8"?>
<simian version="2.3"><check><set lineCount="11"><block sourceFile="src/Cart.java" startLineNumber="93" endLineNumber="105"/><block sourceFile="src/Shop.java" startLineNumber="3" endLineNumber="15"/></set></check></simian>
"#,
        r#"[{"type": "lint", "severity": "warning", "file": "src/Cart.java", "line": 93, "end_line": 105, "message": "11 lines stand in 2 places", "notes": [{"file": "src/Shop.java", "line": 3}]}]"#,
    ),
    Example::new(
        "CCM",
        r#"<?xml version="1.0"?>
<ccm><metric><complexity>18</complexity><unit>Shop::total</unit><classification>High</classification><file>\Shop.cs</file><startLineNumber>10</startLineNumber><endLineNumber>20</endLineNumber></metric></ccm>
"#,
        r#"[{"severity": "error", "code": "High", "file": "\\Shop.cs", "line": 10, "end_line": 20, "message": "Shop::total has a complexity of 18"}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "duplication",
    "Simian's and CCM's reports in XML",
    DOCS,
    &[],
    &EXAMPLES,
);

fn read(document: &str, sink: &mut Sink) -> bool {
    tree::findings(
        document,
        "XML",
        sink,
        |name| matches!(name, "set" | "metric"),
        |record, _| duplication(record).or_else(|| complexity(record)),
    )
}

fn duplication(set: &Node) -> Option<Diagnostic> {
    let lines = set.number("lineCount")?;
    let blocks = set.children().iter().filter(|child| child.name() == "block");
    let places = blocks.map(|block| {
        let mut location = block.place(block.get("sourceFile"), "startLineNumber", "column");
        location.end_line = block.number("endLineNumber");
        location
    });
    copies::diagnostic(&format!("{lines} lines"), places)
}

fn complexity(metric: &Node) -> Option<Diagnostic> {
    let number = |name: &str| metric.value(name)?.parse().ok();
    let message = format!(
        "{} has a complexity of {}",
        metric.value("unit")?,
        metric.value("complexity")?
    );
    let class = metric.value("classification").unwrap_or_default();
    let severity = match class {
        "High" => Severity::Error,
        "Low" => Severity::Info,
        _ => Severity::Warning,
    };
    let mut diagnostic = Diagnostic::new(ErrorType::Lint, severity, message).with_code(class);
    diagnostic.location.file = metric.value("file").map(str::to_owned);
    diagnostic.location.line = number("startLineNumber");
    diagnostic.location.end_line = number("endLineNumber");
    Some(diagnostic)
}
