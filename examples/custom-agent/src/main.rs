//! An agent of one's own: the built-in plug-ins for Python, a parser and a strategy for the rules of this
//! house, and all plug-ins that the user has installed and trusts.
//!
//! Run `cargo run -p custom-agent -- ./check.sh` in a directory where that fails.

#![expect(clippy::print_stdout, reason = "its output is what it is run for")]

mod house_rules;
mod untab;

use anyhow::{Context as _, Result};
use tokio::runtime::Builder;
use unbreak_core::{Command, Event, Fix, Registry};
use unbreak_host::plugins::{self, LoadOptions, Nobody, SERVE_COMMAND};
use unbreak_host::{Agent, CancelToken, Observer, RunOptions};

// Features in Cargo.toml choose the built-in plug-ins; naming the crates links them.
use unbreak_parsers as _;
use unbreak_strategies as _;

fn main() -> Result<()> {
    let mut words = std::env::args().skip(1);
    let program = words.next().context("which command shall pass?")?;
    if program == SERVE_COMMAND {
        // This program starts itself as the host of a plug-in's library.
        let library = words.next().context("which library?")?;
        return Ok(plugins::serve(library.as_ref())?);
    }
    let agent = agent()?;
    let runtime = Builder::new_current_thread().enable_all().build()?;
    let options = RunOptions::default();
    let command = Command::new(program, words);
    let report = runtime.block_on(agent.run(&command, &options, &mut Teller, &CancelToken::new()))?;
    println!("{}{:?}", report.diff, report.outcome);
    Ok(())
}

fn agent() -> Result<Agent> {
    let registry = Registry::builder()
        .with_linked()
        .parser(house_rules::HouseRules)
        .strategy(untab::Untab)
        // A built-in that this agent does not want.
        .disable("syntax_fix");
    let options = LoadOptions {
        host_program: Some(std::env::current_exe()?),
        ..LoadOptions::default()
    };
    let (registry, problems) = plugins::load(&options, &mut Nobody, registry);
    for problem in problems {
        println!("left out: {problem}");
    }
    Ok(Agent::builder().directory(".").registry(registry).build()?)
}

/// Prints events, and approves the fixes that its user would be asked about.
struct Teller;

impl Observer for Teller {
    fn event(&mut self, event: &Event) {
        println!("{}: {}", event.iteration, event.kind.name());
    }

    fn approve(&mut self, fix: &Fix) -> bool {
        fix.strategy == "untab"
    }
}
