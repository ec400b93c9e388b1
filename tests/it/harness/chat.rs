//! Models as servers, and what they are asked and answer.

use serde_json::Value;
use unbreak_loopback::{ChatServer, Reply};

use super::Site;

/// A server that answers questions for a plan with one, and all others with this text.
pub(crate) fn answering(text: impl Into<String>) -> ChatServer {
    let text = text.into();
    let reply = move |request: &Value| {
        Reply::Text(match wants_plan(request) {
            true => PLAN.to_owned(),
            false => text.clone(),
        })
    };
    ChatServer::start(reply).unwrap()
}

/// Writes a configuration that asks this server alone, and gives its path.
pub(crate) fn configure(site: &Site, server: &ChatServer) -> String {
    let path = site.beside("models.toml");
    std::fs::write(&path, server.configuration(1)).unwrap();
    path.to_str().unwrap().to_owned()
}

/// A plan for whatever fails.
pub(crate) const PLAN: &str = r#"{"root_cause": "a wrong expression", "goal": "the tests pass",
"strategies": [{"kind": "code_edit", "action": "correct", "description": "correct it"}],
"related_files": [], "confidence": 0.9}"#;

/// Returns whether a request wants an analysis, not an edit.
pub(crate) fn wants_plan(request: &Value) -> bool {
    !request["response_format"].is_null()
}

/// One SEARCH/REPLACE block.
pub(crate) fn block(file: &str, search: &str, replace: &str) -> String {
    let lines = |text: &str| {
        if text.is_empty() {
            String::new()
        } else {
            format!("{text}\n")
        }
    };
    format!(
        "{file}\n<<<<<<< SEARCH\n{}=======\n{}>>>>>>> REPLACE\n",
        lines(search),
        lines(replace)
    )
}
