//! `unbreak instrument`

use std::io::{self, Write};
use std::path::Path;
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

/// Reports each time a line is reached, with the values of expressions. The workspace is not changed: Python
/// programs are watched by their runtime, others are edited in a copy.
///
/// With COMMAND, exit code 0 when it passed, 1 when not.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example: unbreak instrument report.py:12 --expr order --expr 'len(rows)' -- python3 report.py"
)]
pub struct InstrumentArgs {
    #[command(flatten)]
    agent: AgentArgs,
    /// Where the probes go, as in `src/report.py:12`.
    #[arg(value_name = "FILE:LINE", value_parser = place, required_unless_present_any = ["again", "remove", "list"])]
    places: Vec<Place>,
    /// Show the value of this expression at each hit.
    #[arg(short, long = "expr", value_name = "EXPR")]
    expressions: Vec<String>,
    /// Show this message at each hit.
    #[arg(short, long, value_name = "TEXT")]
    message: Option<String>,
    /// Edit a copy, even if the runtime could watch the lines.
    #[arg(long)]
    edit: bool,
    /// Edit nothing, even if that slows the whole program down.
    #[arg(long, conflicts_with = "edit", requires = "command")]
    watch: bool,
    /// Remove the probes when COMMAND has ended.
    #[arg(long, conflicts_with_all = ["remove", "list"])]
    once: bool,
    /// Run COMMAND with the probes of HANDLE.
    #[arg(long, value_name = "HANDLE", conflicts_with_all = ["places", "remove", "list"])]
    again: Option<String>,
    /// Remove the probes of HANDLE.
    #[arg(long, value_name = "HANDLE", conflicts_with_all = ["places", "list", "command"])]
    remove: Option<String>,
    /// List the existing probes.
    #[arg(long, conflicts_with_all = ["places", "command"])]
    list: bool,
    /// Show at most this many hits.
    #[arg(long, value_name = "N")]
    limit: Option<u32>,
    /// Kill COMMAND when it takes longer, as in 90s.
    #[arg(long, value_name = "TIME", value_parser = duration)]
    timeout: Option<Duration>,
    /// The output format.
    #[arg(long, default_value = "text")]
    format: ListFormat,
    /// The command and its arguments, after `--`.
    #[arg(last = true, value_name = "COMMAND")]
    command: Vec<String>,
}

#[derive(Debug, Clone)]
struct Place {
    file: String,
    line: u32,
}

fn place(text: &str) -> Result<Place, String> {
    let (file, line) = text
        .rsplit_once(':')
        .ok_or("a file and a line are required, as in report.py:12")?;
    let line = line
        .parse()
        .map_err(|_| format!("'{line}' is not the number of a line"))?;
    match (file, line) {
        ("", _) => Err("the file is missing".to_owned()),
        (_, 0) => Err("the first line is 1".to_owned()),
        _ => Ok(Place {
            file: file.to_owned(),
            line,
        }),
    }
}

pub(crate) fn run(args: &InstrumentArgs, quiet: bool) -> Result<ExitCode, CliError> {
    let report = tool::call(&args.agent, "add_instrumented_trace", input(args), quiet)?;
    match args.format {
        ListFormat::Json => tool::print(&report)?,
        ListFormat::Text => {
            let mut out = terminal::stdout();
            text(&mut out, &report)?;
            out.flush()?;
        }
    }
    let run = &report["run"];
    Ok(match run.is_null() || run["exit"]["code"] == 0 {
        true => ExitCode::Passes,
        false => ExitCode::Fails,
    })
}

fn input(args: &InstrumentArgs) -> Value {
    let mut input = json!({});
    if !args.places.is_empty() {
        input["probes"] = args.places.iter().map(|place| probe(args, place)).collect();
    }
    if !args.command.is_empty() {
        input["command"] = json!(args.command);
    }
    set(&mut input, "handle", args.again.as_deref());
    set(&mut input, "remove", args.remove.as_deref());
    set(&mut input, "list", args.list.then_some(true));
    set(&mut input, "once", args.once.then_some(true));
    set(&mut input, "how", args.edit.then_some("edit"));
    set(&mut input, "how", args.watch.then_some("watch"));
    set(&mut input, "limit", args.limit);
    set(
        &mut input,
        "timeout_seconds",
        args.timeout.map(|limit| limit.as_secs_f64()),
    );
    input
}

fn probe(args: &InstrumentArgs, place: &Place) -> Value {
    let mut probe =
        json!({ "file": file(args, &place.file), "line": place.line, "expressions": args.expressions });
    set(&mut probe, "message", args.message.as_deref());
    probe
}

/// The file's name in the workspace; a name relative to the user's directory is found, too.
fn file(args: &InstrumentArgs, name: &str) -> String {
    let root = args.agent.directory.canonicalize();
    let here = Path::new(name).canonicalize();
    match (root, here) {
        (Ok(root), Ok(here)) => match here.strip_prefix(&root) {
            Ok(inside) => inside.to_string_lossy().into_owned(),
            Err(_) if root.join(name).is_file() => name.to_owned(),
            Err(_) => here.to_string_lossy().into_owned(),
        },
        _ => name.to_owned(),
    }
}

fn text(out: &mut dyn Write, report: &Value) -> io::Result<()> {
    if let Some(kept) = report["kept"].as_array() {
        return kept.iter().try_for_each(|kept| listed(out, kept));
    }
    if report["removed"].is_string() {
        return writeln!(out, "removed {}", shown(&report["removed"]));
    }
    for probe in parts(&report["probes"]) {
        placed(out, probe)?;
    }
    for note in parts(&report["notes"]) {
        writeln!(out, "note: {}", shown(note))?;
    }
    if report["run"].is_object() {
        hits(out, report)?;
    }
    handle(out, report)
}

fn listed(out: &mut dyn Write, kept: &Value) -> io::Result<()> {
    let how = if kept["edited"] == true {
        "a copy of"
    } else {
        "watching"
    };
    writeln!(
        out,
        "{}  {how} {}",
        shown(&kept["handle"]),
        shown(&kept["workspace"])
    )?;
    for probe in parts(&kept["probes"]) {
        writeln!(out, "    {}:{}", shown(&probe["file"]), probe["line"])?;
    }
    Ok(())
}

fn placed(out: &mut dyn Write, probe: &Value) -> io::Result<()> {
    write!(out, "{}:{}", shown(&probe["file"]), probe["line"])?;
    if let Some(moved) = probe["moved"].as_str() {
        write!(out, " ({})", visible(moved))?;
    }
    match probe["hits"].as_u64() {
        None => {}
        Some(1) => write!(out, ": reached once")?,
        Some(hits) => write!(out, ": reached {hits} times")?,
    }
    writeln!(out)
}

fn hits(out: &mut dyn Write, report: &Value) -> io::Result<()> {
    let run = &report["run"];
    let all = parts(&run["hits"]);
    for hit in all {
        let index = hit["probe"]
            .as_u64()
            .and_then(|number| usize::try_from(number).ok())
            .unwrap_or(1);
        let probe = &report["probes"][index.saturating_sub(1)];
        write!(out, "  {}:{}", shown(&probe["file"]), probe["line"])?;
        if let Some(message) = probe["message"].as_str() {
            write!(out, " {}", visible(message))?;
        }
        for value in parts(&hit["values"]) {
            write!(
                out,
                "  {} = {}",
                shown(&value["expression"]),
                shown(&value["value"])
            )?;
        }
        writeln!(out)?;
    }
    let rest = run["total"]
        .as_u64()
        .unwrap_or_default()
        .saturating_sub(all.len() as u64);
    if rest > 0 {
        writeln!(out, "  and {rest} more")?;
    }
    if run["exit"]["code"] != 0 {
        write!(out, "{}", shown(&run["tail"]))?;
    }
    writeln!(out, "the command ended after {} ms", run["duration_ms"])
}

fn handle(out: &mut dyn Write, report: &Value) -> io::Result<()> {
    if let Some(tree) = report["tree"].as_str() {
        writeln!(out, "the copy with the probes is {}", visible(tree))?;
    }
    match report["handle"].as_str() {
        Some(handle) => writeln!(
            out,
            "remove the probes with: unbreak instrument --remove {handle}"
        ),
        None => Ok(()),
    }
}

fn parts(list: &Value) -> &[Value] {
    list.as_array().map_or(&[], Vec::as_slice)
}
