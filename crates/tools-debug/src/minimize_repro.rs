//! `minimize_repro`: the smallest input that still fails in the same way.

mod again;
mod change;
mod input;
mod nest;
mod oracle;
mod records;
mod reduction;
mod screen;
mod search;
mod shape;
mod sweep;
#[cfg(feature = "grammars")]
mod syntax;
mod text;
mod tree;

use unbreak_core::{Descriptor, ToolContext, ToolError};

use crate::describe::describe;
use crate::experiment::experiment;

use input::{End, Input, Output};
use oracle::Oracle;
use reduction::{Matter, Reduction};
use search::Stop;

static DESCRIPTOR: Descriptor = describe(
    "minimize_repro",
    "reduces an input to a minimal one that still fails in the same way",
    DOCS,
    &[],
);

const DOCS: &str = "\
# What it does
Runs the command repeatedly on smaller versions of a file, a directory or a list of arguments (tests,
commits), and keeps versions that still fail in the same way: with the same error in the same place, as
the parsers understand it or, if an exit code is named, with that exit code. In a file that is not part
of the input, the same place is the same line.

# How
Large pieces come first. A file in a known language is reduced along its syntax tree: parts of lists are
removed, a construct is replaced by its content, expressions by the simplest ones, names by shorter
ones. Other files are reduced by elements, indented blocks or binary records that state their length, if
they have any, and then by lines, words and characters. For a directory, whole files are removed first,
then parts of each. A list keeps its order.

# Safety
The input itself is only read. Candidates are in a scratch directory.";

/// Delta debugging of a file, a directory or a list.
#[derive(Debug, Clone, Copy)]
pub struct MinimizeRepro;

experiment!(MinimizeRepro: Input => minimize, input::output_schema);

async fn minimize(input: Input, context: &ToolContext<'_>) -> Result<Output, ToolError> {
    input.check()?;
    let input = &input;
    let matter = Matter::of(input, context.workspace.root())?;
    let whole = (matter.bytes(), matter.parts());
    let (shape, text) = matter.candidate();
    let oracle = Oracle::observe(input, &shape, &text, context).await?;
    let mut reduction = Reduction::new(&oracle, context, input);
    let (left, ended) = reduction.of(matter).await;
    let end = match ended {
        Ok(()) => End::Minimal,
        Err(Stop::Budget) => End::Budget,
        Err(Stop::Interrupted) => End::Interrupted,
        Err(Stop::Failed(error)) => return Err(error),
    };
    let mut output = Output {
        text: None,
        bytes_hex: None,
        files: None,
        items: None,
        bytes: left.bytes(),
        original_bytes: whole.0,
        parts: left.parts(),
        original_parts: whole.1,
        calls: reduction.calls(),
        kept: oracle.goal(),
        end,
    };
    match left {
        Matter::Text(_, text) => (output.text, output.bytes_hex) = shown(text),
        Matter::Items(items) => output.items = Some(items),
        Matter::Tree(tree) => output.files = Some(tree.listed()),
    }
    Ok(output)
}

/// As text, or else in hexadecimal.
fn shown(bytes: Vec<u8>) -> (Option<String>, Option<String>) {
    match String::from_utf8(bytes) {
        Ok(text) => (Some(text), None),
        Err(error) => (None, Some(hexadecimal(error.as_bytes()))),
    }
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
