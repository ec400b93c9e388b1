//! `minimize_repro`: the smallest input that still fails in the same way.

mod change;
mod input;
mod oracle;
mod screen;
mod search;
mod sweep;
#[cfg(feature = "_syntax")]
mod syntax;
mod text;

use std::path::Path;

use async_trait::async_trait;
use serde_json::Value;
use unbreak_core::{DebugTool, Descriptor, ToolContext, ToolError, register_tool};

use crate::describe::describe;

use input::{End, Input, Output};
use oracle::Oracle;
use search::{Search, Stop};

static DESCRIPTOR: Descriptor = describe(
    "minimize_repro",
    "reduces an input to a minimal one that still fails in the same way",
    DOCS,
    &[],
);

const DOCS: &str = "\
# What it does
Runs the command again and again on smaller versions of the file, and keeps what still fails in the
same way: with the same error in the same place, as the parsers understand it, or, when an exit code
is named, with that exit code.

# How
Large pieces first. A file in a known language is reduced along its syntax tree: parts of lists are
left out, a construct is replaced by what it holds, expressions by the simplest ones, names by
shorter ones. Everything else is reduced by lines, words and characters.

# Safety
The file itself is only read. Candidates lie in a scratch directory, in a file of the same name.";

/// Delta debugging of one file.
#[derive(Debug, Clone, Copy)]
pub struct MinimizeRepro;

register_tool!(MinimizeRepro);

#[async_trait]
impl DebugTool for MinimizeRepro {
    fn descriptor(&self) -> &Descriptor {
        &DESCRIPTOR
    }

    fn input_schema(&self) -> Value {
        input::schema()
    }

    fn output_schema(&self) -> Value {
        input::output_schema()
    }

    async fn call(&self, input: Value, context: &ToolContext<'_>) -> Result<Value, ToolError> {
        let input = Input::read(input)?;
        let output = minimize(&input, context).await?;
        serde_json::to_value(output).map_err(|error| ToolError::Other(error.to_string()))
    }
}

async fn minimize(input: &Input, context: &ToolContext<'_>) -> Result<Output, ToolError> {
    let text = read(&context.workspace.root().join(&input.input))?;
    let oracle = Oracle::observe(input, &text, context).await?;
    let original_bytes = text.len();
    let jobs = input.jobs.unwrap_or_else(processors);
    let mut search = Search::new(&oracle, context, text).limited(input.budget_calls, jobs);
    let end = match reduce(&mut search, Path::new(&input.input)).await {
        Ok(()) => End::Minimal,
        Err(Stop::Budget) => End::Budget,
        Err(Stop::Interrupted) => End::Interrupted,
        Err(Stop::Failed(error)) => return Err(error),
    };
    let smallest = search.smallest();
    let text = String::from_utf8(smallest.to_vec()).ok();
    Ok(Output {
        bytes_hex: text.is_none().then(|| hexadecimal(smallest)),
        bytes: smallest.len(),
        text,
        original_bytes,
        calls: search.calls(),
        kept: oracle.goal(),
        end,
    })
}

fn read(path: &Path) -> Result<Vec<u8>, ToolError> {
    let text = std::fs::read(path)
        .map_err(|error| ToolError::Input(format!("{} cannot be read: {error}", path.display())))?;
    match text.is_empty() {
        true => Err(ToolError::Input(format!("{} is empty", path.display()))),
        false => Ok(text),
    }
}

#[cfg_attr(
    not(feature = "_syntax"),
    expect(unused_variables, reason = "the ending names a grammar")
)]
async fn reduce(search: &mut Search<'_>, name: &Path) -> Result<(), Stop> {
    if search.ask(&[Vec::new()]).await?[0] {
        search.keep(Vec::new());
        return Ok(());
    }
    #[cfg(feature = "_syntax")]
    if let Some(grammar) = syntax::Grammar::of(name) {
        return syntax::reduce(search, grammar).await;
    }
    text::reduce(search).await
}

fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
