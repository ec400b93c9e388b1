//! A long call with questions: the plug-in works on a thread, and its questions are answered here.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread::JoinHandle;
use std::time::Duration;

use tokio::sync::{mpsc, oneshot};
use unbreak_plugin_abi::messages::question;
use unbreak_plugin_abi::status;

use super::super::call::Answer;
use super::super::error::{PluginError, PluginErrorKind};
use super::super::instance::Instance;
use super::world::World;

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
