//! `unbreak parse`

mod output;

use std::fs::File;
use std::io::{self, Read, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::ValueEnum;
use unbreak_core::{ExitState, Workspace as _};
use unbreak_host::workspace::Tree;
use unbreak_parsers::{Distinct, Pipeline};

use self::output::Output;
use crate::args::PluginFlags;
use crate::complete::Completer;
use crate::error::CliError;
use crate::exit::ExitCode;
use crate::near::did_you_mean;
use crate::render::findings::{Findings, Github, Json, Jsonl, Sarif, Summary, Text};
use crate::render::junit::Junit;
use crate::render::rdjson::Rdjson;
use crate::{plugins, terminal, workspace};

/// Reads the output of tools from FILE or standard input, and writes its diagnostics.
///
/// Exit code 0 if no diagnostic of severity error was found, 1 otherwise.
#[derive(Debug, clap::Args)]
pub struct ParseArgs {
    /// The output; standard input when it is left out or `-`.
    pub file: Option<PathBuf>,
    /// Ask only this parser (`unbreak list parsers`).
    #[arg(long, value_name = "ID")]
    pub from: Option<String>,
    /// The workspace that paths are given relative to.
    #[arg(long, value_name = "DIR", default_value = ".")]
    pub root: PathBuf,
    /// The exit code of the command that wrote the output. With 0, exceptions in it are warnings: the command
    /// survived them.
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub exit_code: Option<i32>,
    /// The output format.
    #[arg(long, default_value = "jsonl")]
    pub format: Format,
    /// The settings of plug-ins.
    #[command(flatten)]
    pub plugins: PluginFlags,
}

/// The output formats of `parse`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// One object per line, for each diagnostic.
    Jsonl,
    /// One object: diagnostics, problems, summary.
    Json,
    /// For people: with the source.
    Text,
    /// SARIF 2.1.0.
    Sarif,
    /// Annotations for GitHub.
    Github,
    /// JUnit XML: a test case for each diagnostic.
    Junit,
    /// The input format of reviewdog.
    Rdjson,
}

impl Format {
    fn findings(self) -> Box<dyn Findings> {
        match self {
            Self::Jsonl => Box::new(Jsonl),
            Self::Json => Box::new(Json::default()),
            Self::Text => Box::new(Text),
            Self::Sarif => Box::new(Sarif::default()),
            Self::Github => Box::new(Github::default()),
            Self::Junit => Box::new(Junit::default()),
            Self::Rdjson => Box::new(Rdjson::default()),
        }
    }

    /// Returns whether its readers are programs, which show a failure that no diagnostic explains elsewhere, and
    /// whose JSON must not contain control characters that a terminal could take for a colour.
    fn is_for_programs(self) -> bool {
        matches!(
            self,
            Self::Jsonl | Self::Json | Self::Sarif | Self::Junit | Self::Rdjson
        )
    }
}

pub(crate) fn run(args: &ParseArgs, quiet: bool) -> Result<ExitCode, CliError> {
    let pipeline = pipeline(args)?;
    let tree = workspace::open(&args.root)?;
    let mut input = open(args.file.as_deref(), quiet)?;
    let for_programs = args.format.is_for_programs();
    let mut output = Output {
        out: if for_programs {
            terminal::stdout_for_programs()
        } else {
            terminal::stdout()
        },
        findings: args.format.findings(),
        completer: Completer::new(&tree, &where_tools_ran(&tree)),
        distinct: Distinct::default(),
        summary: Summary::of_command(args.exit_code.map(ExitState::Code)),
        explain: for_programs && !quiet,
    };
    match output.stream(pipeline.start(), &mut *input) {
        // The reader of our output has seen enough.
        Err(error) if error.is_closed_pipe() => Ok(output.verdict()),
        result => result.map(|()| output.verdict()),
    }
}

/// All parsers, or the requested one.
fn pipeline(args: &ParseArgs) -> Result<Pipeline, CliError> {
    let registry = plugins::registry(&args.root, &args.plugins)?;
    let Some(id) = &args.from else {
        return Ok(Pipeline::of(&registry));
    };
    let known = registry
        .parsers()
        .map(|parser| parser.descriptor().id.to_string());
    registry
        .parser(id)
        .map(|parser| Pipeline::new([Arc::clone(parser)]))
        .ok_or_else(|| {
            CliError::usage(format!("there is no parser called '{id}'"))
                .hint(did_you_mean(id, known))
                .hint("'unbreak list parsers' shows them all".to_owned())
        })
}

fn open(file: Option<&Path>, quiet: bool) -> Result<Box<dyn Read>, CliError> {
    let Some(file) = file.filter(|file| *file != Path::new("-")) else {
        if terminal::is_interactive() && !quiet {
            writeln!(terminal::stderr(), "reading from the terminal; end with Ctrl-D")?;
        }
        return Ok(Box::new(io::stdin().lock()));
    };
    let opened = File::open(file).and_then(|opened| match opened.metadata()?.is_dir() {
        true => Err(io::ErrorKind::IsADirectory.into()),
        false => Ok(opened),
    });
    match opened {
        Ok(opened) => Ok(Box::new(opened)),
        Err(error) => Err(CliError::usage(format!("{} cannot be read", file.display())).caused_by(&error)),
    }
}

/// The base directory of relative paths in the output: the current one, if it is in the workspace.
fn where_tools_ran(tree: &Tree) -> PathBuf {
    let here = std::env::current_dir().and_then(|here| here.canonicalize());
    here.ok()
        .filter(|here| here.starts_with(tree.root()))
        .unwrap_or_else(|| tree.root().to_owned())
}
