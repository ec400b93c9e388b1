//! ReSharper's command line tool dupFinder: code that stands in several places.

use unbreak_core::{Example, Location, Note, Severity, Sink};

use super::finding;
use crate::format::xml::tree::{self, Node};

pub(super) const EXAMPLE: Example = Example::new(
    "dupFinder",
    "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<DuplicatesReport><Duplicates><Duplicate Cost=\"98\"><Fragment><FileName>src\\Shop.cs</FileName><LineRange Start=\"12\" End=\"20\"/></Fragment><Fragment><FileName>src\\Cart.cs</FileName><LineRange Start=\"40\" End=\"48\"/></Fragment></Duplicate></Duplicates></DuplicatesReport>\n",
    r#"[{"type": "lint", "severity": "warning", "file": "src\\Shop.cs", "line": 12, "end_line": 20,
         "notes": [{"file": "src\\Cart.cs", "line": 40}]}]"#,
);

/// The places of one text: the first is the finding's, the others are its notes.
pub(super) fn read(document: &str, sink: &mut Sink) -> bool {
    let mut found = false;
    tree::each(
        document,
        "dupFinder XML",
        sink,
        |name| name == "Duplicate",
        |record, _, sink| {
            let mut places = record.children().iter().filter_map(place);
            let Some(first) = places.next() else {
                return;
            };
            let notes: Vec<Note> = places
                .map(|location| Note {
                    message: "the same lines".to_owned(),
                    location,
                })
                .collect();
            let message = format!("the same lines stand in {} places", notes.len() + 1);
            let mut diagnostic = finding(Severity::Warning, &message).at(first);
            diagnostic.notes = notes;
            found = true;
            sink.emit(diagnostic);
        },
    );
    found
}

fn place(fragment: &Node) -> Option<Location> {
    let lines = fragment.child("LineRange")?;
    let file = fragment.child("FileName")?.text();
    let mut location = Location::line(file, lines.number("Start")?);
    location.end_line = lines.number("End");
    Some(location)
}
