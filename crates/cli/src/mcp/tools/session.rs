//! `debug_session`: from the failure to its cause, step by step.
//!
//! One tool with a `step`, not a tool for each step: the steps share the session, and nine schemas would
//! cost a client three times as many tokens.

use std::sync::Arc;

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};
use unbreak_core::session::{Input as Told, Outcome, Place, Source, Strength};
use unbreak_core::{Command, Progress, redact};
use unbreak_host::debug::{Advance, Debugger, Saved, Setup, Surroundings};
use unbreak_host::{Agent, RunOptions};

use super::{BuiltIn, Call, Effect, arguments, directory, schema};
use crate::error::CliError;
use crate::mcp::answer::Answer;
use crate::mcp::follow::Follow;
use crate::mcp::job::{Job, Work};
use crate::mcp::shared::Shared;
use crate::render::session;

pub(super) const TOOL: BuiltIn = BuiltIn {
    name: "debug_session",
    title: "Find the cause of a failure",
    description: "Finds the cause of a failure. `auto` does it all by experiments. Or `start` with a command, then \
                  `advance` repeatedly; where it waits for ideas, give at least three with `hypothesis`, test them \
                  with `probe`, give a diff with `fix`, end with `postmortem` and `close`. A step that breaks a \
                  rule is refused by the rule's number.",
    effect: Effect::Changes,
    input: schema::<Input>,
    result: || {
        json!({
            "type": "object",
            "properties": { "id": { "type": "string" }, "state": { "type": "string" }, "waits_for": { "type": "string" } },
        })
    },
    work,
};

/// The question before a fix may stay.
const KEEP: &str = "May the debug session leave its fix in the tree, if the command passes with it?";

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Input {
    step: Step,
    /// auto, start: the failing command, word by word.
    #[serde(default)]
    command: Vec<String>,
    /// The session; otherwise the latest.
    #[serde(default)]
    session: Option<String>,
    /// auto, start: a commit on which the command passes.
    #[serde(default)]
    good: Option<String>,
    /// advance: the answer to the session's question.
    #[serde(default)]
    answer: Option<String>,
    /// hypothesis: the cause; probe: the experiment; postmortem: the cause found.
    #[serde(default)]
    text: Option<String>,
    /// hypothesis: the file and line, cart.py:31.
    #[serde(default)]
    at: Option<String>,
    /// probe: the number of the hypothesis.
    #[serde(default)]
    about: Option<u32>,
    /// probe: what it showed.
    #[serde(default)]
    outcome: Option<Said>,
    /// probe: whether that is strong evidence.
    #[serde(default)]
    strong: bool,
    /// fix: a unified diff; otherwise what the experiments found.
    #[serde(default)]
    patch: Option<String>,
    /// auto, advance, fix: leave a verified fix in the tree.
    #[serde(default)]
    keep: bool,
    #[serde(default)]
    workspace: Option<String>,
    #[serde(default)]
    #[expect(dead_code, reason = "the server reads it")]
    wait_seconds: Option<u32>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Step {
    Auto,
    Start,
    Advance,
    Status,
    List,
    Hypothesis,
    Probe,
    Fix,
    Postmortem,
    Close,
}

#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Said {
    Supports,
    Refutes,
    Inconclusive,
}

fn work(call: Call) -> Result<Work, CliError> {
    let input: Input = arguments(call.arguments.clone())?;
    let directory = directory(&call, input.workspace.as_ref())?;
    if matches!(input.step, Step::Auto | Step::Start) {
        super::run::command(&input.command, &directory)?;
    }
    let shared = call.shared;
    Ok(Box::new(move |job| {
        let agent = shared.agent(&directory)?;
        if input.step == Step::List {
            let listed = super::value(&Debugger::list(&agent).map_err(CliError::from)?)?;
            return Ok(Answer::of(
                listed.to_string(),
                json!({ "sessions": listed }),
                &shared.documents,
            ));
        }
        let (saved, waits) = take(&input, &agent, &shared, job)?;
        show(&saved, waits, &shared)
    }))
}

/// Takes a step, and returns the session after it, and what it is waiting for.
fn take(
    input: &Input,
    agent: &Agent,
    shared: &Shared,
    job: &Arc<Job>,
) -> Result<(Saved, Option<String>), CliError> {
    let id = input.session.as_deref();
    if input.step == Step::Status {
        return Ok((Debugger::look(agent, id)?, None));
    }
    let mut around = Surroundings::new(agent, &job.cancel);
    let follower: &dyn Progress = &**job;
    around.progress = Some(follower);
    let command = input
        .command
        .split_first()
        .map(|(program, rest)| Command::new(program, rest));
    let may_keep = || shared.settings.yes || job.ask(KEEP, "--yes");
    let options = RunOptions {
        // A change that is rolled back needs no answer.
        assume_yes: true,
        dry_run: !(input.keep && may_keep()),
        ..shared.run_options()
    };
    let mut debugger = match (input.step, command) {
        (Step::Auto | Step::Start, Some(command)) => {
            let mut setup = Setup::default();
            setup.good.clone_from(&input.good);
            Debugger::start(around, command, setup)?
        }
        (_, command) => Debugger::resume(around, id, command)?,
    };
    let waits = super::block_on(step(input, &mut debugger, &options, job))??;
    Ok((debugger.saved().clone(), waits))
}

async fn step(
    input: &Input,
    debugger: &mut Debugger<'_>,
    options: &RunOptions,
    job: &Arc<Job>,
) -> Result<Option<String>, CliError> {
    let mut follow = Follow(Arc::clone(job));
    match input.step {
        Step::Start | Step::Status | Step::List => {}
        Step::Auto => debugger.auto(options, &mut follow).await?,
        Step::Advance => {
            if let Some(answer) = &input.answer {
                debugger.tell(Told::Answered {
                    answer: answer.clone(),
                })?;
            }
            if let Advance::Waits(reason) = debugger.advance(options, &mut follow).await? {
                return Ok(Some(reason));
            }
        }
        Step::Hypothesis => {
            let claim = needed(input.text.as_ref(), "text", "the cause, in words")?;
            debugger.tell(Told::Hypothesised {
                place: place(input, &claim)?,
                claim,
                source: Source::Caller,
            })?;
        }
        Step::Probe => probe(input, debugger)?,
        Step::Fix => match &input.patch {
            Some(patch) => {
                let title = input.text.as_deref().unwrap_or("the patch");
                let fix = debugger.fix_of(patch, title)?;
                debugger.propose(fix, false, false, options, &mut follow).await?;
            }
            None => debugger.propose_found(options, &mut follow).await?,
        },
        Step::Postmortem => {
            let mut written = debugger.draft(None);
            if let Some(cause) = &input.text {
                written.root_cause.clone_from(cause);
            }
            debugger.conclude(written).await?;
        }
        Step::Close => debugger.tell(Told::Closed)?,
    }
    Ok(None)
}

/// Begins an experiment, and returns its result if there is one.
fn probe(input: &Input, debugger: &mut Debugger<'_>) -> Result<(), CliError> {
    let experiment = needed(input.text.as_ref(), "text", "the experiment, in words")?;
    let hypothesis = needed(input.about.as_ref(), "about", "the number of a hypothesis")?;
    debugger.tell(Told::Probing {
        hypothesis,
        experiment,
        handle: None,
    })?;
    let begun = debugger
        .saved()
        .session
        .record()
        .probes
        .last()
        .map(|probe| probe.id);
    if let (Some(said), Some(probe)) = (input.outcome, begun) {
        debugger.tell(Told::Probed {
            probe,
            outcome: match said {
                Said::Supports => Outcome::Supports,
                Said::Refutes => Outcome::Refutes,
                Said::Inconclusive => Outcome::Inconclusive,
            },
            strength: match input.strong {
                true => Strength::Strong,
                false => Strength::Weak,
            },
            note: String::new(),
            measured: false,
        })?;
    }
    Ok(())
}

fn needed<T: Clone>(given: Option<&T>, name: &str, what: &str) -> Result<T, CliError> {
    given
        .cloned()
        .ok_or_else(|| CliError::usage(format!("the argument {name} is missing: {what}")))
}

fn place(input: &Input, claim: &str) -> Result<Option<Place>, CliError> {
    let Some(at) = &input.at else { return Ok(None) };
    let wrong =
        || CliError::usage(format!("at: '{at}' is not a place")).hint("write it as in cart.py:31".to_owned());
    let (file, line) = at.rsplit_once(':').ok_or_else(wrong)?;
    Ok(Some(Place {
        file: file.to_owned(),
        line: line.parse().map_err(|_| wrong())?,
        function: None,
        score: None,
        why: claim.to_owned(),
    }))
}

fn show(saved: &Saved, waits: Option<String>, shared: &Shared) -> Result<Answer, CliError> {
    let mut value = session::json(saved);
    if let Some(waits) = &waits {
        value["waits_for"] = waits.clone().into();
    }
    redact::value(&mut value, &Value::Null);
    let mut text = Vec::new();
    session::text(&mut text, saved)?;
    let mut text = anstream::adapter::strip_str(&String::from_utf8_lossy(&text)).to_string();
    if let Some(waits) = waits {
        text.push_str(&format!("\nit waits for you: {waits}"));
    }
    Ok(Answer::of(
        redact::redact(&text).into_owned(),
        value,
        &shared.documents,
    ))
}
