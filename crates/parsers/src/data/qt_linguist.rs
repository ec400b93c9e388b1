//! Qt Linguist's files of translations.

use unbreak_core::{Descriptor, Diagnostic, ErrorType, Example, Severity, Sink, register_parser};

use crate::format::xml::tree::{self, Node};
use crate::format::{self, Format};

register_parser!(Format::new(&DESCRIPTOR, &["<TS "]).xml(read));

const DOCS: &str = r#"
## What it understands

Texts that are not translated (`<translation type="unfinished">`), with the place where the program uses them, and
translations that nobody uses any more (`obsolete`, `vanished`), which are remarks.

## Versions seen

Qt 4 to 6, from their documentation.
"#;

static EXAMPLES: [Example; 1] = [Example::new(
    "a text that is not translated",
    r#"<?xml version="1.0" encoding="utf-8"?>
<TS version="2.1" language="de_DE"><context><name>Shop</name><message><location filename="../shop.cpp" line="14"/><source>Total</source><translation type="unfinished"></translation></message></context></TS>
"#,
    r#"[{"type": "lint", "severity": "warning", "code": "unfinished", "file": "../shop.cpp", "line": 14, "message": "translation unfinished: Total"}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "qt-linguist",
    "Qt Linguist's files of translations",
    DOCS,
    &[],
    &EXAMPLES,
);

fn read(document: &str, sink: &mut Sink) -> bool {
    let is_record = |name: &str| name == "message";
    tree::findings(document, "XML", sink, is_record, |message, _| unfinished(message))
}

fn unfinished(message: &Node) -> Option<Diagnostic> {
    let kind = message.child("translation")?.get("type")?;
    let severity = match kind {
        "unfinished" => Severity::Warning,
        "obsolete" | "vanished" => Severity::Info,
        _ => return None,
    };
    let said = message.child("source").map_or("", Node::text);
    let place = message.child("location")?;
    let location = place.place(place.get("filename"), "line", "column");
    let said = format!("translation {kind}: {said}");
    Some(
        Diagnostic::new(ErrorType::Lint, severity, said)
            .with_code(kind)
            .at(location),
    )
}
