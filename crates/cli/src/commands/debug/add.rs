//! A caller's additions to a session: ideas, experiments, a postmortem.

use clap::{Args, ValueEnum};
use unbreak_core::session::{Input, Outcome, Place, Resolution, Source, Strength};
use unbreak_host::AgentError;
use unbreak_host::debug::Debugger;

use super::SessionArgs;
use crate::error::CliError;
use crate::exit::ExitCode;

/// States a possible cause. At least three distinct hypotheses are needed before the first probe.
#[derive(Debug, Args)]
#[command(after_help = "Example: unbreak debug hypothesis 'the cache is shared' --at cart.py:31")]
pub(super) struct HypothesisArgs {
    /// The cause, in words.
    claim: String,
    /// The place of the cause.
    #[arg(long, value_name = "FILE:LINE", value_parser = place)]
    at: Option<(String, u32)>,
    #[command(flatten)]
    session: SessionArgs,
}

fn place(text: &str) -> Result<(String, u32), String> {
    let (file, line) = text.rsplit_once(':').ok_or("write it as in cart.py:31")?;
    let line = line.parse().map_err(|_| "the line is not a number")?;
    Ok((file.to_owned(), line))
}

pub(super) fn hypothesis(args: &HypothesisArgs, quiet: bool) -> Result<ExitCode, CliError> {
    let place = args.at.clone().map(|(file, line)| Place {
        file,
        line,
        function: None,
        score: None,
        why: args.claim.clone(),
    });
    args.session.with(quiet, async |debugger| {
        debugger.tell(Input::Hypothesised {
            claim: args.claim.clone(),
            source: Source::Caller,
            place,
        })
    })
}

/// Begins an experiment on a hypothesis, gives the result of one, or reports that its probe was
/// removed. A supporting weak result makes its hypothesis 3 times likelier against each other one, a strong
/// one 10 times; a refuting one divides by as much.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  unbreak debug probe --about 2 'run it without the cache' --result supports --strength strong\n  \
                  unbreak debug probe --about 2 'log the key' --handle cart.py:31\n  \
                  unbreak debug probe --of 1 --result refutes\n  unbreak debug probe --removed 1"
)]
pub(super) struct ProbeArgs {
    /// The experiment.
    #[arg(requires = "about")]
    experiment: Option<String>,
    /// The number of the hypothesis that it is about.
    #[arg(long, value_name = "N", requires = "experiment")]
    about: Option<u32>,
    /// The mark in a file that must be removed afterwards.
    #[arg(long, value_name = "HANDLE", requires = "experiment")]
    handle: Option<String>,
    /// The number of the probe with this result; by default the one that begins.
    #[arg(long, value_name = "N", conflicts_with = "experiment", requires = "result")]
    of: Option<u32>,
    /// The outcome for the hypothesis.
    #[arg(long, value_name = "RESULT")]
    result: Option<Said>,
    /// The strength of the result.
    #[arg(long, default_value = "weak", value_name = "HOW", requires = "result")]
    strength: Much,
    /// The observation.
    #[arg(
        long,
        value_name = "TEXT",
        default_value = "",
        requires = "result",
        hide_default_value = true
    )]
    note: String,
    /// The number of a probe that was removed.
    #[arg(long, value_name = "N", conflicts_with_all = ["experiment", "of"])]
    removed: Option<u32>,
    #[command(flatten)]
    session: SessionArgs,
}

/// The outcome of an experiment for its hypothesis.
#[derive(Debug, Clone, Copy, ValueEnum)]
enum Said {
    /// The result that the hypothesis predicts.
    Supports,
    /// The opposite.
    Refutes,
    /// Neither.
    Inconclusive,
}

/// The strength of a result.
#[derive(Debug, Clone, Copy, ValueEnum)]
enum Much {
    /// It would also fit many other causes.
    Weak,
    /// It is hard to explain otherwise.
    Strong,
    /// An intervention both ways; only the program's own experiments count as that.
    Causal,
}

pub(super) fn probe(args: &ProbeArgs, quiet: bool) -> Result<ExitCode, CliError> {
    args.session.with(quiet, async |debugger| {
        if let Some(probe) = args.removed {
            return debugger.tell(Input::ProbeRemoved { probe });
        }
        let begun = match (&args.experiment, args.about) {
            (Some(experiment), Some(hypothesis)) => {
                debugger.tell(Input::Probing {
                    hypothesis,
                    experiment: experiment.clone(),
                    handle: args.handle.clone(),
                })?;
                debugger
                    .saved()
                    .session
                    .record()
                    .probes
                    .last()
                    .map(|probe| probe.id)
            }
            _ => None,
        };
        report(args, debugger, args.of.or(begun))
    })
}

fn report(args: &ProbeArgs, debugger: &mut Debugger<'_>, probe: Option<u32>) -> Result<(), AgentError> {
    let Some(said) = args.result else { return Ok(()) };
    debugger.tell(Input::Probed {
        probe: probe.unwrap_or_default(),
        outcome: match said {
            Said::Supports => Outcome::Supports,
            Said::Refutes => Outcome::Refutes,
            Said::Inconclusive => Outcome::Inconclusive,
        },
        strength: match args.strength {
            Much::Weak => Strength::Weak,
            Much::Strong => Strength::Strong,
            Much::Causal => Strength::Causal,
        },
        note: args.note.clone(),
        measured: false,
    })
}

/// Records the lessons, from the session or in your words. Every session ends with a postmortem, even if
/// nothing was found.
#[derive(Debug, Args)]
pub(super) struct PostmortemArgs {
    /// The root cause; by default the top hypothesis.
    #[arg(long, value_name = "TEXT")]
    cause: Option<String>,
    /// How it ended; by default as the session knows it.
    #[arg(long, value_name = "HOW")]
    resolution: Option<Ended>,
    #[command(flatten)]
    session: SessionArgs,
}

/// How a session ended.
#[derive(Debug, Clone, Copy, ValueEnum)]
enum Ended {
    /// A verified fix is in the tree.
    Fixed,
    /// A verified fix was proposed.
    Proposed,
    /// The cause is known, and no fix was made.
    Diagnosed,
    /// The cause is not known.
    Unresolved,
}

pub(super) fn postmortem(args: &PostmortemArgs, quiet: bool) -> Result<ExitCode, CliError> {
    args.session.with(quiet, async |debugger| {
        let mut written = debugger.draft(None);
        if let Some(cause) = &args.cause {
            written.root_cause.clone_from(cause);
        }
        if let Some(ended) = args.resolution {
            written.resolution = match ended {
                Ended::Fixed => Resolution::Fixed,
                Ended::Proposed => Resolution::Proposed,
                Ended::Diagnosed => Resolution::Diagnosed,
                Ended::Unresolved => Resolution::Unresolved,
            };
        }
        debugger.conclude(written).await
    })
}

/// Ends a session. It needs a postmortem first.
#[derive(Debug, Args)]
pub(super) struct CloseArgs {
    #[command(flatten)]
    session: SessionArgs,
}

pub(super) fn close(args: &CloseArgs, quiet: bool) -> Result<ExitCode, CliError> {
    args.session
        .with(quiet, async |debugger| debugger.tell(Input::Closed))
}
