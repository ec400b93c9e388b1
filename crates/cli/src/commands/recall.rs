//! `unbreak recall`

use std::io::{self, Read as _, Write};
use std::path::PathBuf;
use std::time::Duration;

use serde_json::{Value, json};

use super::asked::shown;
use super::run::duration;
use super::tool::{self, set};
use crate::args::{AgentArgs, ListFormat};
use crate::error::CliError;
use crate::exit::ExitCode;
use crate::render::visible;
use crate::terminal;

/// Shows past failures like the one in FILE, or like that of COMMAND: their causes, and what fixed them.
///
/// Exit code 0 when there is one, 1 when not.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: unbreak recall -- pytest -q")]
pub struct RecallArgs {
    #[command(flatten)]
    agent: AgentArgs,
    /// Show at most this many.
    #[arg(long, value_name = "N", default_value = "5", value_parser = clap::value_parser!(u16).range(1..=100))]
    limit: u16,
    /// A line under suspicion, as in `src/report.py:12`.
    #[arg(long = "place", value_name = "FILE:LINE")]
    places: Vec<String>,
    /// Kill COMMAND when it takes longer, as in 90s.
    #[arg(long, value_name = "TIME", value_parser = duration)]
    timeout: Option<Duration>,
    /// The output format.
    #[arg(long, default_value = "text")]
    format: ListFormat,
    /// The output of the failure; `-` is standard input.
    #[arg(required_unless_present = "command")]
    file: Option<PathBuf>,
    /// The failing command, after `--`.
    #[arg(last = true, value_name = "COMMAND")]
    command: Vec<String>,
}

pub(crate) fn run(args: &RecallArgs, quiet: bool) -> Result<ExitCode, CliError> {
    let mut input = json!({ "command": args.command, "limit": args.limit, "places": args.places });
    set(&mut input, "text", args.file.as_ref().map(read).transpose()?);
    set(
        &mut input,
        "timeout_seconds",
        args.timeout.map(|limit| limit.as_secs_f64()),
    );
    let report = tool::call(&args.agent, "query_failure_patterns", input, quiet)?;
    let similar = report["similar"].as_array().map_or(&[][..], Vec::as_slice);
    match args.format {
        ListFormat::Json => tool::print(&report)?,
        ListFormat::Text => {
            let mut out = terminal::stdout();
            similar.iter().try_for_each(|similar| text(&mut out, similar))?;
            if similar.is_empty() {
                writeln!(out, "nothing like this is remembered")?;
            }
            out.flush()?;
        }
    }
    Ok(match similar.is_empty() {
        false => ExitCode::Passes,
        true => ExitCode::Fails,
    })
}

fn read(file: &PathBuf) -> Result<String, CliError> {
    let mut bytes = Vec::new();
    let read = match file.to_str() {
        Some("-") => io::stdin().read_to_end(&mut bytes).map(drop),
        _ => std::fs::read(file).map(|read| bytes = read),
    };
    read.map_err(|error| CliError::usage(format!("{} cannot be read", file.display())).caused_by(&error))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn text(out: &mut dyn Write, similar: &Value) -> io::Result<()> {
    let past = &similar["postmortem"];
    let percent = similar["similarity"].as_f64().unwrap_or_default() * 100.0;
    writeln!(
        out,
        "{percent:.0} % alike ({}): {}",
        list(&similar["shared"]),
        shown(&past["root_cause"])
    )?;
    writeln!(out, "    it said: {}", first_line(&past["message"]))?;
    if let Some(files) = past["files"].as_array().filter(|files| !files.is_empty()) {
        writeln!(out, "    files: {}", list(&json!(files)))?;
    }
    if !shown(&past["fix"]).is_empty() {
        writeln!(out, "    fix ({}):", shown(&past["fix_class"]))?;
        for line in shown(&past["fix"]).lines() {
            writeln!(out, "        {line}")?;
        }
    }
    let culprit = match past["culprit"].as_str() {
        Some(culprit) => format!(", commit {}", visible(culprit)),
        None => String::new(),
    };
    writeln!(
        out,
        "    session {}{culprit}, met {}",
        shown(&past["session"]),
        times(&similar["times"])
    )
}

fn times(count: &Value) -> String {
    match count.as_u64() {
        Some(1) => "once".to_owned(),
        _ => format!("{count} times"),
    }
}

fn list(values: &Value) -> String {
    let values = values.as_array().map_or(&[][..], Vec::as_slice);
    values.iter().map(shown).collect::<Vec<_>>().join(", ")
}

fn first_line(text: &Value) -> String {
    shown(text).lines().next().unwrap_or_default().to_owned()
}
