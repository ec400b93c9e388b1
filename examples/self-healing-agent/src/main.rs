//! An agent that repairs itself: it meets a bug in one of its own tools during a task, pauses the task,
//! repairs the tool, is started again by its supervisor, and finishes the task.
//!
//! `agent/` is its source: tools, tests and prompts. The README of this directory shows how to start it.

#![expect(clippy::print_stdout, reason = "its output is what it is run for")]

mod conversation;
mod model;
mod tools;

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context as _, Result, bail};
use tokio::runtime::Builder;
use unbreak_core::{Command, Model};
use unbreak_host::heal::{
    Classifier, Development, Documents, ErrorClass, Heal, MidTaskError, RESTART, RESUME_VARIABLE, Reload,
    TaskToPause, ToolCall,
};
use unbreak_host::{Agent, CancelToken, RunOptions, Silent};

use conversation::Step;
use model::Scripted;
use tools::{ToolFailure, Tools};

// Features in Cargo.toml choose the built-in plug-ins; naming the crates links them.
use unbreak_parsers as _;
use unbreak_strategies as _;

/// The agent's own tests.
const TESTS: [&str; 4] = ["python3", "-m", "unittest", "-q"];

fn main() -> Result<ExitCode> {
    let mut words = std::env::args().skip(1);
    let source: PathBuf = words.next().context("where is the agent's source?")?.into();
    let prompt = words.collect::<Vec<_>>().join(" ");
    let runtime = Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(run(source, prompt))
}

async fn run(source: PathBuf, prompt: String) -> Result<ExitCode> {
    let source = source.canonicalize()?;
    let heal = Heal::from_environment()?.map_or_else(|| Heal::of(&source), Ok)?;
    let mut task = match std::env::var(RESUME_VARIABLE) {
        Ok(id) if !id.is_empty() => Task::resumed(&heal, &id)?,
        _ if prompt.is_empty() => {
            println!("nothing to do");
            return Ok(ExitCode::SUCCESS);
        }
        _ => Task::new(prompt)?,
    };
    let worker = Worker {
        tools: Tools::load(&source, &task.directory)?,
        documents: Documents::open([source.join("prompts/agent.md")])?,
        source,
        heal,
        model: Scripted,
    };
    worker.work(&mut task).await
}

/// The user's task and its progress.
struct Task {
    directory: PathBuf,
    prompt: String,
    history: Vec<ToolCall>,
    /// Its name, if it was paused before.
    id: Option<String>,
}

impl Task {
    fn new(prompt: String) -> Result<Self> {
        Ok(Self {
            directory: std::env::current_dir()?,
            prompt,
            history: Vec::new(),
            id: None,
        })
    }

    fn resumed(heal: &Heal, id: &str) -> Result<Self> {
        let snapshot = heal.resume(Some(id))?;
        println!("resumed {id}: {}", snapshot.task.reason);
        Ok(Self {
            directory: snapshot.task.directory,
            prompt: snapshot.task.prompt,
            history: snapshot.task.history,
            id: Some(snapshot.id),
        })
    }

    fn to_pause(&self, reason: String) -> TaskToPause {
        let task = TaskToPause::new(&self.directory, &self.prompt, reason).history(self.history.clone());
        match &self.id {
            Some(id) => task.continues(id),
            None => task,
        }
    }
}

/// Works on the task.
struct Worker {
    source: PathBuf,
    heal: Heal,
    tools: Tools,
    documents: Documents,
    model: Scripted,
}

impl Worker {
    /// A loop over tool calls.
    async fn work(&self, task: &mut Task) -> Result<ExitCode> {
        loop {
            let instructions = self.documents.text(&self.source.join("prompts/agent.md"));
            let question =
                conversation::question(instructions.unwrap_or_default(), &task.prompt, &task.history)?;
            let answer = self.model.complete(&question).await?;
            let mut call = match conversation::read(&answer.text)? {
                Step::Call(call) => call,
                Step::Done(words) => {
                    if let Some(id) = &task.id {
                        self.heal.finish(id)?;
                    }
                    println!("done: {words}");
                    return Ok(ExitCode::SUCCESS);
                }
            };
            println!("{} {}", call.tool, call.arguments);
            match self.tools.call(&call).await? {
                Ok(result) => {
                    call.result = Some(result);
                    task.history.push(call);
                }
                Err(failure) => return self.deal_with(task, &call, failure).await,
            }
        }
    }

    /// Decides what to do about an error, by its origin.
    async fn deal_with(&self, task: &Task, call: &ToolCall, failure: ToolFailure) -> Result<ExitCode> {
        let error = MidTaskError::new(failure.0)
            .task(&task.prompt)
            .tool(format!("{} {}", call.tool, call.arguments))
            .source(self.tools.files());
        let class = Classifier::default().classify(&self.model, &error).await?;
        println!("{}, {} %: {}", class.kind, class.confidence, class.reason);
        match class.kind {
            ErrorClass::SelfCode => self.repair(task, class.reason).await,
            ErrorClass::UserTask => bail!("the task cannot be finished like this: {}", error.error),
            ErrorClass::External => bail!("try again later: {}", error.error),
        }
    }

    /// Pauses the task and repairs the agent.
    async fn repair(&self, task: &Task, reason: String) -> Result<ExitCode> {
        let paused = self.heal.pause(&task.to_pause(reason))?;
        println!("paused {}", paused.id);
        let repairer = Agent::builder().directory(&self.source).with_linked().build()?;
        let development = Development::of(&self.heal, &self.source)?;
        let [program, arguments @ ..] = TESTS;
        let repaired = self
            .heal
            .repair(
                &development,
                &repairer,
                &Command::new(program, arguments),
                &RunOptions::default(),
                &self.documents,
                &mut Silent,
                &CancelToken::new(),
            )
            .await?;
        print!("{}", repaired.report.diff);
        match repaired.effect {
            Reload::Restart => Ok(ExitCode::from(RESTART)),
            // Prompts have no tests, so no repair changes only prompts.
            _ => bail!("the agent cannot repair itself; task {} stays paused", paused.id),
        }
    }
}
