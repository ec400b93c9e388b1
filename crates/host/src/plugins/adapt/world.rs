//! The capabilities of a call, and the answers to a plug-in's questions about them.

use std::fs;
use std::path::Path;

use serde::Serialize;
use serde::de::DeserializeOwned;
use unbreak_core::capability::CapabilityError;
use unbreak_core::redact::Redact as _;
use unbreak_core::{
    Attempts, Briefer, Completed, Diagnostic, FixContext, Machine, Memory, Models, Progress, Reader, Runner,
    ToolContext, Workspace,
};
use unbreak_plugin_abi::messages::{
    self, AttemptsQuestion, Brief, Complete, Copy, MachineQuestion, MemoryQuestion, Run, question,
};
use unbreak_plugin_abi::status;

use super::super::call::Answer;
use super::super::grant::{Capability, Grants};
use super::talks::Talks;

/// The capabilities of a call, as far as they were granted.
pub(in super::super) struct World<'a> {
    grants: &'a Grants,
    workspace: &'a dyn Workspace,
    runner: &'a dyn Runner,
    talks: &'a Talks,
    reader: Option<&'a dyn Reader>,
    machine: Option<&'a dyn Machine>,
    models: Models<'a>,
    briefer: Option<&'a dyn Briefer>,
    attempts: Option<&'a dyn Attempts>,
    memory: Option<&'a dyn Memory>,
    progress: Option<&'a dyn Progress>,
}

impl<'a> World<'a> {
    /// The capabilities of a strategy's call.
    pub(super) fn of_strategy(grants: &'a Grants, context: &FixContext<'a>, talks: &'a Talks) -> Self {
        Self {
            reader: context.reader,
            machine: context.machine,
            models: context.models,
            briefer: context.briefer,
            attempts: context.attempts,
            memory: context.memory,
            ..Self::of_tree(grants, talks, context.workspace, context.runner)
        }
    }

    /// The capabilities of a tool's call.
    pub(super) fn of_tool(grants: &'a Grants, context: &ToolContext<'a>, talks: &'a Talks) -> Self {
        Self {
            reader: context.reader,
            memory: context.memory,
            progress: context.progress,
            ..Self::of_tree(grants, talks, context.workspace, context.runner)
        }
    }

    fn of_tree(
        grants: &'a Grants,
        talks: &'a Talks,
        workspace: &'a dyn Workspace,
        runner: &'a dyn Runner,
    ) -> Self {
        Self {
            grants,
            workspace,
            runner,
            talks,
            reader: None,
            machine: None,
            models: Models::default(),
            briefer: None,
            attempts: None,
            memory: None,
            progress: None,
        }
    }

    /// Answers one question; what was not granted is denied.
    pub(super) async fn answer(&self, method: &str, payload: &[u8]) -> Answer {
        match self.try_answer(method, payload).await {
            Ok(answer) | Err(answer) => answer,
        }
    }

    async fn try_answer(&self, method: &str, payload: &[u8]) -> Result<Answer, Answer> {
        match method {
            question::READ | question::IS_FILE | question::FILES | question::COPY => {
                self.need(&Capability::Read)?;
                self.look(method, payload)
            }
            question::RUN => self.run(read(payload)?).await,
            question::CONVERSE => self.talk(payload).await,
            question::COMPLETE => self.complete(read(payload)?).await,
            question::BRIEF => {
                self.need(&Capability::Read)?;
                let briefer = self.briefer.ok_or_else(|| missing("briefer"))?;
                let asked: Brief = read(payload)?;
                let briefing = briefer.brief(&asked.analysis, asked.tokens, asked.focus).await;
                Ok(json(&briefing))
            }
            question::ATTEMPTS => {
                let attempts = self.attempts.ok_or_else(|| missing("account of attempts"))?;
                Ok(count(attempts, read(payload)?))
            }
            question::MACHINE => {
                self.need(&Capability::Machine)?;
                let machine = self.machine.ok_or_else(|| missing("view of the machine"))?;
                Ok(inspect(machine, read(payload)?))
            }
            question::MEMORY => {
                self.need(&Capability::Memory)?;
                let memory = self.memory.ok_or_else(|| missing("memory"))?;
                let answer = remember(memory, read(payload)?).await;
                answer.map_err(|error| refusal(&error))
            }
            question::UNDERSTAND => {
                let (asked, output): (messages::Understand, &[u8]) =
                    messages::split(payload).map_err(|error| unreadable(&error))?;
                let found = self
                    .reader()?
                    .read(&asked.command, &asked.ran.with_output(output));
                Ok(json(&found))
            }
            question::FACT => {
                let mut diagnostic: Diagnostic = read(payload)?;
                self.reader()?.understand(&mut diagnostic);
                Ok(json(&diagnostic))
            }
            question::PROGRESS => {
                let messages::Progress { what } = read(payload)?;
                if let Some(progress) = self.progress {
                    progress.tell(&what);
                }
                Ok(json(&()))
            }
            question::CANCELLED => Ok(json(&false)),
            _ => Err(Answer::no(
                status::UNKNOWN,
                format!("there is no '{method}' to ask for"),
            )),
        }
    }

    fn reader(&self) -> Result<&'a dyn Reader, Answer> {
        self.reader.ok_or_else(|| missing("reader"))
    }

    fn look(&self, method: &str, payload: &[u8]) -> Result<Answer, Answer> {
        match method {
            question::FILES => return Ok(json(&self.workspace.files()[..])),
            question::COPY => return self.copy(&read(payload)?),
            _ => {}
        }
        let messages::File { file } = read(payload)?;
        if method == question::IS_FILE {
            return Ok(json(&self.workspace.is_file(&file)));
        }
        self.workspace
            .read(&file)
            .map(Answer::ok)
            .map_err(|error| refusal(&error))
    }

    /// Copies the workspace into a directory, which must be empty: a plug-in must not have files of others
    /// overwritten.
    fn copy(&self, asked: &Copy) -> Result<Answer, Answer> {
        let is_free = asked.directory.is_absolute()
            && match fs::read_dir(&asked.directory) {
                Ok(mut entries) => entries.next().is_none(),
                Err(error) => error.kind() == std::io::ErrorKind::NotFound,
            };
        if !is_free {
            let reason = format!("{} is not an empty directory", asked.directory.display());
            return Err(Answer::no(status::INPUT, reason));
        }
        self.workspace
            .copy_to(&asked.directory)
            .map(|()| json(&()))
            .map_err(|error| refusal(&error))
    }

    async fn run(&self, asked: Run) -> Result<Answer, Answer> {
        self.need(&Capability::Exec(asked.command.program.clone()))?;
        let ended = match &asked.elsewhere {
            None => self.runner.run(&asked.command).await,
            Some(directory) => run_in(self.runner, directory, &asked).await,
        };
        Ok(ran(&ended.map_err(|error| refusal(&error))?))
    }

    async fn talk(&self, payload: &[u8]) -> Result<Answer, Answer> {
        let (asked, said): (messages::ConversationQuestion, &[u8]) =
            messages::split(payload).map_err(|error| unreadable(&error))?;
        if let messages::ConversationQuestion::Start { command } = &asked {
            self.need(&Capability::Exec(command.program.clone()))?;
        }
        let answer = self.talks.answer(self.runner, asked, said).await;
        answer.map_err(|error| refusal(&error))
    }

    async fn complete(&self, mut asked: Complete) -> Result<Answer, Answer> {
        self.need(&Capability::Model)?;
        asked.prompt.redact();
        let model = self.models.tier(asked.tier).ok_or_else(|| missing("model"))?;
        let answer = model.complete(&asked.prompt).await;
        Ok(json(&answer.map_err(|error| refusal(&error.into()))?))
    }

    fn need(&self, capability: &Capability) -> Result<(), Answer> {
        if self.grants.allow(capability) {
            return Ok(());
        }
        Err(Answer::no(status::DENIED, capability.to_string()))
    }
}

async fn run_in(runner: &dyn Runner, directory: &Path, asked: &Run) -> Result<Completed, CapabilityError> {
    runner.elsewhere(directory)?.run(&asked.command).await
}

fn count(attempts: &dyn Attempts, asked: AttemptsQuestion) -> Answer {
    match asked {
        AttemptsQuestion::Ladder => json(&attempts.ladder()),
        AttemptsQuestion::Begin => json(&attempts.begin()),
        AttemptsQuestion::Fail { failure } => json(&attempts.fail(failure)),
        AttemptsQuestion::Tried => json(&attempts.tried()),
    }
}

fn inspect(machine: &dyn Machine, asked: MachineQuestion) -> Answer {
    match asked {
        MachineQuestion::Program { name } => json(&machine.program(&name)),
        MachineQuestion::Programs => json(&machine.programs()),
        MachineQuestion::Exists { path } => json(&machine.exists(&path)),
        MachineQuestion::Entries { directory } => json(&machine.entries(&directory)),
        MachineQuestion::Variable { name } => json(&machine.variable(&name)),
        MachineQuestion::Listener { port } => json(&machine.listener(port)),
        MachineQuestion::FreeSpace { directory } => json(&machine.free_space(&directory)),
        MachineQuestion::Memory => json(&machine.memory()),
        MachineQuestion::Confinement => json(machine.confinement()),
    }
}

async fn remember(memory: &dyn Memory, asked: MemoryQuestion) -> Result<Answer, CapabilityError> {
    match asked {
        MemoryQuestion::Recall { signature, limit } => to_json(memory.recall(&signature, limit).await),
        MemoryQuestion::Record {
            signature,
            strategy,
            details,
            fixed,
        } => to_json(memory.record(&signature, &strategy, &details, fixed).await),
        MemoryQuestion::Remember { postmortem } => to_json(memory.remember(&postmortem).await),
        MemoryQuestion::Similar { symptoms, limit } => to_json(memory.similar(&symptoms, limit).await),
        MemoryQuestion::Templates { key, limit } => to_json(memory.templates(&key, limit).await),
        MemoryQuestion::KeepTemplate { template, origin } => {
            to_json(memory.keep_template(&template, &origin).await)
        }
        MemoryQuestion::JudgeTemplate { id, helped } => to_json(memory.judge_template(id, helped).await),
        MemoryQuestion::NoteFlakes { flakes } => to_json(memory.note_flakes(&flakes).await),
        MemoryQuestion::Flakes { workspace } => to_json(memory.flakes(&workspace).await),
    }
}

fn to_json<T: Serialize>(result: Result<T, CapabilityError>) -> Result<Answer, CapabilityError> {
    result.map(|value| json(&value))
}

fn ran(completed: &Completed) -> Answer {
    let (header, output) = messages::Ran::of(completed);
    Answer::ok(messages::with_body(&header, &output))
}

fn read<T: DeserializeOwned>(payload: &[u8]) -> Result<T, Answer> {
    messages::read(payload).map_err(|error| unreadable(&error))
}

fn unreadable(error: &messages::Unreadable) -> Answer {
    Answer::no(status::INPUT, error.to_string())
}

pub(super) fn json<T: Serialize + ?Sized>(value: &T) -> Answer {
    Answer::ok(messages::header(&value))
}

fn missing(what: &str) -> Answer {
    Answer::no(status::ERROR, format!("there is no {what}"))
}

fn refusal(error: &CapabilityError) -> Answer {
    let status = match error {
        // The plug-in's side adds the words around the name.
        CapabilityError::Denied(what) => return Answer::no(status::DENIED, what.clone()),
        CapabilityError::NotFound(_) => status::NOT_FOUND,
        CapabilityError::Cancelled => status::CANCELLED,
        _ => status::ERROR,
    };
    Answer::no(status, error.to_string())
}
