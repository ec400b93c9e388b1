//! One file per command: its arguments and what it does.

mod asked;
pub(crate) mod bisect;
pub(crate) mod completions;
pub(crate) mod config;
pub(crate) mod debug;
#[cfg(feature = "heal")]
pub(crate) mod dev;
pub(crate) mod diff;
pub(crate) mod doctor;
pub(crate) mod explain;
pub(crate) mod flaky;
#[cfg(feature = "heal")]
pub(crate) mod heal;
pub(crate) mod history;
pub(crate) mod instrument;
pub(crate) mod interrupt;
mod json_input;
#[cfg(feature = "store")]
pub(crate) mod learn;
pub(crate) mod list;
pub(crate) mod man;
#[cfg(feature = "mcp")]
pub(crate) mod mcp;
pub(crate) mod minimize;
#[cfg(feature = "models")]
pub(crate) mod model;
pub(crate) mod parse;
#[cfg(feature = "store")]
pub(crate) mod patterns;
#[cfg(feature = "plugins")]
pub(crate) mod plugin;
pub(crate) mod policy;
#[cfg(feature = "store")]
pub(crate) mod recall;
pub(crate) mod repro;
pub(crate) mod run;
#[cfg(feature = "store")]
pub(crate) mod stats;
#[cfg(feature = "heal")]
pub(crate) mod supervise;
pub(crate) mod tool;
pub(crate) mod trace;
pub(crate) mod undo;

use crate::args::{Args, Command};
use crate::error::CliError;
use crate::exit::ExitCode;

/// Runs the command.
pub(crate) fn run(args: &Args) -> Result<ExitCode, CliError> {
    match &args.command {
        Command::Run(run) => run::run(run, args.quiet),
        Command::Parse(parse) => parse::run(parse, args.quiet),
        Command::Repro(repro) => repro::run(repro, args.quiet),
        Command::Bisect(bisect) => bisect::run(bisect, args.quiet),
        Command::Debug(debug) => debug::run(debug, args.quiet),
        Command::Diff(diff) => diff::run(diff, args.quiet),
        Command::Flaky(flaky) => flaky::run(flaky, args.quiet),
        Command::Minimize(minimize) => minimize::run(minimize, args.quiet),
        Command::Instrument(instrument) => instrument::run(instrument, args.quiet),
        #[cfg(feature = "store")]
        Command::Recall(recall) => recall::run(recall, args.quiet),
        #[cfg(feature = "store")]
        Command::Learn(learn) => learn::run(learn, args.quiet),
        #[cfg(feature = "store")]
        Command::Patterns(patterns) => patterns::run(patterns),
        #[cfg(feature = "store")]
        Command::Stats(stats) => stats::run(stats),
        Command::Trace(trace) => trace::run(trace, args.quiet),
        Command::Policy(policy) => policy::run(policy),
        #[cfg(feature = "heal")]
        Command::Heal(heal) => heal::run(heal, args.quiet),
        #[cfg(feature = "heal")]
        Command::Supervise(supervise) => supervise::run(supervise, args.quiet),
        #[cfg(feature = "heal")]
        Command::Dev(dev) => dev::run(dev),
        Command::Tool(tool) => tool::run(tool, args.quiet),
        Command::List(list) => list::run(list),
        Command::Explain(explain) => explain::run(explain),
        Command::Undo(undo) => undo::run(undo),
        Command::History(history) => history::run(history),
        Command::Doctor(doctor) => doctor::run(doctor),
        #[cfg(feature = "mcp")]
        Command::Mcp(mcp) => mcp::run(mcp),
        #[cfg(feature = "models")]
        Command::Model(model) => model::run(model),
        #[cfg(feature = "plugins")]
        Command::Plugin(plugin) => plugin::run(plugin),
        #[cfg(feature = "plugins")]
        Command::PluginHost(host) => plugin::serve(host),
        Command::Config(config) => config::run(config),
        Command::Completions(completions) => completions::run(completions),
        Command::Man(man) => man::run(man),
    }
}
