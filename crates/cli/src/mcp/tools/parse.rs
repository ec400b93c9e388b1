//! `parse`: from the output of a tool to diagnostics.

use std::fs;
use std::path::Path;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use unbreak_core::redact::Redact as _;
use unbreak_core::{Diagnostic, ExitState};
use unbreak_parsers::{Distinct, Pipeline};

use super::{BuiltIn, Call, Effect, arguments, directory, schema};
use crate::complete::Completer;
use crate::error::CliError;
use crate::mcp::answer::Answer;
use crate::mcp::job::Work;
use crate::mcp::shared::Shared;
use crate::render::findings::Summary;
use crate::render::message;
use crate::render::summary::at;
use crate::{plugins, workspace};

pub(super) const TOOL: BuiltIn = BuiltIn {
    name: "parse",
    title: "Read a tool's output",
    description: "Reads the output of compilers, tests, linters and other tools as diagnostics \
                  (file, line, column, severity, code, message). Give the output, or a file.",
    effect: Effect::Reads,
    input: schema::<Input>,
    result: schema::<Found>,
    work,
};

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Input {
    /// The output.
    #[serde(default)]
    output: Option<String>,
    /// A file in the workspace that holds it.
    #[serde(default)]
    file: Option<String>,
    /// Ask this parser alone.
    #[serde(default)]
    from: Option<String>,
    /// Exit code of its command. With 0, exceptions are warnings.
    #[serde(default)]
    exit_code: Option<i32>,
    /// Directory that paths are relative to; otherwise the first root.
    #[serde(default)]
    workspace: Option<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Found {
    diagnostics: Vec<Short>,
    errors: u64,
    warnings: u64,
    /// Why a failure is not explained by what was found.
    #[serde(skip_serializing_if = "Option::is_none")]
    unexplained: Option<String>,
}

/// A diagnostic, in short.
#[derive(Debug, Serialize, JsonSchema)]
struct Short {
    parser: String,
    severity: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    code: Option<String>,
    message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<u32>,
}

fn work(call: Call) -> Result<Work, CliError> {
    let input: Input = arguments(call.arguments.clone())?;
    let directory = directory(&call, input.workspace.as_ref())?;
    let bytes = match (&input.output, &input.file) {
        (Some(output), None) => output.clone().into_bytes(),
        (None, Some(file)) => read(&call, &directory, file)?,
        _ => {
            return Err(CliError::usage("there is nothing to parse")
                .hint("give either `output` or `file`".to_owned()));
        }
    };
    let shared = call.shared;
    Ok(Box::new(move |_| parse(&shared, &directory, &input, &bytes)))
}

/// A file in the workspace.
fn read(call: &Call, directory: &Path, file: &str) -> Result<Vec<u8>, CliError> {
    const MOST_BYTES: u64 = 64 << 20;
    let unreadable =
        |error: std::io::Error| CliError::usage(format!("{file} cannot be read")).caused_by(&error);
    let path = directory.join(file).canonicalize().map_err(unreadable)?;
    if !call.roots.holds(&path) {
        return Err(CliError::usage(format!("{file} is outside of the workspace"))
            .hint("give its text as `output`".to_owned()));
    }
    let size = fs::metadata(&path).map_err(unreadable)?.len();
    if size > MOST_BYTES {
        return Err(CliError::usage(format!("{file} is too large: {size} bytes"))
            .hint(format!("`unbreak parse {file}` reads files of any size")));
    }
    fs::read(&path).map_err(unreadable)
}

fn parse(shared: &Shared, directory: &Path, input: &Input, bytes: &[u8]) -> Result<Answer, CliError> {
    let registry = plugins::registry(directory, &shared.settings.plugins)?;
    let pipeline = match &input.from {
        None => Pipeline::of(&registry),
        Some(id) => match registry.parser(id) {
            Some(parser) => Pipeline::new([parser.clone()]),
            None => {
                return Err(CliError::usage(format!("there is no parser called '{id}'"))
                    .hint("`explain` lists them".to_owned()));
            }
        },
    };
    let tree = workspace::open(directory)?;
    let mut completer = Completer::new(&tree, directory);
    let mut distinct = Distinct::default();
    let mut summary = Summary::of_command(input.exit_code.map(ExitState::Code));
    let mut parse = pipeline.start();
    parse.feed(bytes);
    let mut found: Vec<Diagnostic> = Vec::new();
    for mut diagnostic in parse.finish(summary.exit).diagnostics {
        completer.complete(&mut diagnostic);
        summary.lessen(&mut diagnostic);
        if distinct.is_new(&diagnostic) {
            summary.add(&diagnostic);
            diagnostic.redact();
            found.push(diagnostic);
        }
    }
    let short = Found {
        diagnostics: found.iter().map(Short::of).collect(),
        errors: summary.tally.fatal + summary.tally.errors,
        warnings: summary.tally.warnings,
        unexplained: summary.unexplained(),
    };
    let text = text(&short, &found);
    let whole = (found.len() > 20).then(|| super::value(&found)).transpose()?;
    Ok(Answer::with_whole(
        text,
        super::value(&short)?,
        whole.as_ref(),
        &shared.documents,
    ))
}

fn text(short: &Found, found: &[Diagnostic]) -> String {
    let mut lines = vec![format!("{} errors, {} warnings", short.errors, short.warnings)];
    lines.extend(short.unexplained.clone());
    lines.extend(found.iter().map(|diagnostic| {
        let code = diagnostic.code.as_ref().map(|code| format!(" [{code}]"));
        format!(
            "{}{} ({}, {})",
            at(&diagnostic.place(), message(diagnostic)),
            code.unwrap_or_default(),
            diagnostic.severity.as_str(),
            diagnostic.parser,
        )
    }));
    lines.join("\n")
}

impl Short {
    fn of(diagnostic: &Diagnostic) -> Self {
        Self {
            parser: diagnostic.parser.to_string(),
            severity: diagnostic.severity.as_str().to_owned(),
            code: diagnostic.code.clone(),
            message: message(diagnostic).to_owned(),
            file: diagnostic.file().map(str::to_owned),
            line: diagnostic.location.line,
            column: diagnostic.location.column,
        }
    }
}
