//! `add_instrumented_trace`: a line that reports when it is reached, without a trace of it in the
//! user's tree.

mod dialect;
mod dialects;
mod edit;
mod input;
mod place;
mod probe;
mod proof;
mod shelf;
mod spots;
mod watch;
mod work;

use serde_json::{Value, json};
use unbreak_core::{Descriptor, ToolContext, ToolError};

use self::input::Input;
use self::shelf::Shelf;
use crate::describe::describe;
use crate::experiment::experiment;
use crate::subject;

static DESCRIPTOR: Descriptor = describe(
    "add_instrumented_trace",
    "reports each time a line is reached, with the values of expressions, in a scratch copy",
    DOCS,
    &[],
);

const DOCS: &str = "\
# What it does
Inserts a probe at a line: each time the line is reached, it reports a message and the values of
expressions. With a command, it runs the command and shows the hits in order.

# How
Python programs are observed by their own runtime, and nothing is edited. Before Python 3.12 this
slows down the whole program and is done only on request. For other programs the probe is written into
a copy of the workspace, in the language of the file, at the boundary of a statement. If no statement
begins on the line (within brackets, a docstring, a decorator, before `else`), the probe is inserted at
the nearest equivalent place, and the result says so. A probe needs nothing that the file does not
have: no logger, no import.

# Safety
The workspace is only read. The copy is in the state directory until its handle is removed, for a week
at most. Before a result is returned, the file with its probe is parsed again, and checked by the
compiler or interpreter of the language if there is one.";

/// Probes that report.
#[derive(Debug, Clone, Copy)]
pub struct AddInstrumentedTrace;

experiment!(AddInstrumentedTrace: Input => instrument, input::output_schema);

async fn instrument(input: Input, context: &ToolContext<'_>) -> Result<Value, ToolError> {
    input.check()?;
    let shelf = Shelf::new(context.kept()?, context.scratch()?);
    if input.list {
        return Ok(json!({ "kept": subject::write(&shelf.list())? }));
    }
    match &input.remove {
        Some(handle) => {
            shelf.remove(handle)?;
            Ok(json!({ "removed": handle }))
        }
        None => subject::write(&work::instrument(&input, &shelf, context).await?),
    }
}

/// The results of edits to a file: its text with a probe at one line, for each of its lines, and
/// last with a probe at every line that takes one.
///
/// # Errors
/// When its language is not known. For a line: why it takes no probe.
pub fn at_every_line(
    path: &std::path::Path,
    text: &str,
) -> Result<impl Iterator<Item = Result<String, String>>, String> {
    let file = edit::File::read(path, text)?;
    let wanted = |line| probe::Wanted {
        file: path.to_string_lossy().into_owned(),
        line,
        expressions: Vec::new(),
        message: None,
    };
    let lines = 1..=text.lines().count();
    let search = file.places();
    let places: Vec<_> = lines.clone().map(|line| search.find(line)).collect();
    drop(search);
    let probes: Vec<_> = lines
        .map(|line| probe::Probe::new("p0", line, 1, &wanted(line)))
        .collect();
    let mut each = 0..=probes.len();
    Ok(std::iter::from_fn(move || {
        let pair = |index: usize| places[index].as_ref().map(|place| (&probes[index], place));
        Some(match each.next()? {
            index if index < probes.len() => pair(index)
                .map_err(Clone::clone)
                .and_then(|pair| file.with(&[pair])),
            end => file.with(&(0..end).filter_map(|index| pair(index).ok()).collect::<Vec<_>>()),
        })
    }))
}
