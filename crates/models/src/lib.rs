//! Language models behind one trait, [`unbreak_core::Model`].
//!
//! A provider is a file. Start at [`ModelConfig`]: it holds the operator's configuration of a
//! model, and [`ModelConfig::open`] makes the model from it. Nothing is sent or started before the model is
//! asked.
//!
//! ```
//! # #[cfg(feature = "http")] {
//! # struct Nothing;
//! # #[async_trait::async_trait]
//! # impl unbreak_core::Runner for Nothing {
//! #     async fn run(&self, command: &unbreak_core::Command) -> Result<unbreak_core::Completed, unbreak_core::capability::CapabilityError> {
//! #         Err(unbreak_core::capability::CapabilityError::Denied(command.to_string()))
//! #     }
//! # }
//! # let runner = std::sync::Arc::new(Nothing);
//! use unbreak_models::ModelConfig;
//!
//! let mut config = ModelConfig::new("ollama");
//! config.model = Some("qwen3:8b".to_owned());
//! let model = config.open("small", runner)?;
//! assert_eq!(model.name(), "small");
//! # }
//! # Ok::<(), unbreak_core::ModelError>(())
//! ```
//!
//! **Architecture Invariant:** this crate starts no process (the [`unbreak_core::Runner`] that it receives
//! runs programs), reads no configuration file, and takes keys only from the environment or a program.

#[cfg(feature = "http")]
mod anthropic;
mod command;
mod config;
#[cfg(feature = "http")]
mod gemini;
#[cfg(feature = "http")]
mod http;
#[cfg(feature = "http")]
mod key;
#[cfg(feature = "http")]
mod ollama;
#[cfg(feature = "http")]
mod openai;
mod provider;
mod replay;
mod schema;

pub use self::config::{Input, ModelConfig};
pub use self::provider::{Provider, providers};
