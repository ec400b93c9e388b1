//! `unbreak trace`

use std::io::{self, Write};

use serde_json::{Value, json};

use super::asked::{Asked, exit_code, parts, shown};
use crate::error::CliError;
use crate::exit::ExitCode;
use crate::render::visible;

/// Runs COMMAND with the runtime's own diagnostics on, and shows frames, local variables and the
/// lines that ran last.
///
/// Exit code 0 when it passed, 1 when not.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: unbreak trace -- python3 report.py")]
pub struct TraceArgs {
    /// Show this many of the lines that ran last.
    #[arg(long, value_name = "N", default_value = "30", value_parser = clap::value_parser!(u16).range(0..=200))]
    lines: u16,
    /// Make Python remember where memory was allocated, for its warnings about unclosed resources.
    #[arg(long)]
    memory: bool,
    #[command(flatten)]
    asked: Asked,
}

pub(crate) fn run(args: &TraceArgs, quiet: bool) -> Result<ExitCode, CliError> {
    let input = json!({ "lines": args.lines, "memory": args.memory });
    let report = args.asked.report("run_with_tracing", input, quiet, text)?;
    Ok(exit_code(report["exit"]["code"] == 0))
}

fn text(out: &mut dyn Write, report: &Value) -> io::Result<()> {
    for found in parts(&report["errors"]) {
        error(out, found)?;
    }
    for raised in parts(&report["raised"]) {
        writeln!(out, "raised: {}", shown(&raised["message"]))?;
        place(out, raised)?;
        locals(out, &raised["locals"])?;
    }
    crash(out, &report["crash"])?;
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

fn error(out: &mut dyn Write, error: &Value) -> io::Result<()> {
    let kind = match error["code"].as_str() {
        Some(code) => format!("{}: ", visible(code)),
        None => String::new(),
    };
    writeln!(out, "{kind}{}", shown(&error["message"]))?;
    for frame in parts(&error["frames"]) {
        place(out, frame)?;
    }
    for note in parts(&error["notes"]) {
        writeln!(out, "  {}", shown(&note["message"]))?;
        if note["file"].is_string() {
            place(out, note)?;
        }
    }
    Ok(())
}

fn crash(out: &mut dyn Write, crash: &Value) -> io::Result<()> {
    if let Some(signal) = crash["signal"].as_str() {
        writeln!(out, "crashed: {}", visible(signal))?;
    }
    for frame in parts(&crash["frames"]) {
        let at = match (frame["file"].as_str(), frame["line"].as_u64()) {
            (Some(file), Some(line)) => format!(" at {}:{line}", visible(file)),
            _ => String::new(),
        };
        writeln!(out, "    in {}{at}", shown(&frame["function"]))?;
        if frame["own"] == true {
            locals(out, &frame["locals"])?;
        }
    }
    Ok(())
}

fn locals(out: &mut dyn Write, values: &Value) -> io::Result<()> {
    let mut values = values.as_object().into_iter().flatten();
    values.try_for_each(|(name, value)| writeln!(out, "      {} = {}", visible(name), shown(value)))
}

fn place(out: &mut dyn Write, place: &Value) -> io::Result<()> {
    let function = match place["function"].as_str() {
        Some(function) => format!(" in {}", visible(function)),
        None => String::new(),
    };
    let line = match place["line"].as_u64() {
        Some(line) => format!(":{line}"),
        None => String::new(),
    };
    writeln!(out, "    {}{line}{function}", shown(&place["file"]))
}
