//! A session with a server: initializes it, opens the files, requests code actions for each error,
//! and shuts it down.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use serde_json::{Value, json};
use unbreak_core::capability::CapabilityError;
use unbreak_core::{Command, Diagnostic, FixContext, Location, RelPath, StrategyError, Workspace};

use super::action::{Action, Span};
use super::client::Client;
use super::servers::Server;
use super::uri;
use crate::tool_offer::Offer;

/// How long to wait for a server's first report on a file.
const FIRST_REPORT: Duration = Duration::from_secs(30);
/// How long to wait until it reports the error too, after an empty report or others.
const NEXT_REPORT: Duration = Duration::from_secs(5);
/// The greatest number of errors that a server is queried for at once.
const MOST_ERRORS: usize = 40;
/// The greatest number of offers that are examined for one error.
const MOST_ACTIONS: usize = 6;

/// A server's offers, by the place and words of the error.
pub(super) type Answer = BTreeMap<(RelPath, u32, String), Vec<Offer>>;

/// The error's place in the user's own code, and its name in an [`Answer`].
pub(super) fn key(diagnostic: &Diagnostic, workspace: &dyn Workspace) -> Option<(RelPath, u32, String)> {
    let place = place(diagnostic);
    let file = place.file.as_deref().and_then(|file| workspace.locate(file))?;
    Some((file, place.line?, diagnostic.message.clone()))
}

/// The place of the error in the user's own code.
pub(super) fn place(diagnostic: &Diagnostic) -> &Location {
    let own = diagnostic.innermost_own_frame();
    own.map_or(&diagnostic.location, |frame| &frame.location)
}

/// Asks a server for everything that it offers for errors, in `limit` at most; `None` when it is not there.
///
/// # Errors
/// When it ended, hung or did not keep to the protocol.
pub(super) async fn ask(
    server: &Server,
    command: &Command,
    project: &str,
    errors: &[&Diagnostic],
    limit: Duration,
    context: &FixContext<'_>,
) -> Result<Option<Answer>, StrategyError> {
    let talk = match context.runner.converse(command).await {
        Err(CapabilityError::Start { .. } | CapabilityError::Denied(_)) => return Ok(None),
        talk => talk?,
    };
    let root = context.workspace.root().join(project);
    let name = root.file_name().unwrap_or_default().to_string_lossy();
    let folder = json!({"uri": uri::of(&root), "name": name});
    let mut session = Session {
        client: Client::new(server.program, talk, folder.clone(), limit),
        server,
        workspace: context.workspace,
        capabilities: Value::Null,
        known: BTreeSet::new(),
        awaited: BTreeSet::new(),
    };
    match session.greet(&folder).await {
        Err(CapabilityError::Ended { said, .. })
            if server.absent.iter().any(|words| said.contains(words)) =>
        {
            return Ok(None);
        }
        greeted => greeted?,
    }
    let mut answer = Answer::new();
    for error in errors.iter().take(MOST_ERRORS) {
        if let Some(key) = key(error, context.workspace) {
            let offers = session.offers(error, &key.0, key.1 - 1).await?;
            answer.insert(key, offers);
        }
    }
    session.leave().await;
    Ok(Some(answer))
}

struct Session<'a> {
    client: Client,
    server: &'a Server,
    workspace: &'a dyn Workspace,
    capabilities: Value,
    /// The files that it was shown.
    known: BTreeSet<String>,
    /// The ones for which it has nothing more to report.
    awaited: BTreeSet<String>,
}

impl Session<'_> {
    async fn greet(&mut self, folder: &Value) -> Result<(), CapabilityError> {
        let greeting = json!({
            // In a sandbox with process numbers of its own, a server would take ours for a client that has died. It ends
            // when its input does.
            "processId": null,
            "clientInfo": {"name": "unbreak", "version": env!("CARGO_PKG_VERSION")},
            "rootUri": folder["uri"],
            "workspaceFolders": [folder],
            "capabilities": client_capabilities(),
        });
        let mut answer = self.client.request("initialize", greeting).await?;
        self.capabilities = answer["capabilities"].take();
        self.client.notify("initialized", json!({})).await
    }

    /// The offers for an error, whose line counts from 0.
    async fn offers(
        &mut self,
        error: &Diagnostic,
        file: &RelPath,
        line: u32,
    ) -> Result<Vec<Offer>, StrategyError> {
        let Ok(text) = self.workspace.read_text(file) else {
            return Ok(Vec::new());
        };
        let uri = uri::of(&self.workspace.root().join(file));
        self.show(&uri, file, &text).await?;
        let mut found = self.reported(&uri, line, &error.message).await?;
        if found.is_empty() {
            found.extend(as_reported(error, &text, line));
        }
        let mut offers: Vec<Offer> = Vec::new();
        for report in found {
            for offer in self.offers_for(&uri, &report, offers.len()).await? {
                if !offers.iter().any(|known| known.edits == offer.edits) {
                    offers.push(offer);
                }
            }
        }
        Ok(offers)
    }

    /// Opens a file once, and waits until the server has read the project.
    async fn show(&mut self, uri: &str, file: &RelPath, text: &str) -> Result<(), CapabilityError> {
        if !self.known.insert(uri.to_owned()) {
            return Ok(());
        }
        let language = self.server.language(file.as_str());
        let document = json!({"uri": uri, "languageId": language, "version": 1, "text": text});
        let opened = json!({ "textDocument": document });
        self.client.notify("textDocument/didOpen", opened).await?;
        if self.server.announces_rest {
            let limit = self.server.limit;
            self.client.listen_until(limit, Client::rests).await?;
        }
        if self.capabilities["diagnosticProvider"].is_null() {
            let is_there = |client: &Client| client.reported.contains_key(uri);
            self.client.listen_until(FIRST_REPORT, is_there).await?;
            return Ok(());
        }
        let question = json!({"textDocument": {"uri": uri}});
        let mut answer = self.client.request("textDocument/diagnostic", question).await?;
        if let Value::Array(items) = answer["items"].take() {
            self.client.reported.insert(uri.to_owned(), items);
        }
        Ok(())
    }

    /// The server's own reports on a line, and those on the next line in the same words: where
    /// something is missing at the end of a line, some point at the token that follows.
    async fn reported(&mut self, uri: &str, line: u32, message: &str) -> Result<Vec<Value>, CapabilityError> {
        let is_here = |report: &&Value| {
            let says_so = || says(report, message);
            span(report).is_some_and(|span| span.touches(line) || (span.touches(line + 1) && says_so()))
        };
        let on_line = |client: &Client| -> Vec<Value> {
            let reported = client.reported.get(uri).into_iter().flatten();
            reported.filter(is_here).cloned().collect()
        };
        let reports_unasked = self.capabilities["diagnosticProvider"].is_null();
        if reports_unasked && !self.awaited.contains(uri) {
            let more = |client: &Client| !on_line(client).is_empty();
            if !self.client.listen_until(NEXT_REPORT, more).await? {
                self.awaited.insert(uri.to_owned());
            }
        }
        Ok(on_line(&self.client))
    }

    async fn offers_for(
        &mut self,
        uri: &str,
        report: &Value,
        before: usize,
    ) -> Result<Vec<Offer>, StrategyError> {
        let question = json!({
            "textDocument": {"uri": uri},
            "range": report["range"],
            "context": {"diagnostics": [report], "only": ["quickfix"], "triggerKind": 1},
        });
        let answer = self.client.request("textDocument/codeAction", question).await?;
        let actions = answer.as_array().cloned().unwrap_or_default();
        let read = |raw: Value| Some((serde_json::from_value::<Action>(raw.clone()).ok()?, raw));
        let usable = actions.into_iter().filter_map(read);
        let usable: Vec<_> = usable.filter(|(action, _)| action.is_usable()).collect();
        let mut offers = Vec::new();
        for (action, raw) in usable.into_iter().take(MOST_ACTIONS) {
            let action = self.resolve(action, raw).await?;
            let rank = before + offers.len();
            offers.extend(action.offer(self.server.program, rank, self.workspace)?);
        }
        Ok(offers)
    }

    /// The action with its edit, which some servers work out on demand, and some send as a command's
    /// effect.
    async fn resolve(&mut self, mut action: Action, raw: Value) -> Result<Action, CapabilityError> {
        let resolves = self.capabilities["codeActionProvider"]["resolveProvider"] == true;
        if action.edit.is_none() && resolves && raw["command"].as_str().is_none() {
            let whole = self.client.request("codeAction/resolve", raw.clone()).await?;
            if let Ok(whole) = serde_json::from_value::<Action>(whole) {
                action = whole;
            }
        }
        let command = if raw["command"].is_string() {
            &raw
        } else {
            &raw["command"]
        };
        let name = command["command"].as_str().unwrap_or_default();
        if action.edit.is_none() && self.server.commands.contains(&name) {
            self.client.edits.clear();
            let call = json!({"command": name, "arguments": command["arguments"]});
            self.client.request("workspace/executeCommand", call).await?;
            let edit = self.client.edits.pop_front();
            action.edit = edit.and_then(|edit| serde_json::from_value(edit).ok());
        }
        Ok(action)
    }

    /// Shuts the server down. If it does not answer, it is killed with the session.
    async fn leave(mut self) {
        if self.client.request("shutdown", Value::Null).await.is_ok() {
            // The server exits by itself or is killed.
            let _ = self.client.notify("exit", Value::Null).await;
        }
    }
}

fn client_capabilities() -> Value {
    json!({
        "general": {"positionEncodings": ["utf-16"]},
        "window": {"workDoneProgress": true},
        "workspace": {
            "applyEdit": true,
            "configuration": true,
            "workspaceFolders": true,
            "workspaceEdit": {"documentChanges": true},
        },
        "textDocument": {
            "synchronization": {},
            "diagnostic": {"dynamicRegistration": false},
            "publishDiagnostics": {"relatedInformation": true, "codeDescriptionSupport": true, "dataSupport": true},
            "codeAction": {
                "codeActionLiteralSupport": {"codeActionKind": {"valueSet": ["quickfix"]}},
                "isPreferredSupport": true,
                "disabledSupport": true,
                "dataSupport": true,
                "resolveSupport": {"properties": ["edit"]},
            },
        },
        "experimental": {"serverStatusNotification": true},
    })
}

/// Returns whether a report has the words of a message, and perhaps more.
fn says(report: &Value, message: &str) -> bool {
    let said = report["message"].as_str().unwrap_or_default().to_lowercase();
    said.starts_with(&message.to_lowercase())
}

fn span(report: &Value) -> Option<Span> {
    serde_json::from_value(report["range"].clone()).ok()
}

/// An error that the server does not see, as it would report it: from the column on, as far as the word goes.
fn as_reported(error: &Diagnostic, text: &str, line: u32) -> Option<Value> {
    let source = text.lines().nth(line as usize)?;
    let column = place(error)
        .column
        .map_or_else(|| indentation(source), |column| column as usize - 1);
    let units = |characters: &mut dyn Iterator<Item = char>| characters.map(char::len_utf16).sum::<usize>();
    let start = units(&mut source.chars().take(column));
    let is_word = |c: &char| c.is_alphanumeric() || *c == '_' || *c == '$';
    let end = start + units(&mut source.chars().skip(column).take_while(is_word));
    let code = error
        .code
        .as_deref()
        .map(|code| match code.strip_prefix("TS").map(str::parse::<u32>) {
            Some(Ok(number)) => json!(number),
            _ => json!(code),
        });
    Some(json!({
        "range": {"start": {"line": line, "character": start}, "end": {"line": line, "character": end}},
        "severity": 1,
        "source": error.parser,
        "code": code,
        "message": error.message,
    }))
}

fn indentation(line: &str) -> usize {
    line.chars().take_while(|c| c.is_whitespace()).count()
}
