//! The providers of this program.

use std::sync::Arc;

use unbreak_core::{Model, ModelError, ModelLimits, Runner};

use crate::config::ModelConfig;

/// Makes models from a configuration.
#[derive(Debug)]
#[non_exhaustive]
pub struct Provider {
    /// Its id in a configuration.
    pub id: &'static str,
    /// A description in one line.
    pub summary: &'static str,
    /// The keys that it needs.
    pub needs: &'static [&'static str],
    /// The other keys that it accepts, in addition to those for all providers.
    pub takes: &'static [&'static str],
    /// The address of its API.
    pub base_url: Option<&'static str>,
    /// The variable that usually holds its key.
    pub key_env: Option<&'static str>,
    /// The size of prompts and answers unless the configuration sets another.
    pub limits: ModelLimits,
    pub(crate) open: fn(&Opening<'_>) -> Result<Arc<dyn Model>, ModelError>,
}

/// Keys that all providers accept.
const FOR_ALL: &[&str] = &[
    "provider",
    "context_tokens",
    "answer_tokens",
    "timeout",
    "price_input",
    "price_output",
    "record",
];

/// Keys that all providers over HTTP accept.
#[cfg(feature = "http")]
pub(crate) const FOR_HTTP: &[&str] = &[
    "base_url",
    "headers",
    "key_env",
    "key_command",
    "key_header",
    "insecure",
    "body",
    "idle_timeout",
    "retries",
];

impl Provider {
    /// Returns whether it accepts a key of the configuration.
    pub fn reads(&self, key: &str) -> bool {
        [FOR_ALL, self.needs, self.takes]
            .iter()
            .any(|keys| keys.contains(&key))
    }
}

/// The inputs for making a model.
pub(crate) struct Opening<'a> {
    pub(crate) name: &'a str,
    pub(crate) config: &'a ModelConfig,
    pub(crate) provider: &'static Provider,
    pub(crate) runner: Arc<dyn Runner>,
}

/// Every provider, by id.
pub fn providers() -> impl Iterator<Item = &'static Provider> {
    const PROVIDERS: &[&Provider] = &[
        #[cfg(feature = "http")]
        &crate::anthropic::PROVIDER,
        &crate::command::PROVIDER,
        #[cfg(feature = "http")]
        &crate::gemini::PROVIDER,
        #[cfg(feature = "http")]
        &crate::ollama::PROVIDER,
        #[cfg(feature = "http")]
        &crate::openai::PROVIDER,
        &crate::replay::PROVIDER,
    ];
    PROVIDERS.iter().copied()
}
