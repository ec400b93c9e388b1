//! `unbreak heal pause`, `resume`, `finish`, `requeue` and `list`

use std::io::Write as _;
use std::time::{Duration, UNIX_EPOCH};

use serde_json::{Value, json};
use unbreak_host::heal::{ListedTask, RESUME_VARIABLE, TaskToPause};

use super::SourceArgs;
use crate::args::ListFormat;
use crate::commands::json_input::{self, InputArgs};
use crate::commands::tool::print;
use crate::error::CliError;
use crate::exit::ExitCode;
use crate::render::{table, visible_line};
use crate::terminal;

/// Keeps the task that the agent works on, until a process resumes it. Secrets in it are not kept.
#[derive(Debug, clap::Args)]
pub(super) struct PauseArgs {
    #[command(flatten)]
    source: SourceArgs,
    #[command(flatten)]
    input: InputArgs,
}

/// Names a task.
#[derive(Debug, clap::Args)]
pub(super) struct TaskArgs {
    #[command(flatten)]
    source: SourceArgs,
    /// The task, as `unbreak heal list` names it [default: the one that the supervisor names].
    task: Option<String>,
}

/// Lists the tasks that are kept.
#[derive(Debug, clap::Args)]
pub(super) struct ListArgs {
    #[command(flatten)]
    source: SourceArgs,
    /// The output format.
    #[arg(long, default_value = "text")]
    format: ListFormat,
}

pub(super) fn pause(args: &PauseArgs) -> Result<ExitCode, CliError> {
    if args.input.schema {
        print(&schema())?;
        return Ok(ExitCode::Passes);
    }
    let example = json!({
        "directory": "/home/ada/invoices",
        "prompt": "write the invoice of May",
        "reason": "the tool 'total' has a bug",
        "history": [{ "tool": "read", "arguments": { "file": "hours.csv" }, "result": "8,7,6" }],
        "partial_outputs": [{ "name": "invoice", "content": "Invoice of May" }],
    });
    let task: TaskToPause = json_input::read(&args.input.text()?, &example)?;
    let paused = args.source.heal()?.pause(&task)?;
    print(&serde_json::to_value(&paused).map_err(std::io::Error::from)?)?;
    Ok(ExitCode::Passes)
}

pub(super) fn resume(args: &TaskArgs) -> Result<ExitCode, CliError> {
    let snapshot = args.source.heal()?.resume(Some(&task(args)?))?;
    print(&json_input::clean(&snapshot)?)?;
    Ok(ExitCode::Passes)
}

pub(super) fn finish(args: &TaskArgs) -> Result<ExitCode, CliError> {
    args.source.heal()?.finish(&task(args)?)?;
    Ok(ExitCode::Passes)
}

pub(super) fn requeue(args: &TaskArgs) -> Result<ExitCode, CliError> {
    args.source.heal()?.requeue(&task(args)?)?;
    Ok(ExitCode::Passes)
}

fn task(args: &TaskArgs) -> Result<String, CliError> {
    let named = || {
        std::env::var(RESUME_VARIABLE)
            .ok()
            .filter(|name| !name.is_empty())
    };
    args.task.clone().or_else(named).ok_or_else(|| {
        CliError::usage("no task is named").hint("'unbreak heal list' shows all there are".to_owned())
    })
}

pub(super) fn list(args: &ListArgs) -> Result<ExitCode, CliError> {
    let list = args.source.heal()?.tasks()?;
    let mut out = terminal::stdout();
    match args.format {
        ListFormat::Json => {
            serde_json::to_writer_pretty(&mut out, &list).map_err(std::io::Error::from)?;
            writeln!(out)?;
        }
        ListFormat::Text if list.tasks.is_empty() => writeln!(out, "no task is kept here")?,
        ListFormat::Text => {
            let rows: Vec<[String; 5]> = list.tasks.iter().map(columns).collect();
            table::render(&mut out, ["TASK", "STATE", "PAUSED", "PROMPT", "REASON"], &rows)?;
        }
    }
    out.flush()?;
    match list.damaged.first() {
        None => Ok(ExitCode::Passes),
        Some((file, reason)) => Err(
            CliError::failed(format!("{} is damaged: {reason}", file.display()))
                .hint("the file is kept; check it, then move it away".to_owned()),
        ),
    }
}

fn columns(task: &ListedTask) -> [String; 5] {
    let paused = UNIX_EPOCH + Duration::from_millis(task.paused_ms);
    [
        task.id.clone(),
        task.state.name().to_owned(),
        humantime::format_rfc3339_seconds(paused).to_string(),
        brief(&task.prompt),
        brief(&task.reason),
    ]
}

/// The beginning of a text.
pub(in crate::commands) fn brief(text: &str) -> String {
    const SHOWN: usize = 60;
    let line = visible_line(text.trim());
    match line.chars().count() > SHOWN {
        true => line.chars().take(SHOWN - 1).chain(['…']).collect(),
        false => line.into_owned(),
    }
}

fn schema() -> Value {
    let text = json!({ "type": "string" });
    json!({
        "type": "object",
        "required": ["directory", "prompt", "reason"],
        "additionalProperties": false,
        "properties": {
            "directory": text,
            "prompt": text,
            "reason": text,
            "history": { "type": "array", "items": {
                "type": "object",
                "required": ["tool"],
                "additionalProperties": false,
                "properties": { "tool": text, "arguments": {}, "result": {} },
            } },
            "partial_outputs": { "type": "array", "items": {
                "type": "object",
                "required": ["name", "content"],
                "additionalProperties": false,
                "properties": { "name": text, "content": text },
            } },
            "doing": { "enum": ["user-task", "self-fix"] },
            "continues": { "type": ["string", "null"] },
        },
    })
}
