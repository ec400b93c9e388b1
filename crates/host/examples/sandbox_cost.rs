//! Measures the start of a command in each sandbox; the number of rounds is an optional argument.
//!
//! Each round starts `true` once in each way, so that whatever else the machine does meets all alike.

#![expect(clippy::print_stdout, reason = "its output is what it is run for")]

use std::process::ExitCode;
use std::time::{Duration, Instant};

use unbreak_core::{Barrier, Command, Runner as _, SandboxMode};
use unbreak_host::runner::{Limits, ProcessRunner, Sandbox};
use unbreak_host::{CancelToken, SandboxOptions};

/// The maximum extra time of a start.
const MOST: Duration = Duration::from_millis(20);

/// The ways, and whether commands have the network.
const WAYS: [(&str, Option<Barrier>, bool); 4] = [
    ("without", Some(Barrier::None), true),
    ("bubblewrap", Some(Barrier::Bubblewrap), true),
    ("bubblewrap, no network", Some(Barrier::Bubblewrap), false),
    ("landlock", Some(Barrier::Landlock), true),
];

fn main() -> Result<ExitCode, Box<dyn std::error::Error>> {
    let rounds: usize = std::env::args().nth(1).map_or(Ok(100), |rounds| rounds.parse())?;
    let directory = std::env::current_dir()?;
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    let mut ways = Vec::new();
    for (name, barrier, network) in WAYS {
        let mut options = SandboxOptions::default();
        (options.barrier, options.network) = (barrier, Some(network));
        if barrier == Some(Barrier::None) {
            options.mode = SandboxMode::Off;
        }
        match Sandbox::open(&options, &directory) {
            Ok(sandbox) if Some(sandbox.confinement().by) == barrier => {
                let runner = ProcessRunner::new(&directory, Limits::default(), CancelToken::new());
                ways.push((name, runner.within(sandbox), Vec::with_capacity(rounds)));
            }
            Ok(_) => println!("{name}: not possible here"),
            Err(error) => println!("{name}: {error}"),
        }
    }
    let command = Command::new("true", std::iter::empty::<String>());
    for _ in 0..rounds {
        for (_, runner, times) in &mut ways {
            let began = Instant::now();
            runtime.block_on(runner.run(&command))?;
            times.push(began.elapsed());
        }
    }
    let mut without = Duration::ZERO;
    let mut is_slow = false;
    println!(
        "{:<24} {:>10} {:>10} {:>12}",
        "a run of 'true'", "median ms", "p95 ms", "more ms"
    );
    for (name, _, times) in &mut ways {
        times.sort_unstable();
        let at = |share: usize| times.get(times.len() * share / 100).copied().unwrap_or_default();
        let (median, late) = (at(50), at(95));
        if without.is_zero() {
            without = median;
        }
        let more = median.saturating_sub(without);
        is_slow |= more > MOST;
        let ms = |time: Duration| time.as_secs_f64() * 1e3;
        println!(
            "{name:<24} {:>10.2} {:>10.2} {:>12.2}",
            ms(median),
            ms(late),
            ms(more)
        );
    }
    Ok(match is_slow {
        true => ExitCode::FAILURE,
        false => ExitCode::SUCCESS,
    })
}
