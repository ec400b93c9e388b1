//! The smallest agent: it reads Python's tracebacks and fixes imports, and nothing else is built.
//!
//! Run `cargo run -p minimal-agent -- python3 main.py` in a directory where that fails.

#![expect(clippy::print_stdout, reason = "its output is what it is run for")]

use anyhow::{Context as _, Result};
use tokio::runtime::Builder;
use unbreak_core::Command;
use unbreak_host::{Agent, CancelToken, RunOptions, Silent};

// A crate that nothing names registers nothing, because the linker drops it. Cargo.toml chooses the parts
// that are built: here the feature `traceback` of `unbreak-parsers`, and `import_fix` of
// `unbreak-strategies`.
use unbreak_parsers as _;
use unbreak_strategies as _;

fn main() -> Result<()> {
    let mut words = std::env::args().skip(1);
    let program = words.next().context("which command shall pass?")?;
    let command = Command::new(program, words);
    let agent = Agent::builder().directory(".").with_linked().build()?;
    let runtime = Builder::new_current_thread().enable_all().build()?;
    let options = RunOptions::default();
    let report = runtime.block_on(agent.run(&command, &options, &mut Silent, &CancelToken::new()))?;
    println!("{}{:?}", report.diff, report.outcome);
    Ok(())
}
