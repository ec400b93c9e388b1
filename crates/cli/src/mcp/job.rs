//! One call of a tool, on a thread of its own: it continues after its caller stops waiting, until it is done or
//! cancelled.

use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::watch;
use unbreak_core::Progress;
use unbreak_host::CancelToken;

use super::answer::Answer;
use crate::error::CliError;

/// How long a question waits for its answer before it counts as a no.
const QUESTION_WAITS: Duration = Duration::from_secs(600);

/// How often a question checks whether the job was cancelled.
const LOOK: Duration = Duration::from_millis(50);

/// The work of a job.
pub(super) type Work = Box<dyn FnOnce(&Arc<Job>) -> Result<Answer, CliError> + Send>;

/// A call of a tool.
#[derive(Debug)]
pub(super) struct Job {
    /// Its id.
    pub(super) id: String,
    /// The tool.
    pub(super) tool: String,
    /// The time of its start.
    pub(super) started: Instant,
    /// Cancels it.
    pub(super) cancel: CancelToken,
    /// Whether questions can be asked.
    can_ask: bool,
    state: Mutex<State>,
    /// Counts the changes of the state.
    changes: watch::Sender<u64>,
}

#[derive(Debug, Default)]
struct State {
    /// The present activity, in words.
    progress: String,
    question: Option<Question>,
    questions: u32,
    /// The questions that could not be asked.
    unasked: Vec<String>,
    answer: Option<Arc<Answer>>,
    /// Whether the client knows its id.
    handed_out: bool,
}

/// A question to the user of the client.
#[derive(Debug, Clone)]
pub(super) struct Question {
    /// 1, 2, 3, ... within the job.
    pub(super) number: u32,
    /// The question.
    pub(super) text: String,
    reply: mpsc::Sender<bool>,
}

impl Question {
    /// Answers it. A late answer is ignored.
    pub(super) fn reply(&self, yes: bool) {
        let _ = self.reply.send(yes);
    }
}

/// The stage of a job.
#[derive(Debug, Clone)]
pub(super) enum Stage {
    /// It is done, or failed.
    Done(Arc<Answer>),
    /// It waits for an answer.
    Asks(Question),
    /// It is running; the text is its activity.
    Works(String),
}

impl Job {
    /// Starts the work; `ended` is incremented when it is over.
    pub(super) fn start(
        id: String,
        tool: &str,
        can_ask: bool,
        work: Work,
        ended: watch::Sender<u64>,
    ) -> Result<Arc<Self>, CliError> {
        let job = Arc::new(Self {
            id,
            tool: tool.to_owned(),
            started: Instant::now(),
            cancel: CancelToken::new(),
            can_ask,
            state: Mutex::new(State {
                progress: "starting".to_owned(),
                ..State::default()
            }),
            changes: watch::Sender::new(1),
        });
        let running = Arc::clone(&job);
        let spawned = std::thread::Builder::new()
            .name(format!("job {}", job.id))
            .spawn(move || {
                running.finish(work);
                ended.send_modify(|count| *count += 1);
            });
        spawned.map_err(|error| CliError::failed("the call could not be started").caused_by(&error))?;
        Ok(job)
    }

    /// Runs the work to its end. A panic in it, which would be a fault of this program, ends only the job.
    fn finish(self: &Arc<Self>, work: Work) {
        let worked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| work(self)));
        let answer = match worked {
            Ok(Ok(answer)) => answer.noting(&self.state().unasked),
            Ok(Err(error)) if self.cancel.is_cancelled() => Answer::cancelled(&error),
            Ok(Err(error)) => Answer::failed(&error),
            Err(_) => Answer::failed(&CliError::failed(
                "unbreak has a fault: the call ended with a panic",
            )),
        };
        self.change(|state| {
            state.question = None;
            state.answer = Some(Arc::new(answer));
        });
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn change(&self, change: impl FnOnce(&mut State)) {
        change(&mut self.state());
        self.changes.send_modify(|count| *count += 1);
    }

    /// Its stage.
    pub(super) fn stage(&self) -> Stage {
        let state = self.state();
        match (&state.answer, &state.question) {
            (Some(answer), _) => Stage::Done(Arc::clone(answer)),
            (None, Some(question)) => Stage::Asks(question.clone()),
            (None, None) => Stage::Works(state.progress.clone()),
        }
    }

    /// Notifies when the stage may have changed.
    pub(super) fn changes(&self) -> watch::Receiver<u64> {
        self.changes.subscribe()
    }

    /// A number that is larger each time.
    pub(super) fn next_count(&self) -> u64 {
        let mut next = 0;
        self.changes.send_if_modified(|count| {
            *count += 1;
            next = *count;
            false
        });
        next
    }

    /// Waits until it is over.
    pub(super) async fn finished(&self) -> Arc<Answer> {
        let mut changes = self.changes();
        loop {
            if let Stage::Done(answer) = self.stage() {
                return answer;
            }
            // The sender lives in `self`.
            let _ = changes.changed().await;
        }
    }

    /// Waits until the question with this number is no longer open.
    pub(super) async fn answered_question(&self, number: u32) {
        let mut changes = self.changes();
        while matches!(self.stage(), Stage::Asks(question) if question.number == number) {
            let _ = changes.changed().await;
        }
    }

    /// Returns whether it is over.
    pub(super) fn is_finished(&self) -> bool {
        self.state().answer.is_some()
    }

    /// Records that the client knows its id and may ask for it later.
    pub(super) fn hand_out(&self) {
        self.state().handed_out = true;
    }

    /// Returns whether the client may ask for it later.
    pub(super) fn is_handed_out(&self) -> bool {
        self.state().handed_out
    }

    /// Asks whether something may be done, and waits for the answer. If no one can be asked, there is no
    /// answer, or the job ends, that is a no. `flag` would have allowed it without a question.
    pub(super) fn ask(&self, text: &str, flag: &str) -> bool {
        if !self.can_ask {
            let unasked = format!(
                "not done, because this client cannot put questions to its user: {text} \
                 (`unbreak mcp {flag}` allows it)"
            );
            self.state().unasked.push(unasked);
            return false;
        }
        let (reply, replies) = mpsc::channel();
        self.change(|state| {
            state.questions += 1;
            state.question = Some(Question {
                number: state.questions,
                text: text.to_owned(),
                reply,
            });
        });
        let asked = Instant::now();
        let answer = loop {
            match replies.recv_timeout(LOOK) {
                Ok(answer) => break answer,
                Err(RecvTimeoutError::Timeout)
                    if !self.cancel.is_cancelled() && asked.elapsed() < QUESTION_WAITS => {}
                Err(_) => break false,
            }
        };
        self.change(|state| state.question = None);
        answer
    }
}

impl Progress for Job {
    fn tell(&self, what: &str) {
        self.change(|state| what.clone_into(&mut state.progress));
    }
}
