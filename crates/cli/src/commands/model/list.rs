//! `unbreak model list`

use std::io::Write;

use serde::Serialize;
use serde_json::json;
use unbreak_core::Command;
use unbreak_host::runner::{Limits, ProcessRunner};
use unbreak_host::{CancelToken, ModelSettings};
use unbreak_models::ModelConfig;

use super::ListArgs;
use crate::args::{ListFormat, ModelFlags};
use crate::config::Models;
use crate::error::CliError;
use crate::exit::ExitCode;
use crate::render::table;
use crate::terminal;

/// A configured model.
#[derive(Debug, Serialize)]
struct Row<'a> {
    name: &'a str,
    provider: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    model: Option<&'a str>,
    /// Its place among the models that a run may ask, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    tier: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    price: Option<(f64, f64)>,
    /// The reason why it cannot answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    problem: Option<String>,
}

pub(super) fn run(args: &ListArgs) -> Result<ExitCode, CliError> {
    let models = super::models(&args.agent)?;
    let rows = models
        .definitions()
        .map(|(name, definition)| row(&models, name, definition));
    let rows: Vec<Row> = rows.collect();
    let budgets = models.budgets(&ModelFlags::default());
    let mut out = terminal::stdout();
    match args.format {
        ListFormat::Json => {
            let listed = json!({
                "models": rows,
                "samples": budgets.samples,
                "budget_tokens": budgets.budget_tokens,
                "budget_cost": budgets.budget_cost,
            });
            writeln!(out, "{listed:#}")?;
        }
        ListFormat::Text => text(&mut out, &rows, &budgets)?,
    }
    out.flush()?;
    Ok(ExitCode::Passes)
}

fn text(out: &mut dyn Write, rows: &[Row<'_>], budgets: &ModelSettings) -> Result<(), CliError> {
    if rows.is_empty() {
        writeln!(out, "no model is configured: nothing is sent anywhere")?;
        return Ok(());
    }
    let cells: Vec<_> = rows.iter().map(cells).collect();
    table::render(
        out,
        ["NAME", "PROVIDER", "MODEL", "TIER", "PRICE", "STATE"],
        &cells,
    )?;
    let cost = budgets
        .budget_cost
        .map_or_else(|| "any cost".to_owned(), |dollars| format!("${dollars}"));
    let tokens = budgets
        .budget_tokens
        .map_or_else(|| "any number of".to_owned(), |tokens| tokens.to_string());
    writeln!(
        out,
        "\na run may spend {cost} and {tokens} tokens, with {} samples",
        budgets.samples
    )?;
    Ok(())
}

fn row<'a>(models: &Models, name: &'a str, definition: &'a ModelConfig) -> Row<'a> {
    let tier = models.tiers.iter().position(|tier| tier == name);
    Row {
        name,
        provider: &definition.provider,
        model: definition.model.as_deref(),
        tier: tier.map(|place| place + 1),
        price: definition.price(),
        problem: problem(name, definition),
    }
}

/// The reason why a model cannot answer, as far as known without asking it.
pub(crate) fn problem(name: &str, definition: &ModelConfig) -> Option<String> {
    let wrong = definition.check(name).err().map(|error| error.message);
    wrong
        .or_else(|| Some(format!("{} is not set", definition.missing_variable()?)))
        .or_else(|| missing_program(definition))
        .or_else(|| missing_file(definition))
}

fn missing_program(definition: &ModelConfig) -> Option<String> {
    let words = definition.command.as_ref().or(definition.key_command.as_ref())?;
    let command = Command::new(words.first()?, Vec::<String>::new());
    let runner = ProcessRunner::new(std::env::temp_dir(), Limits::default(), CancelToken::new());
    runner.look_up(&command).err().map(|error| error.to_string())
}

fn missing_file(definition: &ModelConfig) -> Option<String> {
    let file = definition.file.as_ref().filter(|file| !file.is_file())?;
    Some(format!("{} is not a file", file.display()))
}

fn cells(row: &Row<'_>) -> [String; 6] {
    let dash = || "-".to_owned();
    [
        row.name.to_owned(),
        row.provider.to_owned(),
        row.model.map_or_else(dash, str::to_owned),
        row.tier.map_or_else(dash, |tier| tier.to_string()),
        row.price.map_or_else(
            || "unknown".to_owned(),
            |(input, output)| format!("${input} / ${output}"),
        ),
        row.problem.clone().unwrap_or_else(|| "ready".to_owned()),
    ]
}
