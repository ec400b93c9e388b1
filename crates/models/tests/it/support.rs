//! Shared parts of the tests.

use std::future::Future;
use std::path::PathBuf;
use std::sync::Arc;

use unbreak_core::{Completion, Model, ModelError, Prompt, Runner};
use unbreak_host::CancelToken;
use unbreak_host::runner::{Limits, ProcessRunner};
use unbreak_models::ModelConfig;

/// The providers that are reached over HTTP.
pub(crate) const HTTP: [&str; 4] = ["anthropic", "gemini", "ollama", "openai"];

/// A runner of real processes.
pub(crate) fn runner() -> Arc<dyn Runner> {
    let limits = Limits::default();
    Arc::new(ProcessRunner::new(
        std::env::temp_dir(),
        limits,
        CancelToken::new(),
    ))
}

/// A model of this provider at this address, that asks once.
pub(crate) fn at(provider: &str, address: &str) -> ModelConfig {
    let mut config = ModelConfig::new(provider);
    config.model = Some("m".to_owned());
    config.base_url = Some(match provider {
        "openai" => format!("{address}/v1"),
        _ => address.to_owned(),
    });
    config.retries = Some(0);
    config
}

pub(crate) fn open(config: &ModelConfig) -> Arc<dyn Model> {
    config.open("test", runner()).unwrap()
}

/// The error of a configuration that cannot work.
pub(crate) fn refused(config: &ModelConfig) -> ModelError {
    match config.open("test", runner()) {
        Ok(_) => panic!("{config:?} was accepted"),
        Err(error) => error,
    }
}

/// Runs a future to its end.
pub(crate) fn block_on<F: Future>(future: F) -> F::Output {
    let mut builder = tokio::runtime::Builder::new_current_thread();
    builder.enable_all().build().unwrap().block_on(future)
}

/// The answer to a prompt.
pub(crate) fn ask(config: &ModelConfig, prompt: &Prompt) -> Result<Completion, ModelError> {
    let model = open(config);
    block_on(model.complete(prompt))
}

/// A prompt with nothing but a question.
pub(crate) fn question(text: &str) -> Prompt {
    Prompt::new("be brief", text, 100)
}

/// A tool that `cargo xtask setup` installs.
pub(crate) fn tool(path: &str) -> PathBuf {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..");
    let tool = root.join(".tools").join(path);
    assert!(
        tool.exists(),
        "{} is missing: run cargo xtask setup",
        tool.display()
    );
    tool
}
