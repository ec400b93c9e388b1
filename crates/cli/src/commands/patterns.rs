//! `unbreak patterns`

use std::fs;
use std::io::{Read as _, Write as _};
use std::path::PathBuf;

use clap::Subcommand;
use serde::{Deserialize, Serialize};
use unbreak_core::{LearnedPattern, Template};
use unbreak_host::Store;

use super::tool::print;
use crate::args::{ListFormat, WorkspaceArgs};
use crate::error::CliError;
use crate::exit::ExitCode;
use crate::render::tally::counted;
use crate::{terminal, workspace};

/// The version of the exchange format.
const VERSION: u32 = 1;

/// Lists, shows, forgets, exports and imports learned fixes.
#[derive(Debug, clap::Args)]
pub struct PatternsArgs {
    #[command(flatten)]
    workspace: WorkspaceArgs,
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, Subcommand)]
enum Action {
    /// List what was learned, the last used first.
    List {
        /// The output format.
        #[arg(long, default_value = "text")]
        format: ListFormat,
    },
    /// Show one pattern as JSON.
    Show {
        /// Its number.
        id: u64,
    },
    /// Delete patterns.
    Forget {
        /// Their numbers.
        #[arg(required = true)]
        ids: Vec<u64>,
    },
    /// Write all patterns as JSON.
    Export {
        /// The file; standard output if it is missing or `-`.
        file: Option<PathBuf>,
    },
    /// Add the patterns of a file that `export` wrote. They count no successes before they help here.
    Import {
        /// The file; `-` is standard input.
        file: PathBuf,
    },
}

/// The content of an exchange file, which `export` writes and `import` reads.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Exchanged {
    version: u32,
    patterns: Vec<ExchangedPattern>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ExchangedPattern {
    origin: String,
    /// How often it helped in its place of origin. Read, but not counted.
    #[serde(default)]
    successes: u32,
    /// The number of times that it did not help.
    #[serde(default)]
    failures: u32,
    template: Template,
}

pub(crate) fn run(args: &PatternsArgs) -> Result<ExitCode, CliError> {
    let tree = workspace::open(&args.workspace.directory)?;
    let store = Store::in_state(tree.state_directory());
    match &args.action {
        Action::List { format } => list(&known(&store)?, *format),
        Action::Show { id } => show(&known(&store)?, *id),
        Action::Forget { ids } => forget(&store, ids),
        Action::Export { file } => export(&known(&store)?, file.as_ref()),
        Action::Import { file } => import(&store, file),
    }
}

/// All patterns, the last used first.
pub(crate) fn known(store: &Store) -> Result<Vec<LearnedPattern>, CliError> {
    store.patterns().map_err(|error| unusable(&error))
}

fn unusable(error: &unbreak_host::store::StoreError) -> CliError {
    CliError::failed("the learned patterns could not be used").caused_by(error)
}

fn list(patterns: &[LearnedPattern], format: ListFormat) -> Result<ExitCode, CliError> {
    if format == ListFormat::Json {
        print(&serde_json::to_value(patterns).map_err(std::io::Error::from)?)?;
        return Ok(ExitCode::Passes);
    }
    let mut out = terminal::stdout();
    for pattern in patterns {
        let tried = u64::from(pattern.successes) + u64::from(pattern.failures);
        writeln!(out, "{}: {}", pattern.id, pattern.template.summary())?;
        writeln!(
            out,
            "    for {} ({}), from {}{}, helped {} of {}",
            pattern.template.message,
            pattern.template.error_type.as_str(),
            pattern.origin,
            if pattern.imported { ", imported" } else { "" },
            pattern.successes,
            counted(tried, "time"),
        )?;
    }
    if patterns.is_empty() {
        writeln!(out, "nothing was learned yet")?;
    }
    out.flush()?;
    Ok(ExitCode::Passes)
}

fn show(patterns: &[LearnedPattern], id: u64) -> Result<ExitCode, CliError> {
    let Some(pattern) = patterns.iter().find(|pattern| pattern.id == id) else {
        return Err(unknown(id));
    };
    print(&serde_json::to_value(pattern).map_err(std::io::Error::from)?)?;
    Ok(ExitCode::Passes)
}

fn unknown(id: u64) -> CliError {
    CliError::usage(format!("there is no pattern {id}")).hint("see 'unbreak patterns list'".to_owned())
}

/// Deletes patterns.
pub(crate) fn forget(store: &Store, ids: &[u64]) -> Result<ExitCode, CliError> {
    for &id in ids {
        if !store.forget_pattern(id).map_err(|error| unusable(&error))? {
            return Err(unknown(id));
        }
    }
    Ok(ExitCode::Passes)
}

fn export(patterns: &[LearnedPattern], file: Option<&PathBuf>) -> Result<ExitCode, CliError> {
    let pattern = |pattern: &LearnedPattern| ExchangedPattern {
        origin: pattern.origin.clone(),
        successes: pattern.successes,
        failures: pattern.failures,
        template: pattern.template.clone(),
    };
    let all = Exchanged {
        version: VERSION,
        patterns: patterns.iter().map(pattern).collect(),
    };
    let value = serde_json::to_value(&all).map_err(std::io::Error::from)?;
    match file {
        Some(file) if file.as_os_str() != "-" => {
            let text = serde_json::to_string_pretty(&value).map_err(std::io::Error::from)?;
            fs::write(file, text + "\n").map_err(|error| {
                CliError::usage(format!("{} could not be written", file.display())).caused_by(&error)
            })?;
        }
        _ => print(&value)?,
    }
    Ok(ExitCode::Passes)
}

fn import(store: &Store, file: &PathBuf) -> Result<ExitCode, CliError> {
    let all = read(file)?;
    let templates = all
        .patterns
        .iter()
        .map(|pattern| (&pattern.template, pattern.origin.as_str()));
    let new = store
        .import_patterns(templates)
        .map_err(|error| unusable(&error))?;
    let mut out = terminal::stdout();
    let known = all.patterns.len() - new;
    writeln!(out, "{new} imported, {known} known already")?;
    out.flush()?;
    Ok(ExitCode::Passes)
}

fn read(file: &PathBuf) -> Result<Exchanged, CliError> {
    let mut text = String::new();
    let read = match file.as_os_str() == "-" {
        true => std::io::stdin().read_to_string(&mut text).map(drop),
        false => fs::read_to_string(file).map(|read| text = read),
    };
    read.map_err(|error| CliError::usage(format!("{} could not be read", file.display())).caused_by(&error))?;
    let refused = |reason: String| CliError::usage(format!("{}: {reason}", file.display()));
    let mut reader = serde_json::Deserializer::from_str(&text);
    let all: Exchanged = serde_path_to_error::deserialize(&mut reader)
        .map_err(|error| refused(format!("{}: {}", error.path(), error.inner())))?;
    reader.end().map_err(|error| refused(error.to_string()))?;
    if all.version != VERSION {
        return Err(refused(format!(
            "version: {} is not known, only {VERSION}",
            all.version
        )));
    }
    for (at, pattern) in all.patterns.iter().enumerate() {
        let checked = pattern.template.validate();
        checked.map_err(|error| refused(format!("patterns[{at}].template.{error}")))?;
    }
    Ok(all)
}
