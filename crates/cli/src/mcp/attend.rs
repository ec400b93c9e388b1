//! The messages of a job to its client: progress, questions, and finally the answer or the job's id.

use std::sync::Arc;
use std::time::{Duration, UNIX_EPOCH};

use rmcp::model::{
    CallToolResponse, CreateTaskResult, DetailedTask, ElicitRequest, ElicitRequestParams, ElicitResult,
    ElicitationAction, ElicitationSchema, InputRequest, InputRequests, InputRequiredResult, InputResponses,
    ProgressNotificationParam, ProgressToken, ProtocolVersion, ServerRequest, Task, TaskPayload, TaskStatus,
};
use rmcp::service::{Peer, RequestContext, RoleServer};
use serde_json::{Map, Value};
use tokio::time::{Instant, sleep_until};

use super::answer::Answer;
use super::job::{Job, Question, Stage};
use super::log::Log;
use super::roots::Roots;
use super::shared::Shared;
use super::tools::job_input;

/// How long to wait for a call if the client does not say: most clients give up after 60 s.
const PATIENCE: Duration = Duration::from_secs(45);

/// The longest that a client may ask to wait, in seconds.
const MOST_PATIENCE: u64 = 55;

/// How long a client that has tasks waits before it gets one.
const TASK_PATIENCE: Duration = Duration::from_secs(1);

/// The longest silence while a call continues.
const HEARTBEAT: Duration = Duration::from_secs(15);

/// How often a client with tasks should look, in milliseconds.
const POLL_MS: u64 = 1_000;

/// The time that the arguments of a call allow for waiting.
pub(super) fn patience(arguments: &Map<String, Value>) -> Option<Duration> {
    let seconds = arguments.get("wait_seconds").and_then(Value::as_u64);
    seconds.map(|seconds| Duration::from_secs(seconds.min(MOST_PATIENCE)))
}

/// Returns whether the client can ask its user questions.
pub(super) fn can_ask(context: &RequestContext<RoleServer>) -> bool {
    let capabilities = context.client_capabilities();
    let elicitation = capabilities.and_then(|capabilities| capabilities.elicitation);
    // A client that names no form of elicitation supports the first one, which has fields.
    elicitation.is_some_and(|form| form.form.is_some() || form.url.is_none())
}

/// Returns whether requests to the client are sent as results of its calls (2026-07-28).
fn is_stateless(context: &RequestContext<RoleServer>) -> bool {
    context
        .protocol_version()
        .is_some_and(|version| version >= ProtocolVersion::V_2026_07_28)
}

/// The roots of a client that has some and accepts requests for them.
#[expect(
    deprecated,
    reason = "revisions before 2026-07-28 have them, and clients use these"
)]
pub(super) async fn client_roots(context: &RequestContext<RoleServer>) -> Option<Roots> {
    const PATIENCE: Duration = Duration::from_secs(5);
    let has_roots = context.client_capabilities()?.roots.is_some();
    if !has_roots || is_stateless(context) {
        return None;
    }
    let asked = context.peer.send_request(ServerRequest::ListRootsRequest(
        rmcp::model::ListRootsRequest::default(),
    ));
    let told = tokio::time::timeout(PATIENCE, asked).await.ok()?.ok()?;
    match told {
        rmcp::model::ClientResult::ListRootsResult(told) => {
            Roots::of_uris(told.roots.iter().map(|root| root.uri.as_str()))
        }
        _ => None,
    }
}

/// Waits for a job as long as the client does, and answers.
pub(super) async fn attend(
    shared: &Shared,
    job: &Arc<Job>,
    patience: Option<Duration>,
    context: &RequestContext<RoleServer>,
    log: &Log,
) -> CallToolResponse {
    let has_tasks = context
        .client_capabilities()
        .is_some_and(|capabilities| capabilities.supports_tasks());
    let default = if has_tasks { TASK_PATIENCE } else { PATIENCE };
    let until = Instant::now() + patience.unwrap_or(default);
    let mut teller = Teller::new(job, context, log);
    let mut changes = job.changes();
    teller.tell().await;
    loop {
        changes.mark_unchanged();
        match job.stage() {
            Stage::Done(answer) => {
                shared.jobs.answered(job);
                let id = job.is_handed_out().then_some(job.id.as_str());
                return (*answer).clone().into_result(id).into();
            }
            // A task reports its question itself.
            Stage::Asks(_) if has_tasks => return task_created(job),
            Stage::Asks(question) if is_stateless(context) => {
                job.hand_out();
                let requests = InputRequests::from([(key(&question), elicitation(&question))]);
                return InputRequiredResult::new(Some(requests), Some(job.id.clone())).into();
            }
            Stage::Asks(question) => {
                let yes = ask(&context.peer, &question, context, job).await;
                question.reply(yes);
                job.answered_question(question.number).await;
                continue;
            }
            Stage::Works(_) => {}
        }
        tokio::select! {
            _ = changes.changed() => teller.tell().await,
            () = tokio::time::sleep(HEARTBEAT) => teller.tell().await,
            () = sleep_until(until) => match has_tasks {
                true => return task_created(job),
                false => return working(job),
            },
            () = context.ct.cancelled() => {
                job.cancel.cancel();
                let answer = job.finished().await;
                shared.jobs.answered(job);
                return (*answer).clone().into_result(None).into();
            }
        }
    }
}

/// The job's id instead of its answer.
fn working(job: &Job) -> CallToolResponse {
    job.hand_out();
    let progress = match job.stage() {
        Stage::Works(progress) => progress,
        Stage::Asks(_) => "waiting for an answer".to_owned(),
        Stage::Done(_) => "done".to_owned(),
    };
    Answer::working(&job.id, &progress).into_result(None).into()
}

/// The job as a task of the protocol.
fn task_created(job: &Job) -> CallToolResponse {
    job.hand_out();
    CreateTaskResult::new(task(job).task).into()
}

/// The job in the form of the protocol's tasks.
pub(super) fn task(job: &Job) -> DetailedTask {
    let stage = job.stage();
    let began = std::time::SystemTime::now()
        .checked_sub(job.started.elapsed())
        .unwrap_or(UNIX_EPOCH);
    let time = |time| humantime::format_rfc3339_millis(time).to_string();
    let (message, payload) = match stage {
        Stage::Works(progress) => (progress, TaskPayload::Working),
        Stage::Asks(question) => {
            let input_requests = InputRequests::from([(key(&question), elicitation(&question))]);
            (question.text, TaskPayload::InputRequired { input_requests })
        }
        Stage::Done(_) if job.cancel.is_cancelled() => ("cancelled".to_owned(), TaskPayload::Cancelled),
        Stage::Done(answer) => {
            let result = (*answer).clone().into_result(Some(&job.id));
            let result = serde_json::to_value(result).ok();
            let result = result
                .and_then(|result| result.as_object().cloned())
                .unwrap_or_default();
            ("done".to_owned(), TaskPayload::Completed { result })
        }
    };
    let task = Task::new(
        job.id.as_str(),
        TaskStatus::Working,
        time(began),
        time(std::time::SystemTime::now()),
    );
    DetailedTask::new(
        task.with_status_message(message).with_poll_interval_ms(POLL_MS),
        payload,
    )
}

/// A call that was repeated with the answers to its questions.
pub(super) async fn retry(
    shared: &Shared,
    state: &str,
    responses: Option<InputResponses>,
    context: &RequestContext<RoleServer>,
    log: &Log,
) -> CallToolResponse {
    match shared.jobs.get(state) {
        Ok(job) => {
            reply(&job, &responses.unwrap_or_default());
            attend(shared, &job, None, context, log).await
        }
        Err(error) => Answer::failed(&error).into_result(None).into(),
    }
}

/// Passes the answers to its questions to a job. A missing one, or one to another question, is ignored.
pub(super) fn reply(job: &Job, responses: &InputResponses) {
    if let Stage::Asks(question) = job.stage()
        && let Some(response) = responses.get(&key(&question))
    {
        let result = serde_json::from_value::<ElicitResult>(response.clone());
        question.reply(result.is_ok_and(|result| is_yes(&result)));
    }
}

/// The tool `job`.
pub(super) async fn job(
    shared: &Shared,
    arguments: Map<String, Value>,
    patience: Option<Duration>,
    context: &RequestContext<RoleServer>,
    log: &Log,
) -> CallToolResponse {
    let wanted = job_input(arguments).and_then(|input| Ok((shared.jobs.get(&input.job)?, input)));
    let (job, input) = match wanted {
        Ok(wanted) => wanted,
        Err(error) => return Answer::failed(&error).into_result(None).into(),
    };
    if input.is_cancel() {
        job.cancel.cancel();
    }
    let patience = match input.is_result() {
        true => Some(Duration::ZERO),
        false => patience,
    };
    match (input.page, job.stage()) {
        (Some(page), Stage::Done(answer)) => match answer.page(page) {
            Ok(page) => page.into_result(Some(&job.id)).into(),
            Err(error) => Answer::failed(&error).into_result(Some(&job.id)).into(),
        },
        _ => attend(shared, &job, patience, context, log).await,
    }
}

fn key(question: &Question) -> String {
    format!("approve-{}", question.number)
}

/// The question as a form with one field.
fn elicitation(question: &Question) -> InputRequest {
    InputRequest::Elicitation(ElicitRequest::new(form(question)))
}

fn form(question: &Question) -> ElicitRequestParams {
    ElicitRequestParams::FormElicitationParams {
        meta: None,
        message: question.text.clone(),
        requested_schema: ElicitationSchema::builder()
            .required_bool("approve")
            .build_unchecked(),
    }
}

/// Asks the client a question during its call. No answer is a no.
async fn ask(
    peer: &Peer<RoleServer>,
    question: &Question,
    context: &RequestContext<RoleServer>,
    job: &Job,
) -> bool {
    let asked = peer.send_request(ServerRequest::ElicitRequest(ElicitRequest::new(form(question))));
    tokio::select! {
        told = asked => match told {
            Ok(rmcp::model::ClientResult::ElicitResult(result)) => is_yes(&result),
            _ => false,
        },
        () = job.answered_question(question.number) => false,
        () = context.ct.cancelled() => {
            job.cancel.cancel();
            false
        }
    }
}

fn is_yes(result: &ElicitResult) -> bool {
    let approves = result.content.as_ref().map(|content| &content["approve"]);
    result.action == ElicitationAction::Accept && approves == Some(&Value::Bool(true))
}

/// Reports progress, if the client wants it.
struct Teller<'a> {
    job: &'a Job,
    peer: &'a Peer<RoleServer>,
    token: Option<ProgressToken>,
    log: &'a Log,
}

impl<'a> Teller<'a> {
    fn new(job: &'a Job, context: &'a RequestContext<RoleServer>, log: &'a Log) -> Self {
        Self {
            job,
            peer: &context.peer,
            token: context.meta.get_progress_token(),
            log,
        }
    }

    async fn tell(&mut self) {
        let Stage::Works(what) = self.job.stage() else {
            return;
        };
        self.log.tell(self.peer, &self.job.tool, &what).await;
        let Some(token) = &self.token else { return };
        // A count, not a measure: the remaining work is unknown. 2^53 counts fit.
        #[expect(clippy::cast_precision_loss, reason = "the number of steps of a job is small")]
        let count = self.job.next_count() as f64;
        let seconds = self.job.started.elapsed().as_secs();
        let told = ProgressNotificationParam::new(token.clone(), count)
            .with_message(format!("{}: {what} ({seconds} s)", self.job.tool));
        // A client that no longer listens is noticed elsewhere.
        let _ = self.peer.notify_progress(told).await;
    }
}
