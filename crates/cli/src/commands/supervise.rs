//! `unbreak supervise`

use std::io::Write as _;
use std::path::PathBuf;
use std::time::{Duration, UNIX_EPOCH};

use unbreak_core::policy::restart::RestartStorm;
use unbreak_core::{Command, ExitState};
use unbreak_host::heal::{ListedTask, Supervised, Supervisor, SupervisorEvent, SupervisorOptions};

use crate::error::CliError;
use crate::exit::ExitCode;
use crate::render::{style, visible_line};
use crate::{terminal, workspace};

/// Runs AGENT, and starts it again when it ends with the exit status 42 because its code has changed, with the
/// task that it has paused.
///
/// AGENT keeps the terminal and gets the signals. At the fourth restart within an hour it is not started again
/// (exit code 43). A new program that dies at once twice is replaced by the last one that started well, if its
/// file lies in the git work tree of the source. Otherwise the exit code is that of AGENT, or 128 and the number of
/// the signal that killed it.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: unbreak supervise -C ~/agent -- ~/agent/target/release/agent")]
pub struct SuperviseArgs {
    /// The directory of the agent's source.
    #[arg(short = 'C', long, value_name = "DIR", default_value = ".")]
    directory: PathBuf,
    /// Give the oldest task that is paused to AGENT at its first start.
    #[arg(long)]
    resume: bool,
    /// How long AGENT must run to count as started well, as in 5s.
    #[arg(long, value_name = "TIME", default_value = "5s", value_parser = humantime::parse_duration)]
    start_time: Duration,
    /// The agent and its arguments, after `--`.
    #[arg(trailing_var_arg = true, required = true, value_name = "AGENT")]
    agent: Vec<String>,
}

pub(crate) fn run(args: &SuperviseArgs, quiet: bool) -> Result<ExitCode, CliError> {
    let (program, arguments) = args
        .agent
        .split_first()
        .ok_or_else(|| CliError::usage("no agent is named"))?;
    let agent = Command::new(program, arguments.iter().cloned());
    let source = workspace::open(&args.directory)?;
    let options = SupervisorOptions {
        resume: args.resume,
        start_time: args.start_time,
        directory: std::env::current_dir()?,
        ..SupervisorOptions::default()
    };
    let supervisor = Supervisor::of(&source, agent, options)?;
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    let supervised = runtime.block_on(supervisor.run(&mut |event| {
        if !quiet {
            tell(&event);
        }
    }))?;
    match supervised {
        Supervised::Ended(exit) => end_like(exit),
        Supervised::Storm(storm) => Err(account(&storm)),
        _ => Ok(ExitCode::Fails),
    }
}

/// Ends in the same way as the agent.
fn end_like(exit: ExitState) -> Result<ExitCode, CliError> {
    let code = match exit {
        ExitState::Code(code) => code,
        ExitState::Signal(signal) => 128 + signal,
        _ => return Ok(ExitCode::Fails),
    };
    #[expect(
        clippy::exit,
        reason = "the exit code is the agent's, not one of this program's"
    )]
    std::process::exit(code)
}

fn account(storm: &RestartStorm) -> CliError {
    let times: Vec<String> = storm.restarts_ms.iter().map(|ms| time(*ms)).collect();
    CliError::new(ExitCode::RestartStorm, storm.to_string())
        .hint(format!("it was started again at {}", times.join(", ")))
        .hint(format!(
            "what it changed in its source is in 'unbreak history' and 'unbreak dev log'; the next restart is allowed at {}",
            time(storm.allowed_again_ms)
        ))
}

fn time(ms: u64) -> String {
    humantime::format_rfc3339_seconds(UNIX_EPOCH + Duration::from_millis(ms)).to_string()
}

fn tell(event: &SupervisorEvent) {
    let said = match event {
        SupervisorEvent::Started { pid, .. } => {
            tracing::info!("the agent is process {pid}");
            return;
        }
        SupervisorEvent::Unfinished(task) => format!(
            "{} was resumed and not finished, and is not resumed again; if no process is working on it: unbreak heal requeue {}",
            named(task),
            task.id
        ),
        SupervisorEvent::Waiting(task) => format!("{} is paused", named(task)),
        SupervisorEvent::Damaged { file, reason } => {
            format!(
                "the paused task in {} is damaged and kept: {reason}",
                file.display()
            )
        }
        SupervisorEvent::Recovered(recovered) => recovered.to_string(),
        SupervisorEvent::Restarting { number, most } => {
            format!("starting the agent again ({number} of at most {most} times in an hour)")
        }
        SupervisorEvent::NoCopy(reason) => {
            format!("no copy of the agent's program can be kept, so it cannot be put back later: {reason}")
        }
        SupervisorEvent::DiedAtOnce { exit } => format!("the new program died at once ({exit})"),
        SupervisorEvent::RolledBack { file, kept } => format!(
            "put back the last {} that started well{}",
            file.display(),
            kept.as_ref().map_or_else(String::new, |kept| format!(
                "; the new one is kept as {}",
                kept.display()
            ))
        ),
        _ => return,
    };
    let hint = style::HINT;
    // Without a reader nothing is lost.
    let _ = writeln!(
        terminal::stderr(),
        "{hint}supervise:{hint:#} {}",
        visible_line(&said)
    );
}

fn named(task: &ListedTask) -> String {
    format!("task {} ({})", task.id, super::heal::tasks::brief(&task.prompt))
}
