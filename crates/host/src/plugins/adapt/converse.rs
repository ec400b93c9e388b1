//! A long call with questions: the plug-in works on a thread, and its questions are answered here.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread::JoinHandle;
use std::time::Duration;

use serde::Serialize;
use serde::de::DeserializeOwned;
use tokio::sync::{mpsc, oneshot};
use unbreak_core::Prompt;
use unbreak_core::capability::CapabilityError;
use unbreak_core::redact::Redact as _;
use unbreak_core::{Command, Completed, Memory, Model, Progress, Reader, Runner, Workspace};
use unbreak_plugin_abi::messages::{self, question};
use unbreak_plugin_abi::status;

use super::super::call::Answer;
use super::super::error::{PluginError, PluginErrorKind};
use super::super::grant::{Capability, Grants};
use super::super::instance::Instance;

/// The capabilities of a call, as far as they were granted.
pub(in super::super) struct World<'a> {
    pub(in super::super) grants: &'a Grants,
    pub(in super::super) workspace: &'a dyn Workspace,
    pub(in super::super) runner: &'a dyn Runner,
    pub(in super::super) model: Option<&'a dyn Model>,
    pub(in super::super) memory: Option<&'a dyn Memory>,
    pub(in super::super) reader: Option<&'a dyn Reader>,
    pub(in super::super) progress: Option<&'a dyn Progress>,
}

/// A question in transit.
struct Question {
    method: String,
    payload: Vec<u8>,
    back: SyncSender<Answer>,
}

/// A call on its thread. If it is dropped before its end, because the caller goes away, it is interrupted,
/// and its process is ended before the drop returns: nothing of it outlives the run.
struct Conversation {
    stop: Arc<AtomicBool>,
    asked: Option<mpsc::UnboundedReceiver<Question>>,
    thread: Option<JoinHandle<()>>,
}

impl Drop for Conversation {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        // An unanswered question would keep the thread.
        self.asked = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// Makes a call and answers its questions from `world`.
pub(in super::super) async fn converse(
    instance: &Arc<Instance>,
    id: &str,
    method: &'static str,
    payload: Vec<u8>,
    patience: Duration,
    world: &World<'_>,
) -> Result<Vec<u8>, PluginError> {
    let (questions, asked) = mpsc::unbounded_channel();
    let (done, mut result) = oneshot::channel();
    let interrupt = Arc::new(AtomicBool::new(false));
    let (stop, id, own) = (Arc::clone(&interrupt), id.to_owned(), Arc::clone(instance));
    let call = move || {
        let mut port = |method: &str, payload: &[u8]| pass_on(&questions, method, payload);
        let called = own.call(&id, method, payload, patience, &stop, &mut port);
        // The result may no longer be wanted.
        let _ = done.send(called);
    };
    let spawned = std::thread::Builder::new()
        .name(format!("plug-in {method}"))
        .spawn(call);
    let thread = spawned.map_err(|error| instance.error(PluginErrorKind::Open(error.to_string())))?;
    let mut conversation = Conversation {
        stop: interrupt,
        asked: Some(asked),
        thread: Some(thread),
    };
    loop {
        tokio::select! {
            biased;
            Some(question) = next(&mut conversation.asked) => {
                let answer = world.answer(&question.method, &question.payload).await;
                // The call may have been given up meanwhile.
                let _ = question.back.send(answer);
            }
            called = &mut result => {
                return called.unwrap_or_else(|_| {
                    let reason = "its thread has ended".to_owned();
                    Err(instance.error(PluginErrorKind::Dead(reason)))
                });
            }
        }
    }
}

async fn next(asked: &mut Option<mpsc::UnboundedReceiver<Question>>) -> Option<Question> {
    asked.as_mut()?.recv().await
}

fn pass_on(questions: &mpsc::UnboundedSender<Question>, method: &str, payload: &[u8]) -> Answer {
    let (back, answer) = sync_channel(1);
    let question = Question {
        method: method.to_owned(),
        payload: payload.to_vec(),
        back,
    };
    let answered = questions.send(question).ok().and_then(|()| answer.recv().ok());
    answered.unwrap_or_else(|| match method {
        question::CANCELLED => Answer::ok(b"true".to_vec()),
        _ => Answer::no(status::CANCELLED, "interrupted"),
    })
}

impl World<'_> {
    /// Answers one question; what was not granted is denied.
    async fn answer(&self, method: &str, payload: &[u8]) -> Answer {
        match self.try_answer(method, payload).await {
            Ok(answer) | Err(answer) => answer,
        }
    }

    async fn try_answer(&self, method: &str, payload: &[u8]) -> Result<Answer, Answer> {
        match method {
            question::READ | question::IS_FILE | question::FILES => {
                self.need(&Capability::Read)?;
                self.look(method, payload)
            }
            question::RUN => {
                let command: Command = read(payload)?;
                self.need(&Capability::Exec(command.program.clone()))?;
                Ok(ran(&self
                    .runner
                    .run(&command)
                    .await
                    .map_err(|error| refusal(&error))?))
            }
            question::COMPLETE => {
                self.need(&Capability::Model)?;
                let mut prompt: Prompt = read(payload)?;
                prompt.redact();
                let model = self.model.ok_or_else(|| missing("model"))?;
                let answer = model.complete(&prompt).await;
                Ok(json(&answer.map_err(|error| refusal(&error.into()))?))
            }
            question::RECALL | question::RECORD => {
                self.need(&Capability::Memory)?;
                let memory = self.memory.ok_or_else(|| missing("memory"))?;
                remember(memory, method, payload).await
            }
            question::UNDERSTAND => {
                let reader = self.reader.ok_or_else(|| missing("reader"))?;
                let (asked, output): (messages::Understand, &[u8]) =
                    messages::split(payload).map_err(|error| unreadable(&error))?;
                Ok(json(&reader.read(&asked.command, &asked.ran.with_output(output))))
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

    fn look(&self, method: &str, payload: &[u8]) -> Result<Answer, Answer> {
        if method == question::FILES {
            return Ok(json(&self.workspace.files()[..]));
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

    fn need(&self, capability: &Capability) -> Result<(), Answer> {
        if self.grants.allow(capability) {
            return Ok(());
        }
        Err(Answer::no(status::DENIED, capability.to_string()))
    }
}

async fn remember(memory: &dyn Memory, method: &str, payload: &[u8]) -> Result<Answer, Answer> {
    if method == question::RECALL {
        let recall: messages::Recall = read(payload)?;
        let recalled = memory.recall(&recall.signature, recall.limit).await;
        return Ok(json(&recalled.map_err(|error| refusal(&error))?));
    }
    let record: messages::Record = read(payload)?;
    let recorded = memory
        .record(&record.signature, &record.strategy, &record.details, record.fixed)
        .await;
    recorded.map(|()| json(&())).map_err(|error| refusal(&error))
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

fn json<T: Serialize + ?Sized>(value: &T) -> Answer {
    Answer::ok(messages::header(&value))
}

fn missing(what: &str) -> Answer {
    Answer::no(status::ERROR, format!("there is no {what}"))
}

fn refusal(error: &CapabilityError) -> Answer {
    let status = match error {
        CapabilityError::NotFound(_) => status::NOT_FOUND,
        CapabilityError::Denied(_) => status::DENIED,
        CapabilityError::Cancelled => status::CANCELLED,
        _ => status::ERROR,
    };
    Answer::no(status, error.to_string())
}
