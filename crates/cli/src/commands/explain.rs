//! `unbreak explain`

use std::borrow::Cow;
use std::io::{self, Write};

use anstyle::Style;
use serde_json::Value;
use unbreak_core::registry::{Entry, Kind};
use unbreak_core::{Example, Registry, RuleDescription};

use crate::args::{AgentArgs, ListFormat};
use crate::error::CliError;
use crate::exit::ExitCode;
use crate::near::did_you_mean;
use crate::render::{style, visible};
use crate::{plugins, terminal};

/// Explains a plug-in or a rule: what it does, an example, its origin, and whether it is on.
#[derive(Debug, clap::Args)]
pub struct ExplainArgs {
    /// Its id, as `unbreak list` shows it.
    pub id: String,
    /// The workspace and its plug-ins.
    #[command(flatten)]
    pub agent: AgentArgs,
    /// The output format.
    #[arg(long, default_value = "text")]
    pub format: ListFormat,
}

pub(crate) fn run(args: &ExplainArgs) -> Result<ExitCode, CliError> {
    let registry = plugins::registry(&args.agent.directory, &args.agent.plugins)?;
    let found: Vec<Entry> = registry
        .entries()
        .into_iter()
        .filter(|entry| entry.descriptor.id == args.id)
        .collect();
    // A parser and a strategy may share an id; then both are explained.
    if found.is_empty() {
        return explain_rule(&find(&args.id, &registry)?, args.format);
    }
    let mut out = terminal::stdout();
    match args.format {
        ListFormat::Json => {
            serde_json::to_writer_pretty(&mut out, &found).map_err(io::Error::from)?;
            writeln!(out)?;
        }
        ListFormat::Text => found.iter().try_for_each(|entry| text(&mut out, entry))?,
    }
    out.flush()?;
    Ok(ExitCode::Passes)
}

/// The rule of an id that no plug-in has.
fn find(id: &str, registry: &Registry) -> Result<RuleDescription, CliError> {
    let rules = registry.rules();
    if let Some(rule) = rules.iter().find(|rule| rule.id == id) {
        return Ok(rule.clone());
    }
    let entries = registry.entries();
    let known = entries.iter().map(|entry| entry.descriptor.id.as_ref());
    let known = known.chain(rules.iter().map(|rule| rule.id.as_str()));
    Err(CliError::usage(format!(
        "there is no parser, strategy, tool or rule called '{id}'"
    ))
    .hint(did_you_mean(id, known))
    .hint("unbreak list shows them all, and unbreak list rules the rules".to_owned()))
}

/// Explains a rule: its change, since which version, how safe it is, and its examples.
fn explain_rule(rule: &RuleDescription, format: ListFormat) -> Result<ExitCode, CliError> {
    let mut out = terminal::stdout();
    match format {
        ListFormat::Json => {
            serde_json::to_writer_pretty(&mut out, rule).map_err(io::Error::from)?;
            writeln!(out)?;
        }
        ListFormat::Text => rule_text(&mut out, rule)?,
    }
    out.flush()?;
    Ok(ExitCode::Passes)
}

fn rule_text(out: &mut dyn Write, rule: &RuleDescription) -> io::Result<()> {
    let (title, faint) = (style::TITLE, style::FAINT);
    let state = if rule.enabled { "on" } else { "off" };
    let (id, file) = (visible(&rule.id), visible(&rule.file));
    writeln!(
        out,
        "{title}{id}{title:#} {faint}(rule of {file}, {state}){faint:#}"
    )?;
    writeln!(out, "{}\n", visible(&rule.summary))?;
    writeln!(out, "safety:    {}", rule.safety)?;
    let lists = [("languages: ", &rule.languages), ("answers:   ", &rule.answers)];
    for (name, list) in lists.iter().filter(|(_, list)| !list.is_empty()) {
        writeln!(out, "{name}{}", visible(&list.join(", ")))?;
    }
    let facts = [
        ("package:   ", &rule.package),
        ("since:     ", &rule.since),
        ("checked:   ", &rule.checked),
        ("source:    ", &rule.source),
    ];
    for (name, fact) in facts {
        if let Some(fact) = fact {
            writeln!(out, "{name}{}", visible(fact))?;
        }
    }
    for example in &rule.examples {
        let shown = example.title.as_deref().unwrap_or(&example.message);
        writeln!(out, "\n{title}example: {}{title:#}", visible(shown))?;
        for (file, text) in &example.before {
            block(out, &format!("{file} before"), text)?;
        }
        for (file, text) in &example.after {
            block(out, &format!("{file} after"), text)?;
        }
        if !example.message.is_empty() {
            block(out, "prints before", &example.message)?;
        }
    }
    Ok(())
}

fn text(out: &mut dyn Write, entry: &Entry) -> io::Result<()> {
    let descriptor = &entry.descriptor;
    let (title, faint) = (style::TITLE, style::FAINT);
    let (kind, id, version) = (entry.kind, visible(&descriptor.id), visible(&descriptor.version));
    let state = if entry.enabled { "on" } else { "off" };
    writeln!(
        out,
        "{title}{id}{title:#} {faint}({kind}, version {version}, {state}){faint:#}"
    )?;
    writeln!(out, "{}\n", visible(&descriptor.summary))?;
    page(out, &descriptor.docs)?;
    if !descriptor.languages.is_empty() {
        writeln!(out, "about: {}", visible(&descriptor.languages.join(", ")))?;
    }
    writeln!(out, "from:  {}", visible(&entry.origin.to_string()))?;
    if let Some(remark) = descriptor.stability.remark() {
        writeln!(out, "state: {remark}")?;
    }
    if let Some(place) = entry.place {
        writeln!(out, "order: no. {place} of its kind")?;
    }
    options(out, entry)?;
    descriptor
        .examples
        .iter()
        .try_for_each(|shown| example(out, entry.kind, shown))?;
    writeln!(out)
}

/// Its options: the purpose of each, and its value.
fn options(out: &mut dyn Write, entry: &Entry) -> io::Result<()> {
    let properties = entry.options_schema.as_ref();
    let properties = properties.and_then(|schema| schema["properties"].as_object());
    let Some(properties) = properties.filter(|properties| !properties.is_empty()) else {
        return writeln!(out, "options: none");
    };
    writeln!(out, "options:")?;
    for (name, property) in properties {
        let set = entry.options.iter().find(|(set, _)| set == name);
        let value = set.map_or_else(|| "not set".to_owned(), |(_, value)| value.to_string());
        let about = property["description"].as_str().unwrap_or_default();
        let faint = style::FAINT;
        let line = format!("    {name}: {value}");
        writeln!(out, "{}  {faint}{}{faint:#}", visible(&line), visible(about))?;
    }
    Ok(())
}

/// Writes the documentation, with styled headings in place of Markdown's marks.
fn page(out: &mut dyn Write, docs: &str) -> io::Result<()> {
    if docs.trim().is_empty() {
        return Ok(());
    }
    for line in docs.trim().lines() {
        let style = if line.starts_with('#') {
            style::TITLE
        } else {
            Style::new()
        };
        writeln!(
            out,
            "{style}{}{style:#}",
            visible(line.trim_start_matches(['#', ' ']))
        )?;
    }
    writeln!(out)
}

fn example(out: &mut dyn Write, kind: Kind, example: &Example) -> io::Result<()> {
    let title = style::TITLE;
    writeln!(out, "\n{title}example: {}{title:#}", visible(&example.title))?;
    let (given, gives) = match kind {
        Kind::Parser => ("given", "finds"),
        Kind::Strategy => ("before", "after"),
        Kind::Tool => ("input", "output"),
    };
    if !example.source.is_empty() {
        let faint = style::FAINT;
        writeln!(out, "{faint}{}{faint:#}", visible(&example.source))?;
    }
    block(out, given, &example.input)?;
    block(out, gives, &laid_out(&example.expected))
}

/// Formats JSON with one line for each of its parts; other text stays as it is.
fn laid_out(text: &str) -> Cow<'_, str> {
    let value = serde_json::from_str::<Value>(text);
    let pretty = value.and_then(|value| serde_json::to_string_pretty(&value));
    pretty.map_or(Cow::Borrowed(text), Cow::Owned)
}

fn block(out: &mut dyn Write, label: &str, text: &str) -> io::Result<()> {
    let faint = style::FAINT;
    writeln!(out, "{faint}{label}:{faint:#}")?;
    text.trim_end()
        .lines()
        .try_for_each(|line| writeln!(out, "    {}", visible(line)))
}
