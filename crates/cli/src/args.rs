//! The arguments: those of every command, and the commands.

use std::fmt::Write as _;
use std::path::PathBuf;

use anstream::ColorChoice;
use clap::builder::{PossibleValuesParser, TypedValueParser as _};
use clap::{Parser, Subcommand, ValueEnum};
use unbreak_core::SandboxMode;

use crate::commands;
use crate::config::OptionFlag;
use crate::exit::ExitCode;

/// Repairs the working tree so that a failing command passes, with the smallest change that the command
/// verifies, or reports why it could not.
#[derive(Debug, Parser)]
#[command(name = "unbreak", version, after_long_help = exit_codes(), after_help = "Try: unbreak run -- pytest -q")]
pub struct Args {
    /// When to use colours.
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    pub color: Color,
    /// The same as --color never.
    #[arg(long, global = true, conflicts_with = "color")]
    pub no_color: bool,
    /// Show secrets: keys, tokens and passwords stay in what is printed. Data that is stored on disk never contains them.
    #[arg(long, global = true)]
    pub no_redact: bool,
    /// Print only the result, without progress.
    #[arg(short, long, global = true)]
    pub quiet: bool,
    /// Log the program's actions to standard error; twice for details, three times for everything.
    #[arg(short, long, global = true, action = clap::ArgAction::Count)]
    pub verbose: u8,
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Make a failing command pass.
    Run(commands::run::RunArgs),
    /// Turn the output of tools into diagnostics.
    Parse(commands::parse::ParseArgs),
    /// Run a command several times and report whether it fails the same way each time.
    Repro(commands::repro::ReproArgs),
    /// Find the commit that broke a command, testing several at a time.
    Bisect(commands::bisect::BisectArgs),
    /// Run a command on two commits and report the differences.
    Diff(commands::diff::DiffArgs),
    /// Run a command many times: how often it fails, which tests fail, and what that depends on.
    Flaky(commands::flaky::FlakyArgs),
    /// Run a command with the runtime's own diagnostics on: frames, locals, the last lines.
    Trace(commands::trace::TraceArgs),
    /// Report each time a line is reached, with the values of expressions.
    Instrument(commands::instrument::InstrumentArgs),
    /// Show past failures like this one.
    #[cfg(feature = "store")]
    Recall(commands::recall::RecallArgs),
    /// Reduce an input to a minimal one that still fails in the same way.
    Minimize(commands::minimize::MinimizeArgs),
    /// Find the cause of a failure step by step, by experiments alone or with your own ideas.
    Debug(commands::debug::DebugArgs),
    /// Classify failures and decide about retries, with JSON in and out.
    Policy(commands::policy::PolicyArgs),
    /// Let an agent repair itself during a task, with JSON in and out.
    #[cfg(feature = "heal")]
    Heal(commands::heal::HealArgs),
    /// Run an agent, and start it again when its code has changed.
    #[cfg(feature = "heal")]
    Supervise(commands::supervise::SuperviseArgs),
    /// Show whether an agent may edit its own source, and switch that on and off.
    #[cfg(feature = "heal")]
    Dev(commands::dev::DevArgs),
    /// Call a debug tool with its input as JSON.
    Tool(commands::tool::ToolArgs),
    /// List the parsers, strategies and tools.
    List(commands::list::ListArgs),
    /// Explain a parser, strategy or tool.
    Explain(commands::explain::ExplainArgs),
    /// Undo the changes of a run.
    Undo(commands::undo::UndoArgs),
    /// List the past runs in a workspace.
    History(commands::history::HistoryArgs),
    /// Learn from the edit that made a failing command pass.
    #[cfg(feature = "store")]
    Learn(commands::learn::LearnArgs),
    /// List, show, forget, export and import learned fixes.
    #[cfg(feature = "store")]
    Patterns(commands::patterns::PatternsArgs),
    /// Show how much is remembered of past failures and fixes.
    #[cfg(feature = "store")]
    Stats(commands::stats::StatsArgs),
    /// Show what is installed, what is missing, and what to do about it.
    Doctor(commands::doctor::DoctorArgs),
    /// Serve coding agents: the Model Context Protocol.
    #[cfg(feature = "mcp")]
    Mcp(commands::mcp::McpArgs),
    /// List and check the configured language models.
    #[cfg(feature = "models")]
    Model(commands::model::ModelArgs),
    /// Create, check, install and trust plug-ins.
    #[cfg(feature = "plugins")]
    Plugin(commands::plugin::PluginArgs),
    /// Serve a plug-in's library to another process of this program.
    #[cfg(feature = "plugins")]
    #[command(hide = true)]
    PluginHost(commands::plugin::HostArgs),
    /// Describe the settings of unbreak.toml.
    Config(commands::config::ConfigArgs),
    /// Print a completion script for a shell.
    Completions(commands::completions::CompletionsArgs),
    /// Print the manual page.
    Man(commands::man::ManArgs),
}

impl Command {
    /// Returns whether everything that it starts belongs to a command; a plug-in's library may start other programs.
    pub(crate) fn runs_commands(&self) -> bool {
        #[cfg(feature = "plugins")]
        return !matches!(self, Self::PluginHost(_));
        #[cfg(not(feature = "plugins"))]
        true
    }
}

/// When to use colours. `auto` respects `NO_COLOR`, `CLICOLOR` and `CLICOLOR_FORCE`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Color {
    /// On a terminal.
    Auto,
    /// Also into files and pipes.
    Always,
    /// Not at all.
    Never,
}

impl Args {
    /// The choice of colours by the flags; variables of the environment are left to the streams.
    pub(crate) fn color_choice(&self) -> ColorChoice {
        match self.color {
            _ if self.no_color => ColorChoice::Never,
            Color::Auto => ColorChoice::Auto,
            Color::Always => ColorChoice::Always,
            Color::Never => ColorChoice::Never,
        }
    }
}

/// The workspace a command is about.
#[derive(Debug, clap::Args)]
pub struct WorkspaceArgs {
    /// The workspace: the directory tree that may be changed.
    #[arg(short = 'C', long, value_name = "DIR", default_value = ".")]
    pub directory: PathBuf,
}

/// The workspace, and the plug-ins that are used there.
#[derive(Debug, clap::Args)]
pub struct AgentArgs {
    /// The workspace: the directory tree that may be changed.
    #[arg(short = 'C', long, value_name = "DIR", default_value = ".")]
    pub directory: PathBuf,
    /// The settings of plug-ins.
    #[command(flatten)]
    pub plugins: PluginFlags,
    /// The settings of the sandbox.
    #[command(flatten)]
    pub sandbox: SandboxFlags,
}

/// How commands are confined; overrides `unbreak.toml`.
#[derive(Debug, Clone, Default, clap::Args)]
#[command(next_help_heading = "Sandbox")]
pub struct SandboxFlags {
    /// Confine commands: `auto` in the best sandbox that the system has, `strict` only in a full one and without the network, `off` not at all.
    #[arg(long, value_name = "MODE", value_parser = PossibleValuesParser::new(SandboxMode::ALL.map(SandboxMode::name)).try_map(|name| name.parse::<SandboxMode>()), hide_short_help = true)]
    pub sandbox: Option<SandboxMode>,
    /// Let commands have the network, also in the strict sandbox.
    #[arg(long, hide_short_help = true)]
    pub net: bool,
    /// Deny commands the network, also in mode `auto`.
    #[arg(long, conflicts_with = "net", hide_short_help = true)]
    pub no_net: bool,
}

impl SandboxFlags {
    /// The choice about the network by the flags.
    pub(crate) fn network(&self) -> Option<bool> {
        match (self.net, self.no_net) {
            (true, _) => Some(true),
            (_, true) => Some(false),
            _ => None,
        }
    }
}

/// Settings of plug-ins, which override `unbreak.toml`. A plug-in is named by its id, or, if a parser and a
/// strategy share one, as `strategy:ID`.
#[derive(Debug, Clone, Default, clap::Args)]
#[command(next_help_heading = "Plug-ins")]
pub struct PluginFlags {
    /// Switch plug-ins off.
    #[arg(long, value_name = "ID", value_delimiter = ',', hide_short_help = true)]
    pub off: Vec<String>,
    /// Use plug-ins that unbreak.toml switches off.
    #[arg(long, value_name = "ID", value_delimiter = ',', hide_short_help = true)]
    pub on: Vec<String>,
    /// Put plug-ins before all others of their kind, in this order.
    #[arg(long, value_name = "ID", value_delimiter = ',', hide_short_help = true)]
    pub order: Vec<String>,
    /// Set an option of a plug-in; `unbreak explain ID` lists its options.
    #[arg(long = "option", value_name = "ID.NAME=VALUE", hide_short_help = true)]
    pub options: Vec<OptionFlag>,
    /// The configuration, instead of the unbreak.toml found upwards from the workspace.
    #[arg(long, value_name = "FILE", hide_short_help = true)]
    pub config: Option<PathBuf>,
    /// Ignore unbreak.toml.
    #[arg(long, conflicts_with = "config", hide_short_help = true)]
    pub no_config: bool,
}

/// Settings of language models, which override `unbreak.toml`.
#[cfg(feature = "models")]
#[derive(Debug, Clone, Default, clap::Args)]
#[command(next_help_heading = "Language models")]
pub struct ModelFlags {
    /// Ask this configured model, and no other.
    #[arg(long, value_name = "NAME")]
    pub model: Option<String>,
    /// Ask no model.
    #[arg(long, conflicts_with_all = ["model", "budget_tokens", "budget_cost", "samples"])]
    pub no_model: bool,
    /// Stop asking when models have read and written N tokens.
    #[arg(long, value_name = "N", hide_short_help = true)]
    pub budget_tokens: Option<u64>,
    /// Stop asking when models have cost this many dollars [default: 2]; `none` for no limit.
    #[arg(long, value_name = "DOLLARS", hide_short_help = true)]
    pub budget_cost: Option<crate::config::CostLimit>,
    /// Ask for N answers to each question about a fix [default: 4].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=64), hide_short_help = true)]
    pub samples: Option<u32>,
    /// Print what would be sent to a model, and send nothing.
    #[arg(long, conflicts_with = "no_model")]
    pub show_prompt: bool,
    /// Make at most N attempts to repair one cause with models [default: 5].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100), hide_short_help = true)]
    pub attempts: Option<u32>,
    /// Make at most N new plans for one cause [default: 2].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(..=100), hide_short_help = true)]
    pub replans: Option<u32>,
}

/// The output formats of commands that list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ListFormat {
    /// For people.
    Text,
    /// For programs.
    Json,
}

fn exit_codes() -> String {
    let mut text = String::from("Exit codes:");
    for exit in ExitCode::ALL {
        let _ = write!(text, "\n  {:>3}  {}", exit.code(), exit.meaning());
    }
    text
}
