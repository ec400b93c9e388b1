//! `unbreak list`

use std::io::Write;

use clap::ValueEnum;
use unbreak_core::registry::{Entry, Kind};
use unbreak_core::{Registry, RuleDescription};

use crate::args::{AgentArgs, ListFormat};
use crate::error::CliError;
use crate::exit::ExitCode;
use crate::render::{style, table, visible_line};
use crate::{plugins, terminal};

/// Lists what this program can read and do.
#[derive(Debug, clap::Args)]
pub struct ListArgs {
    /// The kind.
    #[arg(default_value = "plugins")]
    pub what: What,
    /// The workspace and its plug-ins.
    #[command(flatten)]
    pub agent: AgentArgs,
    /// The output format.
    #[arg(long, default_value = "text")]
    pub format: ListFormat,
}

/// The kinds of items that can be listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum What {
    /// Command output → diagnostics.
    Parsers,
    /// Diagnostics → fixes.
    Strategies,
    /// Experiments on a failure.
    Tools,
    /// The rules of strategies: a kind of fault and the change that removes it, each.
    Rules,
    /// All three kinds of plug-ins, with the origin of each.
    Plugins,
}

impl What {
    fn kind(self) -> Option<Kind> {
        match self {
            Self::Parsers => Some(Kind::Parser),
            Self::Strategies => Some(Kind::Strategy),
            Self::Tools => Some(Kind::Tool),
            Self::Rules | Self::Plugins => None,
        }
    }
}

pub(crate) fn run(args: &ListArgs) -> Result<ExitCode, CliError> {
    let registry = plugins::registry(&args.agent.directory, &args.agent.plugins)?;
    if args.what == What::Rules {
        return rules(args.format, &registry);
    }
    let mut entries = registry.entries();
    if let Some(kind) = args.what.kind() {
        entries.retain(|entry| entry.kind == kind);
    }
    let mut out = terminal::stdout();
    match args.format {
        ListFormat::Json => {
            serde_json::to_writer_pretty(&mut out, &entries).map_err(std::io::Error::from)?;
            writeln!(out)?;
        }
        ListFormat::Text => text(&mut out, args.what, &entries)?,
    }
    out.flush()?;
    Ok(ExitCode::Passes)
}

fn text(out: &mut dyn Write, what: What, entries: &[Entry]) -> Result<(), CliError> {
    if entries.is_empty() {
        writeln!(out, "none is built into this program")?;
        return Ok(());
    }
    match what {
        What::Plugins => {
            let rows: Vec<_> = entries.iter().map(with_origin).collect();
            table::render(out, ["KIND", "ID", "STATE", "ORIGIN"], &rows)?;
        }
        _ => {
            let rows: Vec<_> = entries.iter().map(with_summary).collect();
            table::render(out, ["ID", "STATE", "ABOUT", "WHAT IT DOES"], &rows)?;
        }
    }
    let faint = style::FAINT;
    writeln!(out, "\n{faint}more with: unbreak explain ID{faint:#}")?;
    Ok(())
}

/// The rules of all enabled strategies, by language and group.
fn rules(format: ListFormat, registry: &Registry) -> Result<ExitCode, CliError> {
    let mut rules = registry.rules();
    rules.sort_by(|a, b| place(a).cmp(&place(b)));
    let mut out = terminal::stdout();
    match format {
        ListFormat::Json => {
            serde_json::to_writer_pretty(&mut out, &rules).map_err(std::io::Error::from)?;
            writeln!(out)?;
        }
        ListFormat::Text if rules.is_empty() => writeln!(out, "none is built into this program")?,
        ListFormat::Text => {
            for group in rules.chunk_by(|a, b| place(a) == place(b)) {
                let (language, file) = place(&group[0]);
                let title = style::TITLE;
                writeln!(
                    out,
                    "{title}{} · {}{title:#}",
                    visible_line(language),
                    visible_line(file)
                )?;
                let rows: Vec<_> = group.iter().map(of_rule).collect();
                table::render(&mut out, ["ID", "STATE", "SAFETY", "WHAT IT DOES"], &rows)?;
                writeln!(out)?;
            }
            let faint = style::FAINT;
            writeln!(out, "{faint}more with: unbreak explain ID{faint:#}")?;
        }
    }
    out.flush()?;
    Ok(ExitCode::Passes)
}

/// The first part of a rule's id, which is its language or family of languages, and its group.
fn place(rule: &RuleDescription) -> (&str, &str) {
    let language = rule.id.split('/').next().unwrap_or_default();
    (language, &rule.file)
}

fn of_rule(rule: &RuleDescription) -> [String; 4] {
    let state = if rule.enabled { "on" } else { "off" };
    [
        rule.id.clone(),
        state.to_owned(),
        rule.safety.to_string(),
        rule.summary.clone(),
    ]
}

fn with_origin(entry: &Entry) -> [String; 4] {
    let id = entry.descriptor.id.to_string();
    [entry.kind.to_string(), id, state(entry), entry.origin.to_string()]
}

fn with_summary(entry: &Entry) -> [String; 4] {
    let descriptor = &entry.descriptor;
    let about = descriptor.languages.join(", ");
    [
        descriptor.id.to_string(),
        state(entry),
        about,
        descriptor.summary.to_string(),
    ]
}

fn state(entry: &Entry) -> String {
    let mut state = if entry.enabled { "on" } else { "off" }.to_owned();
    if let Some(remark) = entry.descriptor.stability.remark() {
        state.push_str(&format!(", {remark}"));
    }
    if let Some(place) = entry.place {
        state.push_str(&format!(", no. {place}"));
    }
    if !entry.options.is_empty() {
        state.push_str(", with options");
    }
    state
}
