//! Assembles an agent and runs it: the process runner, the journaled workspace, and the loop that
//! repairs a failing command.
//!
//! Start at [`Agent`].
//!
//! **Architecture Invariant:** only [`runner`] starts processes, only [`workspace`] writes files,
//! and neither knows what a diagnostic is.

pub mod agent;
mod commit;
mod context;
pub mod debug;
mod engine;
pub mod error;
#[cfg(feature = "heal")]
pub mod heal;
pub mod learn;
mod machine;
pub mod model;
#[cfg(feature = "plugins")]
pub mod plugins;
pub mod runner;
mod scratch;
#[cfg(feature = "store")]
pub mod store;
pub mod tools;
pub mod workspace;

pub use agent::{Agent, AgentBuilder, Observer, RunOptions, Silent};
pub use context::TaskDescription;
pub use error::{AgentError, AgentErrorKind};
pub use learn::Learnt;
pub use model::{ModelSettings, Price, Tier};
pub use runner::{CancelToken, SandboxOptions};
#[cfg(feature = "store")]
pub use store::Store;
pub use tools::ToolOptions;

#[cfg(feature = "strategies")]
use unbreak_strategies as _;
