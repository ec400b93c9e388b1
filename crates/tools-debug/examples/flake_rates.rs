//! How many runs a sequential flake check takes, and how many flakes it catches: of simulated commands
//! that fail by chance at a known rate. Prints a line for each rate.
//!
//! `cargo run --release --example flake_rates -- [COMMANDS [SEED]]`

#![expect(clippy::print_stdout, reason = "it is a program that prints a table")]

use std::error::Error;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use async_trait::async_trait;
use serde_json::{Value, json};
use unbreak_core::capability::CapabilityError;
use unbreak_core::{
    Command, Completed, DebugTool as _, Diagnostic, ExitState, Reader, RelPath, Runner, ToolContext,
    Workspace,
};
use unbreak_tools_debug::flake_check::FlakeCheck;

/// Commands of each rate, if nothing else is said.
const COMMANDS: u32 = 2_000;

const RATES: [f64; 6] = [0.0, 0.01, 0.05, 0.10, 0.20, 0.50];

fn main() -> Result<(), Box<dyn Error>> {
    let mut numbers = std::env::args().skip(1).map(|word| word.parse::<u32>());
    let commands = numbers.next().transpose()?.unwrap_or(COMMANDS);
    let seed = numbers.next().transpose()?.unwrap_or(1);
    let runtime = tokio::runtime::Builder::new_current_thread().build()?;
    println!("rate    called flaky    runs on average");
    for rate in RATES {
        let chance = Chance {
            rate,
            state: AtomicU64::new(u64::from(seed)),
        };
        let (flaky, runs) = runtime.block_on(check(&chance, commands))?;
        let share = |count: u64| count as f64 / f64::from(commands);
        println!(
            "{:>4.0} %  {:>11.1} %  {:>17.1}",
            rate * 100.0,
            share(flaky) * 100.0,
            share(runs)
        );
    }
    Ok(())
}

/// Checks so many commands; how many are called flaky, and how many runs that took.
async fn check(chance: &Chance, commands: u32) -> Result<(u64, u64), Box<dyn Error>> {
    let (mut flaky, mut runs) = (0, 0);
    for _ in 0..commands {
        let scratch = tempfile::tempdir()?;
        let mut context = ToolContext::new(&Nowhere, chance);
        context.reader = Some(&Nowhere);
        context.scratch = Some(scratch.path());
        let input = json!({ "command": ["simulated"], "sequential": true });
        let report: Value = FlakeCheck.call(input, &context).await?;
        flaky += u64::from(report["flaky"] == true);
        runs += report["failures"]["of"].as_u64().unwrap_or_default();
    }
    Ok((flaky, runs))
}

/// Fails by chance.
struct Chance {
    rate: f64,
    state: AtomicU64,
}

#[async_trait]
impl Runner for Chance {
    async fn run(&self, _command: &Command) -> Result<Completed, CapabilityError> {
        let fails = self.draw() < self.rate;
        Ok(Completed {
            exit: ExitState::Code(i32::from(fails)),
            stdout: Vec::new(),
            stderr: Vec::new(),
            truncated: false,
            duration: Duration::ZERO,
        })
    }
}

impl Chance {
    /// A number from 0 up to 1 (Steele, Lea and Flood 2014: SplitMix).
    fn draw(&self) -> f64 {
        const STEP: u64 = 0x9e37_79b9_7f4a_7c15;
        let mut mixed = self.state.fetch_add(STEP, Ordering::Relaxed).wrapping_add(STEP);
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) as f64 / u64::MAX as f64
    }
}

/// A tree without files, and output without errors.
struct Nowhere;

impl Workspace for Nowhere {
    fn root(&self) -> &Path {
        Path::new("/")
    }

    fn read(&self, file: &RelPath) -> Result<Vec<u8>, CapabilityError> {
        Err(CapabilityError::NotFound(file.clone()))
    }

    fn files(&self) -> Arc<[RelPath]> {
        Arc::new([])
    }
}

impl Reader for Nowhere {
    fn read(&self, _command: &Command, _completed: &Completed) -> Vec<Diagnostic> {
        Vec::new()
    }
}
