//! Qt Linguist's files of translations.

use unbreak_core::{Diagnostic, ErrorType, Severity, Sink, register_parser};

use crate::described;
use crate::format::Format;
use crate::format::xml::tree::{self, Node};

register_parser!(Format::of(&described::QT_LINGUIST).xml(read));

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
