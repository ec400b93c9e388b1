//! `unbreak trace`

use std::io::{self, Write};
use std::time::Duration;

use serde_json::{Value, json};

use super::run::duration;
use super::tool::{self, set};
use crate::args::{AgentArgs, ListFormat};
use crate::error::CliError;
use crate::exit::ExitCode;
use crate::render::visible;
use crate::terminal;

/// Runs COMMAND with the runtime's own diagnostics on, and shows frames, local variables and the
/// lines that ran last.
///
/// Exit code 0 when it passed, 1 when not.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: unbreak trace -- python3 report.py")]
pub struct TraceArgs {
    #[command(flatten)]
    workspace: AgentArgs,
    /// Show this many of the lines that ran last.
    #[arg(long, value_name = "N", default_value = "30", value_parser = clap::value_parser!(u16).range(0..=200))]
    lines: u16,
    /// Kill COMMAND when it takes longer, as in 90s.
    #[arg(long, value_name = "TIME", value_parser = duration)]
    timeout: Option<Duration>,
    /// The output format.
    #[arg(long, default_value = "text")]
    format: ListFormat,
    /// The command and its arguments, after `--`.
    #[arg(trailing_var_arg = true, required = true, value_name = "COMMAND")]
    command: Vec<String>,
}

pub(crate) fn run(args: &TraceArgs, quiet: bool) -> Result<ExitCode, CliError> {
    let mut input = json!({ "command": args.command, "lines": args.lines });
    set(
        &mut input,
        "timeout_seconds",
        args.timeout.map(|limit| limit.as_secs_f64()),
    );
    let report = tool::call(&args.workspace, "run_with_tracing", input, quiet)?;
    match args.format {
        ListFormat::Json => tool::print(&report)?,
        ListFormat::Text => {
            let mut out = terminal::stdout();
            text(&mut out, &report)?;
            out.flush()?;
        }
    }
    Ok(match report["exit"]["code"] == 0 {
        true => ExitCode::Passes,
        false => ExitCode::Fails,
    })
}

fn text(out: &mut dyn Write, report: &Value) -> io::Result<()> {
    for error in parts(&report["errors"]) {
        writeln!(out, "{}", shown(&error["message"]))?;
        for frame in parts(&error["frames"]) {
            place(out, frame)?;
        }
    }
    for raised in parts(&report["raised"]) {
        writeln!(out, "raised: {}", shown(&raised["message"]))?;
        place(out, raised)?;
        for (name, value) in raised["locals"].as_object().into_iter().flatten() {
            writeln!(out, "      {} = {}", visible(name), shown(value))?;
        }
    }
    let lines = parts(&report["lines"]);
    if !lines.is_empty() {
        writeln!(out, "the lines that ran last:")?;
    }
    lines.iter().try_for_each(|line| place(out, line))?;
    if parts(&report["errors"]).is_empty() && report["exit"]["code"] != 0 {
        write!(out, "{}", shown(&report["tail"]))?;
    }
    writeln!(out, "it ended after {} ms", report["duration_ms"])
}

fn parts(list: &Value) -> &[Value] {
    list.as_array().map_or(&[], Vec::as_slice)
}

fn shown(text: &Value) -> String {
    visible(text.as_str().unwrap_or_default()).into_owned()
}

fn place(out: &mut dyn Write, place: &Value) -> io::Result<()> {
    let function = match place["function"].as_str() {
        Some(function) => format!(" in {}", visible(function)),
        None => String::new(),
    };
    writeln!(out, "    {}:{}{function}", shown(&place["file"]), place["line"])
}
