//! The XML of PMD and of its detector of copied code, which PHPMD and others write as well.

use unbreak_core::{Descriptor, Diagnostic, ErrorType, Example, Location, Severity, Sink, register_parser};

use super::PRIORITY;
use crate::format::xml::copies;
use crate::format::xml::tree::{self, Node};
use crate::format::{self, Format};

register_parser!(
    Format::new(&DESCRIPTOR, &["<pmd", "<violation", "<duplication"])
        .priority(PRIORITY)
        .xml(read)
);

const DOCS: &str = r#"
## What it understands

PMD's report (`<pmd>`, `<file name>`, `<violation beginline begincolumn rule priority>`, and `<error>` for
files that PMD could not read) and CPD's (`<pmd-cpd>`, `<duplication lines tokens>` with its `<file>`s: one
warning at the first, the other places as notes). PMD's last column is counted in; priority 1 is an
error, 2 and 3 are warnings.

## Versions seen

PMD 5 to 7, CPD 5 to 7 and PHPMD 2, from their schemas.
"#;

static EXAMPLES: [Example; 2] = [
    Example::new(
        "a violation",
        "<?xml version=\"1.0\"?>\n<pmd version=\"6.55.0\">\n<file name=\"src/Shop.java\">\n<violation beginline=\"12\" endline=\"12\" begincolumn=\"17\" endcolumn=\"21\" rule=\"UnusedPrivateField\" ruleset=\"Best Practices\" priority=\"3\">\nAvoid unused private fields such as 'total'.\n</violation>\n</file>\n</pmd>\n",
        r#"[{"type": "lint", "severity": "warning", "code": "UnusedPrivateField", "file": "src/Shop.java", "line": 12,
             "column": 17, "end_column": 22, "message": "Avoid unused private fields such as 'total'."}]"#,
    ),
    Example::new(
        "copied code",
        "<?xml version=\"1.0\"?>\n<pmd-cpd>\n<duplication lines=\"36\" tokens=\"75\"><file line=\"76\" path=\"src/A.java\"/><file line=\"12\" path=\"src/B.java\"/><codefragment><![CDATA[x]]></codefragment></duplication>\n</pmd-cpd>\n",
        r#"[{"type": "lint", "severity": "warning", "file": "src/A.java", "line": 76, "end_line": 111,
             "message": "36 lines (75 tokens) stand in 2 places", "notes": [{"file": "src/B.java", "line": 12}]}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor("pmd-xml", "PMD's and CPD's XML", DOCS, &[], &EXAMPLES);

fn read(document: &str, sink: &mut Sink) -> bool {
    tree::findings(
        document,
        "PMD XML",
        sink,
        |name| matches!(name, "violation" | "duplication" | "error"),
        |record, around| match (record.name(), around.first().map(Node::name)) {
            ("violation", Some("pmd")) => violation(record, around.last()),
            ("error", Some("pmd")) => unread(record),
            ("duplication", Some("pmd-cpd")) => duplication(record),
            _ => None,
        },
    )
}

fn violation(record: &Node, file: Option<&Node>) -> Option<Diagnostic> {
    let severity = match record.number("priority") {
        Some(1) => Severity::Error,
        Some(4 | 5) => Severity::Info,
        _ => Severity::Warning,
    };
    let file = file?;
    let file = file.get("name").or_else(|| file.get("path"));
    let mut location = record.place(file, "beginline", "begincolumn");
    location.end_line = record.number("endline").filter(|_| location.line.is_some());
    location.end_column = record
        .number("endcolumn")
        .filter(|_| location.column.is_some())
        .map(|last| last + 1);
    // TSLint writes its message in the place of the rule.
    let (message, rule) = match (record.text().trim(), record.get("rule")) {
        ("", rule) => (rule?, None),
        (message, rule) => (message, rule),
    };
    let mut diagnostic = Diagnostic::new(ErrorType::Lint, severity, message).at(location);
    diagnostic.code = rule.map(str::to_owned);
    Some(diagnostic)
}

/// The error that kept PMD from reading a file.
fn unread(record: &Node) -> Option<Diagnostic> {
    let message = record.get("msg")?;
    let location = record.get("filename").map(Location::file).unwrap_or_default();
    Some(Diagnostic::new(ErrorType::Build, Severity::Error, message).at(location))
}

fn duplication(record: &Node) -> Option<Diagnostic> {
    let lines = record.number("lines")?;
    let files = record.children().iter().filter(|child| child.name() == "file");
    let places = files.map(|file| {
        let mut location = file.place(file.get("path"), "line", "column");
        location.end_line = location.line.map(|line| line + lines - 1);
        location
    });
    let tokens = record.number("tokens");
    let tokens = tokens.map_or_else(String::new, |tokens| format!(" ({tokens} tokens)"));
    copies::diagnostic(&format!("{lines} lines{tokens}"), places)
}
