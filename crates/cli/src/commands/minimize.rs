//! `unbreak minimize`

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::{Value, json};

use super::run::duration;
use super::tool::{self, set};
use crate::args::{AgentArgs, ListFormat};
use crate::error::CliError;
use crate::exit::ExitCode;
use crate::render::tally::counted;
use crate::terminal;

/// Runs COMMAND on smaller and smaller versions of INPUT, and keeps the smallest that still fails
/// in the same way. INPUT itself is only read.
///
/// INPUT is a file or a directory. With --items it is a list: each line of FILE is an argument, such
/// as the name of a test, and `{}` in COMMAND stands for those that are left.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  unbreak minimize --output small.py crash.py -- python3 {}
  unbreak minimize --output small/ project/ -- make -C {}
  unbreak minimize --items tests.txt -- pytest -q -p no:randomly {}")]
pub struct MinimizeArgs {
    #[command(flatten)]
    workspace: AgentArgs,
    /// Try this many candidates at a time; as many as there are processors, if not given.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    jobs: Option<u16>,
    /// Write the result to FILE; to standard output, if not given. For a directory it is a new directory.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Keep anything that makes COMMAND end with this exit code, whatever its output, instead of the same
    /// failure.
    #[arg(long, value_name = "N")]
    interesting_exit: Option<i32>,
    /// Stop after this many runs of COMMAND.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    budget_calls: Option<u64>,
    /// Kill COMMAND when one run takes longer, as in 90s; follows from the first run, if not given.
    #[arg(long, value_name = "TIME", value_parser = duration)]
    timeout: Option<Duration>,
    /// The output format: the result, or a report that holds it.
    #[arg(long, default_value = "text")]
    format: ListFormat,
    /// Reduce the list of the lines of FILE.
    #[arg(long, value_name = "FILE", conflicts_with = "input")]
    items: Option<PathBuf>,
    /// The file or directory to be reduced.
    #[arg(required_unless_present = "items")]
    input: Option<PathBuf>,
    /// The command that fails, after `--`; `{}` stands for the input.
    #[arg(last = true, required = true, value_name = "COMMAND")]
    command: Vec<String>,
}

pub(crate) fn run(args: &MinimizeArgs, quiet: bool) -> Result<ExitCode, CliError> {
    let output = Destination::of(args)?;
    let report = tool::call(&args.workspace, "minimize_repro", input(args)?, quiet)?;
    if args.format == ListFormat::Json {
        tool::print(&report)?;
    }
    match output {
        Destination::Stdout if args.format == ListFormat::Json => {}
        output => output.write(&report)?,
    }
    if !quiet {
        summary(&report)?;
    }
    Ok(exit(&report))
}

/// The destination of the result. Checked first, so that an unwritable one is not found only at the end.
enum Destination {
    Stdout,
    File(PathBuf),
    Directory(PathBuf),
}

impl Destination {
    fn of(args: &MinimizeArgs) -> Result<Self, CliError> {
        let is_directory = args.input.as_ref().is_some_and(|input| input.is_dir());
        match (&args.output, is_directory) {
            (None, true) if args.format == ListFormat::Text => Err(CliError::usage(
                "the result for a directory is a directory: name it with --output",
            )),
            (None, _) => Ok(Self::Stdout),
            (Some(output), true) => {
                let mut inside = match std::fs::create_dir_all(output) {
                    Ok(()) => std::fs::read_dir(output).map_err(|error| unwritable(output, &error))?,
                    Err(error) => return Err(unwritable(output, &error)),
                };
                match inside.next() {
                    None => Ok(Self::Directory(output.clone())),
                    Some(_) => Err(CliError::usage(format!("{} is not empty", output.display()))),
                }
            }
            (Some(output), false) => {
                let opened = std::fs::OpenOptions::new().create(true).append(true).open(output);
                opened.map_err(|error| unwritable(output, &error))?;
                Ok(Self::File(output.clone()))
            }
        }
    }

    fn write(&self, report: &Value) -> Result<(), CliError> {
        match self {
            Self::Stdout => {
                let mut out = terminal::stdout_verbatim();
                out.write_all(&bytes(report))?;
                Ok(out.flush()?)
            }
            Self::File(file) => std::fs::write(file, bytes(report)).map_err(|error| unwritable(file, &error)),
            Self::Directory(directory) => {
                let mut files = report["files"].as_array().into_iter().flatten();
                files
                    .try_for_each(|file| write_within(directory, file))
                    .map_err(|error| unwritable(directory, &error))
            }
        }
    }
}

fn write_within(directory: &Path, file: &Value) -> std::io::Result<()> {
    let place = directory.join(file["path"].as_str().unwrap_or_default());
    place.parent().map_or(Ok(()), std::fs::create_dir_all)?;
    std::fs::write(&place, bytes(file))?;
    #[cfg(unix)]
    if file["executable"] == true {
        let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
        std::fs::set_permissions(&place, mode)?;
    }
    Ok(())
}

fn input(args: &MinimizeArgs) -> Result<Value, CliError> {
    let mut input = json!({ "command": args.command });
    match (&args.items, &args.input) {
        (Some(list), _) => input["items"] = items(list)?.into(),
        (None, Some(path)) => input["input"] = json!(std::path::absolute(path)?),
        (None, None) => {}
    }
    set(&mut input, "jobs", args.jobs);
    set(&mut input, "interesting_exit", args.interesting_exit);
    set(&mut input, "budget_calls", args.budget_calls);
    set(
        &mut input,
        "timeout_seconds",
        args.timeout.map(|limit| limit.as_secs_f64()),
    );
    Ok(input)
}

fn items(list: &Path) -> Result<Vec<String>, CliError> {
    let unreadable =
        |error| CliError::usage(format!("the list {} cannot be read", list.display())).caused_by(&error);
    let text = std::fs::read_to_string(list).map_err(unreadable)?;
    let items = text.lines().map(str::trim).filter(|line| !line.is_empty());
    Ok(items.map(str::to_owned).collect())
}

fn bytes(report: &Value) -> Vec<u8> {
    if let Some(items) = report["items"].as_array() {
        let lines = items
            .iter()
            .filter_map(|item| Some(format!("{}\n", item.as_str()?)));
        return lines.collect::<String>().into_bytes();
    }
    match (report["text"].as_str(), report["bytes_hex"].as_str()) {
        (Some(text), _) => text.as_bytes().to_vec(),
        (None, hex) => from_hexadecimal(hex.unwrap_or_default()),
    }
}

fn from_hexadecimal(text: &str) -> Vec<u8> {
    let digits: Vec<u8> = text
        .chars()
        .filter_map(|digit| digit.to_digit(16)?.try_into().ok())
        .collect();
    digits
        .chunks_exact(2)
        .map(|pair| pair[0] << 4 | pair[1])
        .collect()
}

fn unwritable(output: &Path, error: &std::io::Error) -> CliError {
    CliError::usage(format!("the result cannot be written to {}", output.display())).caused_by(error)
}

fn summary(report: &Value) -> Result<(), CliError> {
    let end = match report["end"].as_str() {
        Some("budget") => ": the budget is used up",
        Some("interrupted") => ": interrupted",
        _ => "",
    };
    let count = |field: &str, what: &str| counted(report[field].as_u64().unwrap_or_default(), what);
    let (left, whole) = match (report["files"].is_array(), report["items"].is_array()) {
        (true, _) => (
            format!("{} with {}", count("parts", "file"), count("bytes", "byte")),
            format!("{} with {}", report["original_parts"], report["original_bytes"]),
        ),
        (_, true) => (count("parts", "item"), report["original_parts"].to_string()),
        _ => (count("bytes", "byte"), report["original_bytes"].to_string()),
    };
    writeln!(
        terminal::stderr(),
        "{left} of {whole} are left after {}{end}",
        count("calls", "run")
    )?;
    Ok(())
}

fn exit(report: &Value) -> ExitCode {
    match report["end"].as_str() {
        Some("interrupted") => ExitCode::Interrupted,
        _ => ExitCode::Passes,
    }
}
