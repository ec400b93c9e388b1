//! Exceptions that OCaml programs did not catch.

use unbreak_core::{Diagnostic, ErrorType, Frame, Line, Location, Severity, register_parser};

use crate::described;
use crate::format::{Flow, Format, Open, stack};

register_parser!(Format::of(&described::OCAML_EXCEPTION).block(begin, follow));

fn begin(line: &Line<'_>) -> Option<Diagnostic> {
    let said = line.text.strip_prefix("Fatal error: exception ")?.trim_end();
    let name = said.split(['(', ' ', ':']).next()?;
    let error_type = match name {
        "Assert_failure" => ErrorType::Assertion,
        _ => ErrorType::Runtime,
    };
    Some(Diagnostic::new(error_type, Severity::Error, said).with_code(name))
}

fn follow(open: &mut Open, line: &str) -> Flow {
    let Some(frame) = entry(line) else {
        return Flow::Over;
    };
    stack::push_caller_and_place(&mut open.diagnostic, frame, "stdlib.ml");
    Flow::Taken
}

/// `Called from F in file "d.ml" (inlined), line 1, characters 9-22`.
fn entry(line: &str) -> Option<Frame> {
    const STARTS: [&str; 4] = [
        "Raised at ",
        "Re-raised at ",
        "Called from ",
        "Raised by primitive operation at ",
    ];
    let text = STARTS.iter().find_map(|start| line.strip_prefix(start))?;
    let (function, place) = text
        .split_once(" in file \"")
        .or_else(|| Some(("", text.strip_prefix("file \"")?)))?;
    let (file, rest) = place.split_once('"')?;
    let (_, rest) = rest.split_once(", line ")?;
    let (number, columns) = rest.split_once(", characters ")?;
    let (first, end) = columns.split_once('-')?;
    let number = number.parse().ok()?;
    let column = |text: &str| text.parse::<u32>().ok()?.checked_add(1);
    let location = Location::column(file, number, column(first)?).until(number, column(end)?);
    Some(Frame::new(
        location,
        (!function.is_empty()).then(|| function.to_owned()),
    ))
}
