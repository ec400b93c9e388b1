//! `unbreak diff`

use std::io::{self, Write};

use serde_json::{Value, json};

use super::asked::{Asked, exit_code};
use super::tool::set;
use crate::error::CliError;
use crate::exit::ExitCode;
use crate::render::visible;

/// Runs COMMAND on two commits and reports the differences.
///
/// Exit code 0 when it does the same on both, 1 when not.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: unbreak diff --before HEAD~3 -- python3 report.py")]
pub struct DiffArgs {
    /// The commit to compare with.
    #[arg(long, value_name = "REF")]
    before: String,
    /// The other commit; the work tree as it is, if not given.
    #[arg(long, value_name = "REF")]
    after: Option<String>,
    /// Run each side this often, to see what varies anyway.
    #[arg(short = 'n', long, value_name = "N", default_value = "2", value_parser = clap::value_parser!(u16).range(2..))]
    runs: u16,
    /// Compare this file too, which COMMAND writes; may be given more than once.
    #[arg(long = "file", value_name = "FILE")]
    files: Vec<String>,
    #[command(flatten)]
    asked: Asked,
}

pub(crate) fn run(args: &DiffArgs, quiet: bool) -> Result<ExitCode, CliError> {
    let mut input = json!({
        "before": args.before,
        "runs": args.runs,
        "files": args.files,
    });
    set(&mut input, "after", args.after.as_deref());
    let report = args.asked.report("diff_behavior", input, quiet, text)?;
    Ok(exit_code(report["same"] == true))
}

fn text(out: &mut dyn Write, report: &Value) -> io::Result<()> {
    for warning in report["warnings"].as_array().into_iter().flatten() {
        writeln!(out, "warning: {}", visible(warning.as_str().unwrap_or_default()))?;
    }
    let change = if report["exit_changed"] == true {
        "changed"
    } else {
        "the same"
    };
    let exit = |side: &str| match &report[side]["exit"] {
        Value::String(how) => how.clone(),
        how => how.to_string().replace(['{', '}', '"'], ""),
    };
    writeln!(out, "exit: {change} ({} → {})", exit("before"), exit("after"))?;
    stream(out, "standard output", &report["stdout"])?;
    stream(out, "standard error", &report["stderr"])?;
    for file in report["files"].as_array().into_iter().flatten() {
        stream(out, file["file"].as_str().unwrap_or_default(), file)?;
    }
    for (name, list) in [("gone", &report["gone"]), ("new", &report["new"])] {
        for signature in list.as_array().into_iter().flatten() {
            writeln!(out, "{name}: {}", visible(signature.as_str().unwrap_or_default()))?;
        }
    }
    let time = &report["time"];
    let change = if time["changed"] == true {
        "changed"
    } else {
        "the same"
    };
    writeln!(
        out,
        "time: {change} ({} ms → {} ms)",
        time["before_ms"], time["after_ms"]
    )
}

fn stream(out: &mut dyn Write, name: &str, diff: &Value) -> io::Result<()> {
    let masked = match diff["masked"].as_u64() {
        None | Some(0) => String::new(),
        Some(1) => " (in one line something changes anyway)".to_owned(),
        Some(lines) => format!(" (in {lines} lines something changes anyway)"),
    };
    if diff["same"] == true {
        return writeln!(out, "{}: the same{masked}", visible(name));
    }
    writeln!(
        out,
        "{}: +{} -{}{masked}",
        visible(name),
        diff["added"],
        diff["removed"]
    )?;
    write!(out, "{}", visible(diff["diff"].as_str().unwrap_or_default()))
}
