//! ReSharper's command line tool dupFinder: code that is in several places.

use unbreak_core::{Location, Sink};

use crate::format::xml::copies;
use crate::format::xml::tree::{self, Node};

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
