//! Any program as a model: the prompt on its standard input, the answer on its standard output.

use std::fmt::Write as _;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use unbreak_core::model::{Speaker, estimated_tokens_of};
use unbreak_core::redact::{redact, tail};
use unbreak_core::{
    Command, Completed, Completion, ExitState, Model, ModelError, ModelErrorKind, ModelLimits, Prompt, Runner,
};

use crate::config::{INSTRUCTION, Input, command_of, time, wrong};
use crate::provider::{Opening, Provider};

pub(crate) static PROVIDER: Provider = Provider {
    id: "command",
    summary: "any program: the prompt on its standard input, the answer on its standard output",
    needs: &["command"],
    takes: &["model", "input"],
    base_url: None,
    key_env: None,
    limits: ModelLimits::new(32_768, 4_096),
    open,
};

/// The longest an answer may take unless the configuration says otherwise.
const TIMEOUT: Duration = Duration::from_secs(600);

/// The longest answer, in bytes.
const LONGEST_ANSWER: usize = 16 << 20;

/// The most bytes of its standard error that errors repeat.
const SHOWN: usize = 1_000;

fn open(opening: &Opening<'_>) -> Result<Arc<dyn Model>, ModelError> {
    let Opening {
        name,
        config,
        provider,
        runner,
    } = opening;
    let command = config.command.as_deref().and_then(command_of);
    let mut command = command.ok_or_else(|| wrong(name, "command is empty"))?;
    command.timeout = Some(time(name, "timeout", config.timeout.as_ref(), TIMEOUT)?);
    Ok(Arc::new(Program {
        name: (*name).to_owned(),
        command,
        input: config.input.unwrap_or_default(),
        limits: config.limits(provider.limits),
        runner: Arc::clone(runner),
    }))
}

/// A program as a model.
struct Program {
    name: String,
    command: Command,
    input: Input,
    limits: ModelLimits,
    runner: Arc<dyn Runner>,
}

#[async_trait]
impl Model for Program {
    fn name(&self) -> &str {
        &self.name
    }

    fn limits(&self) -> ModelLimits {
        self.limits
    }

    async fn complete(&self, prompt: &Prompt) -> Result<Completion, ModelError> {
        let mut command = self.command.clone();
        command.stdin = Some(self.input(prompt));
        let completed = self.runner.run(&command).await;
        let completed = completed.map_err(|error| {
            ModelError::new(&self.name, ModelErrorKind::Unreachable, error.to_string())
                .hint("command must name a program that is installed")
        })?;
        let text = self.answer(&completed)?;
        let output = estimated_tokens_of(text.len());
        Ok(Completion::new(text, prompt.estimated_tokens(), output))
    }
}

impl Program {
    fn input(&self, prompt: &Prompt) -> String {
        match self.input {
            Input::Text => as_text(prompt),
            Input::Json => serde_json::to_string(prompt).unwrap_or_default(),
        }
    }

    fn answer(&self, completed: &Completed) -> Result<String, ModelError> {
        let failed = |kind, message: String| Err(ModelError::new(&self.name, kind, message));
        let program = &self.command.program;
        let ended = completed.exit;
        match ended {
            ExitState::Code(0) => {}
            ExitState::Cancelled => return failed(ModelErrorKind::Cancelled, "interrupted".to_owned()),
            ExitState::TimedOut => {
                return failed(ModelErrorKind::Unreachable, format!("{program} {ended}"))
                    .map_err(|error: ModelError| error.hint("allow more with timeout"));
            }
            _ => {
                let said = String::from_utf8_lossy(&completed.stderr);
                let said = redact(tail(said.trim_end(), SHOWN)).into_owned();
                return failed(
                    ModelErrorKind::Unreachable,
                    format!("{program} ended with {ended}: {said}"),
                );
            }
        }
        if completed.truncated || completed.stdout.len() > LONGEST_ANSWER {
            return failed(
                ModelErrorKind::Malformed,
                format!("{program} printed too much for an answer"),
            );
        }
        match completed.stdout_text().trim() {
            "" => failed(ModelErrorKind::Malformed, format!("{program} printed no answer")),
            text => Ok(text.to_owned()),
        }
    }
}

/// A prompt in reading order. If there are earlier turns, each part names its speaker.
fn as_text(prompt: &Prompt) -> String {
    let mut text = prompt.system.clone();
    if let Some(schema) = &prompt.schema {
        let _ = write!(text, "\n\n{INSTRUCTION}\n{schema}");
    }
    for turn in &prompt.turns {
        let speaker = match turn.speaker {
            Speaker::User => "Question",
            Speaker::Model => "Your answer",
        };
        let _ = write!(text, "\n\n{speaker}:\n\n{}", turn.text);
    }
    if !prompt.turns.is_empty() {
        text.push_str("\n\nQuestion:");
    }
    let _ = writeln!(text, "\n\n{}", prompt.user);
    text.trim_start().to_owned()
}
