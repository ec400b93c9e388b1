//! Diagnostics to proposed fixes. One module is one strategy.
//!
//! **Architecture Invariant:** a strategy writes nothing and starts no process by itself. It reads
//! and asks through its [`FixContext`](unbreak_core::FixContext) and returns proposals; the host
//! applies, verifies and keeps or takes back.
#![cfg_attr(
    not(feature = "all"),
    allow(
        dead_code,
        clippy::allow_attributes,
        reason = "which of the shared parts are needed depends on the strategies that are on"
    )
)]

#[cfg(feature = "c")]
mod c;
#[cfg(any(
    feature = "_names",
    feature = "_python",
    feature = "c",
    feature = "quick_fix",
    feature = "script",
    feature = "server_fix",
    feature = "suggested_fix",
    feature = "syntax_fix"
))]
mod closeness;
#[cfg(feature = "_parser")]
mod depth;
mod describe;
#[cfg(any(
    feature = "c",
    feature = "import_fix",
    feature = "name_fix",
    feature = "syntax_fix"
))]
mod elsewhere;
#[cfg(any(feature = "c", feature = "syntax_fix"))]
mod frontier;
#[cfg(any(
    feature = "c",
    feature = "quick_fix",
    feature = "server_fix",
    feature = "suggested_fix",
    feature = "syntax_fix"
))]
mod grouping;
#[cfg(feature = "_command")]
mod invocation;
#[cfg(any(feature = "syntax_go", feature = "syntax_java", feature = "syntax_rust"))]
mod keywords;
#[cfg(any(
    feature = "_dialect",
    feature = "_python",
    feature = "c",
    feature = "history_fix",
    feature = "script",
    feature = "suggested_fix"
))]
mod lines;
#[cfg(feature = "import_fix")]
mod listing;
#[cfg(any(feature = "c", feature = "syntax_fix"))]
mod mend;
#[cfg(feature = "_python")]
mod message;
#[cfg(feature = "_names")]
mod names;
#[cfg(any(feature = "import_fix", feature = "name_fix"))]
mod offer;
#[cfg(any(feature = "rust", feature = "type_fix"))]
mod proposal;
#[cfg(feature = "_python")]
mod python;
#[cfg(any(feature = "_dialect", feature = "c"))]
mod reading;
#[cfg(any(
    feature = "c",
    feature = "quick_fix",
    feature = "server_fix",
    feature = "suggested_fix",
    feature = "syntax_fix"
))]
mod respelling;
#[cfg(any(
    feature = "c",
    feature = "quick_fix",
    feature = "server_fix",
    feature = "suggested_fix",
    feature = "syntax_fix"
))]
mod search_evidence;

#[cfg(any(feature = "lint_fix", feature = "suggested_fix"))]
mod suggestion;

#[cfg(any(feature = "quick_fix", feature = "server_fix", feature = "suggested_fix"))]
mod hiding;
#[cfg(any(feature = "quick_fix", feature = "server_fix", feature = "suggested_fix"))]
mod state;
#[cfg(any(
    feature = "message_fix",
    feature = "rust",
    feature = "server_fix",
    feature = "suggested_fix",
    feature = "type_fix"
))]
mod tool_offer;

#[cfg(feature = "script")]
mod script;
#[cfg(any(feature = "script", feature = "suggested_fix"))]
mod script_members;

#[cfg(feature = "suggested_fix")]
mod wording;

#[cfg(feature = "history_fix")]
pub mod history_fix;
#[cfg(feature = "import_fix")]
pub mod import_fix;
#[cfg(feature = "lint_fix")]
pub mod lint_fix;
#[cfg(feature = "message_fix")]
pub mod message_fix;
#[cfg(feature = "model_fix")]
pub mod model_fix;
#[cfg(feature = "name_fix")]
pub mod name_fix;
#[cfg(feature = "quick_fix")]
pub mod quick_fix;
#[cfg(feature = "rule_files")]
pub mod rule_file;
#[cfg(feature = "server_fix")]
pub mod server_fix;
#[cfg(feature = "suggested_fix")]
pub mod suggested_fix;
#[cfg(feature = "syntax_fix")]
pub mod syntax_fix;
#[cfg(feature = "type_fix")]
pub mod type_fix;

/// The languages in which names and imports are repaired.
#[cfg(any(feature = "import_fix", feature = "name_fix"))]
const LANGUAGES: &[std::borrow::Cow<'static, str>] = &[
    #[cfg(feature = "c")]
    std::borrow::Cow::Borrowed("c"),
    #[cfg(feature = "c")]
    std::borrow::Cow::Borrowed("cpp"),
    #[cfg(feature = "go")]
    std::borrow::Cow::Borrowed("go"),
    #[cfg(feature = "java")]
    std::borrow::Cow::Borrowed("java"),
    #[cfg(feature = "script")]
    std::borrow::Cow::Borrowed("javascript"),
    std::borrow::Cow::Borrowed("python"),
    #[cfg(feature = "rust")]
    std::borrow::Cow::Borrowed("rust"),
    #[cfg(feature = "script")]
    std::borrow::Cow::Borrowed("typescript"),
];
