//! `unbreak stats`

use std::io::Write as _;

use unbreak_host::store::RuleCount;

use crate::args::{ListFormat, WorkspaceArgs};
use crate::error::CliError;
use crate::exit::ExitCode;
use crate::render::tally::counted;
use crate::render::visible_line;
use crate::{terminal, workspace};

/// Shows how much is remembered of past failures and fixes, and how the fixes of each rule fared.
#[derive(Debug, clap::Args)]
pub struct StatsArgs {
    #[command(flatten)]
    workspace: WorkspaceArgs,
    /// The output format.
    #[arg(long, default_value = "text")]
    format: ListFormat,
}

pub(crate) fn run(args: &StatsArgs) -> Result<ExitCode, CliError> {
    let tree = workspace::open(&args.workspace.directory)?;
    let store = unbreak_host::Store::in_state(tree.state_directory());
    let statistics = store
        .statistics()
        .map_err(|error| CliError::failed("what is remembered could not be read").caused_by(&error))?;
    if args.format == ListFormat::Json {
        super::tool::print(&serde_json::to_value(&statistics).map_err(std::io::Error::from)?)?;
        return Ok(ExitCode::Passes);
    }
    let mut out = terminal::stdout();
    writeln!(
        out,
        "{}, met {}",
        counted(statistics.failures, "past failure"),
        counted(statistics.times, "time")
    )?;
    writeln!(
        out,
        "{}, {} at least seven times in ten",
        counted(statistics.patterns, "fix kind"),
        helping(statistics.high_confidence)
    )?;
    writeln!(
        out,
        "{}, {} at least seven times in ten",
        counted(statistics.templates, "learned pattern"),
        helping(statistics.known_templates)
    )?;
    if let Some(rate) = statistics.success_rate {
        let (helped, tried) = (statistics.successes, statistics.successes + statistics.failed);
        writeln!(out, "{helped} of {tried} fixes helped ({:.0} %)", rate * 100.0)?;
    }
    for RuleCount {
        rule,
        tried,
        kept,
        taken_back,
        ..
    } in &statistics.rules
    {
        writeln!(
            out,
            "{}: {tried} tried, {kept} kept, {taken_back} rolled back",
            visible_line(rule)
        )?;
    }
    writeln!(out, "{}", counted(statistics.flaky_tests, "flaky test"))?;
    writeln!(out, "kept in {}", store.path().display())?;
    out.flush()?;
    Ok(ExitCode::Passes)
}

fn helping(number: u64) -> String {
    match number {
        1 => "of which 1 helps".to_owned(),
        number => format!("of which {number} help"),
    }
}
