//! ReSharper's command line tool dupFinder: code that is in several places.

use unbreak_core::{Example, Location, Sink};

use crate::format::xml::copies;
use crate::format::xml::tree::{self, Node};

pub(super) const EXAMPLE: Example = Example::new(
    "dupFinder",
    "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<DuplicatesReport><Duplicates><Duplicate Cost=\"98\"><Fragment><FileName>src\\Shop.cs</FileName><LineRange Start=\"12\" End=\"20\"/></Fragment><Fragment><FileName>src\\Cart.cs</FileName><LineRange Start=\"40\" End=\"48\"/></Fragment></Duplicate></Duplicates></DuplicatesReport>\n",
    r#"[{"type": "lint", "severity": "warning", "file": "src\\Shop.cs", "line": 12, "end_line": 20,
         "notes": [{"file": "src\\Cart.cs", "line": 40}]}]"#,
);

pub(super) fn read(document: &str, sink: &mut Sink) -> bool {
    let is_record = |name: &str| name == "Duplicate";
    tree::findings(document, "dupFinder XML", sink, is_record, |record, _| {
        copies::diagnostic("the same lines", record.children().iter().filter_map(place))
    })
}

fn place(fragment: &Node) -> Option<Location> {
    let lines = fragment.child("LineRange")?;
    let file = fragment.child("FileName")?.text();
    let mut location = Location::line(file, lines.number("Start")?);
    location.end_line = lines.number("End");
    Some(location)
}
