//! The MCP server: everything that `unbreak` can do, as tools of the Model Context Protocol.
//!
//! Revisions 2024-11-05 to 2026-07-28 are supported at once: with a handshake, where the server may ask the
//! client during a call, and without one, where a call that needs an answer ends with its question and is
//! repeated with the answer.
//!
//! A call is a [job](job::Job) on a thread of its own, because the engine's futures are bound to one thread.
//! It outlives the request that started it: after a while the client gets the job's id, and asks for the
//! result with the tool `job`, or through the protocol's tasks.

mod answer;
mod attend;
mod complete;
mod documents;
mod follow;
mod http;
mod job;
mod jobs;
mod log;
mod prompts;
mod resources;
mod roots;
mod shared;
mod stdio;
mod subscriptions;
mod tools;

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

#[expect(
    deprecated,
    reason = "revisions before 2026-07-28 have subscriptions and logging of their own"
)]
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CancelTaskParams, CompleteRequestParams, CompleteResult,
    GetPromptRequestParams, GetPromptResponse, GetTaskParams, GetTaskResult, Implementation,
    ListPromptsResult, ListResourceTemplatesResult, ListResourcesResult, ListToolsResult,
    PaginatedRequestParams, ReadResourceRequestParams, ReadResourceResponse, ServerCapabilities,
    ServerConfig, SetLevelRequestParams, SubscribeRequestParams, SubscriptionFilter,
    UnsubscribeRequestParams, UpdateTaskParams,
};
use rmcp::service::{NotificationContext, RequestContext, RoleServer, SubscriptionContext};
use rmcp::{ErrorData, ServerHandler};

use self::answer::Answer;
pub(crate) use self::http::Http;
use self::log::Log;
use self::roots::Roots;
pub(crate) use self::shared::Settings;
use self::shared::Shared;
use self::subscriptions::{Subscriptions, Watched};
use self::tools::Call;
use crate::error::CliError;

/// The description of the server for a model.
const INSTRUCTIONS: &str = "unbreak repairs failing commands with verified edits. When tests, a build or a \
linter fail, call `run` with the command before editing by hand; it changes files only in ways that it has \
verified by running the command again, and `undo` takes a run back. To understand a failure, call `parse` on \
its output. For a failure that comes and goes use `flake_check`; to find the commit that broke something, \
`git_bisect`; to find the cause, `debug_session` with step `auto`. A call that takes long answers with a job \
id: call `job` until it is done.";

/// One connection.
#[derive(Debug, Clone)]
pub(crate) struct Server {
    shared: Arc<Shared>,
    /// The client's roots; requested once, and again when they change.
    client_roots: Arc<Mutex<Option<Roots>>>,
    log: Arc<Log>,
    subscriptions: Arc<Subscriptions>,
}

/// A server for directories (the current one, or the client's roots, if none is given).
///
/// # Errors
/// If one of them is not a directory.
pub(crate) fn server(
    directories: &[PathBuf],
    settings: Settings,
    asks_for_roots: bool,
) -> Result<Server, CliError> {
    let here = [PathBuf::from(".")];
    let given = if directories.is_empty() {
        &here
    } else {
        directories
    };
    let shared = Shared {
        settings,
        roots: Roots::new(given)?,
        asks_for_roots: asks_for_roots && directories.is_empty(),
        jobs: jobs::Jobs::default(),
        documents: documents::Documents::default(),
    };
    Ok(Server {
        shared: Arc::new(shared),
        client_roots: Arc::default(),
        log: Arc::default(),
        subscriptions: Arc::default(),
    })
}

/// Serves one client on the standard streams until it leaves.
///
/// # Errors
/// If the streams cannot be used.
pub(crate) fn serve_stdio(server: Server) -> Result<(), CliError> {
    stdio::serve(server)
}

/// Serves clients over HTTP until the program is interrupted.
///
/// # Errors
/// If it cannot listen on the address.
pub(crate) fn serve_http(server: Server, http: &Http) -> Result<(), CliError> {
    http::serve(server, http)
}

impl Server {
    /// Another connection to the same server.
    fn connection(&self) -> Self {
        Self {
            shared: Arc::clone(&self.shared),
            client_roots: Arc::default(),
            log: Arc::default(),
            subscriptions: Arc::default(),
        }
    }

    /// The directories of this client's calls.
    async fn roots(&self, context: &RequestContext<RoleServer>) -> Roots {
        if !self.shared.asks_for_roots {
            return self.shared.roots.clone();
        }
        if let Some(known) = self.known_roots() {
            return known;
        }
        let told = attend::client_roots(context).await;
        let roots = told.unwrap_or_else(|| self.shared.roots.clone());
        self.set_roots(Some(roots.clone()));
        roots
    }

    fn known_roots(&self) -> Option<Roots> {
        let known = self.client_roots.lock().unwrap_or_else(PoisonError::into_inner);
        known.clone()
    }

    fn set_roots(&self, roots: Option<Roots>) {
        let mut known = self.client_roots.lock().unwrap_or_else(PoisonError::into_inner);
        *known = roots;
    }

    async fn call(
        &self,
        request: CallToolRequestParams,
        context: &RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let arguments = request.arguments.unwrap_or_default();
        if let Some(state) = &request.request_state {
            return Ok(attend::retry(&self.shared, state, request.input_responses, context, &self.log).await);
        }
        let patience = attend::patience(&arguments);
        if request.name == tools::JOB {
            return Ok(attend::job(&self.shared, arguments, patience, context, &self.log).await);
        }
        let roots = self.roots(context).await;
        let call = Call {
            shared: Arc::clone(&self.shared),
            roots: roots.clone(),
            arguments,
        };
        let (name, shared) = (request.name.into_owned(), Arc::clone(&self.shared));
        let prepared = tokio::task::spawn_blocking({
            let name = name.clone();
            move || tools::work(&name, call)
        });
        let prepared = prepared.await.unwrap_or_else(|error| {
            Err(CliError::failed("the call could not be prepared").caused_by(&error))
        });
        let work = match prepared {
            Ok(Some(work)) => work,
            Ok(None) => {
                let known = tools::names(&shared, &roots).join(", ");
                let message = format!("there is no tool '{name}'; the tools are {known}");
                return Err(ErrorData::invalid_params(message, None));
            }
            Err(error) => return Ok(Answer::failed(&error).into_result(None).into()),
        };
        let started = self.shared.jobs.start(&name, attend::can_ask(context), work);
        match started {
            Ok(job) => Ok(attend::attend(&self.shared, &job, patience, context, &self.log).await),
            Err(error) => Ok(Answer::failed(&error).into_result(None).into()),
        }
    }
}

#[expect(
    deprecated,
    reason = "revisions before 2026-07-28 have subscriptions and logging of their own"
)]
impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder()
            .enable_tools()
            .enable_resources()
            .enable_resources_subscribe()
            .enable_prompts()
            .enable_completions()
            .enable_logging()
            .enable_tasks()
            .build();
        let implementation = Implementation::new("unbreak", env!("CARGO_PKG_VERSION"));
        ServerConfig::new(capabilities)
            .with_server_info(implementation)
            .with_instructions(INSTRUCTIONS)
    }

    async fn list_tools(
        &self,
        _request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let roots = self.roots(&context).await;
        let tools = tools::list(&self.shared, &roots).map_err(|error| protocol_error(&error))?;
        Ok(ListToolsResult::with_all_items(tools))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        self.call(request, &context).await
    }

    async fn list_resources(
        &self,
        _request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        let roots = self.roots(&context).await;
        Ok(ListResourcesResult::with_all_items(resources::list(
            &self.shared,
            &roots,
        )))
    }

    async fn list_resource_templates(
        &self,
        _request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        Ok(ListResourceTemplatesResult::with_all_items(resources::templates()))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let roots = self.roots(&context).await;
        resources::read(&self.shared, &roots, &request.uri)
    }

    async fn list_prompts(
        &self,
        _request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        Ok(ListPromptsResult::with_all_items(prompts::list()))
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        _context: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        prompts::get(&request).map(GetPromptResponse::from)
    }

    async fn complete(
        &self,
        request: CompleteRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CompleteResult, ErrorData> {
        let roots = self.roots(&context).await;
        Ok(complete::complete(&roots, &request))
    }

    async fn set_level(
        &self,
        request: SetLevelRequestParams,
        _context: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        self.log.set_level(request.level);
        Ok(())
    }

    async fn subscribe(
        &self,
        request: SubscribeRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        let roots = self.roots(&context).await;
        let (shared, peer) = (Arc::clone(&self.shared), context.peer);
        self.subscriptions.add(&shared, roots, request.uri, peer);
        Ok(())
    }

    async fn unsubscribe(
        &self,
        request: UnsubscribeRequestParams,
        _context: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        self.subscriptions.remove(&request.uri);
        Ok(())
    }

    fn accepted_subscription_filter(&self, requested: &SubscriptionFilter) -> Option<SubscriptionFilter> {
        Some(requested.clone())
    }

    async fn listen(&self, context: SubscriptionContext) -> Result<(), ErrorData> {
        let roots = self.roots(context.request_context()).await;
        let uris = context
            .accepted()
            .resource_subscriptions
            .clone()
            .unwrap_or_default();
        let mut watched = Watched::new(&self.shared, &roots, uris);
        loop {
            tokio::select! {
                () = context.cancelled() => return Ok(()),
                changed = watched.changed(&self.shared, &roots) => for uri in changed {
                    // A client that no longer listens cancels this.
                    let _ = context.sink().notify_resource_updated(uri).await;
                }
            }
        }
    }

    async fn on_roots_list_changed(&self, _context: NotificationContext<RoleServer>) {
        self.set_roots(None);
    }

    async fn get_task(
        &self,
        request: GetTaskParams,
        _context: RequestContext<RoleServer>,
    ) -> Result<GetTaskResult, ErrorData> {
        let job = self.shared.jobs.get(&request.task_id);
        let job = job.map_err(|error| protocol_error(&error))?;
        Ok(GetTaskResult::new(attend::task(&job)))
    }

    async fn update_task(
        &self,
        request: UpdateTaskParams,
        _context: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        let job = self.shared.jobs.get(&request.task_id);
        let job = job.map_err(|error| protocol_error(&error))?;
        attend::reply(&job, &request.input_responses);
        Ok(())
    }

    async fn cancel_task(
        &self,
        request: CancelTaskParams,
        _context: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        let job = self.shared.jobs.get(&request.task_id);
        job.map_err(|error| protocol_error(&error))?.cancel.cancel();
        Ok(())
    }
}

/// An error of a request that is not a tool call.
fn protocol_error(error: &CliError) -> ErrorData {
    ErrorData::invalid_params(error.message().to_owned(), None)
}
