//! Diagnostics to proposed fixes. One module is one strategy.
//!
//! **Architecture Invariant:** a strategy writes nothing and starts no process by itself. It reads
//! and asks through its [`FixContext`](unbreak_core::FixContext) and returns proposals; the host
//! applies and verifies them, and keeps them or rolls them back.

mod builtin_members;
#[cfg(feature = "c")]
mod c;
#[cfg(feature = "c")]
mod c_text;
mod closeness;
mod code_words;
mod declared;
mod depth;
mod describe;
mod elsewhere;
mod frontier;
mod grouping;
mod invocation;
#[cfg(feature = "languages")]
mod keywords;
mod lines;
mod listing;
mod mend;
mod message;
#[cfg(feature = "languages")]
mod names;
mod offer;
mod proposal;
mod python;
#[cfg(any(feature = "languages", feature = "c"))]
mod reading;
mod renaming;
mod respelling;
mod rule;
mod search_evidence;

mod suggestion;
#[cfg(feature = "languages")]
mod syntax_tree;

mod hiding;
mod state;
mod tool_offer;

#[cfg(feature = "languages")]
mod script;
mod script_members;

#[cfg(feature = "fitting")]
pub mod weights;
#[cfg(not(feature = "fitting"))]
mod weights;
mod wording;

pub mod config_fix;
pub mod diagnosis;
pub mod environment_fix;
pub mod history_fix;
pub mod import_fix;
pub mod installed_fix;
pub mod lint_fix;
pub mod message_fix;
#[cfg(feature = "model_fix")]
pub mod model_fix;
pub mod move_fix;
pub mod name_fix;
#[cfg(any(feature = "languages", feature = "rule_files"))]
mod npm;
pub mod quick_fix;
pub mod rename_fix;
#[cfg(feature = "rule_files")]
pub mod rule_file;
pub mod server_fix;
pub mod suggested_fix;
pub mod syntax_fix;
pub mod type_fix;

/// The languages in which names and imports are repaired.
const LANGUAGES: &[std::borrow::Cow<'static, str>] = &[
    #[cfg(feature = "c")]
    std::borrow::Cow::Borrowed("c"),
    #[cfg(feature = "c")]
    std::borrow::Cow::Borrowed("cpp"),
    #[cfg(feature = "languages")]
    std::borrow::Cow::Borrowed("go"),
    #[cfg(feature = "languages")]
    std::borrow::Cow::Borrowed("java"),
    #[cfg(feature = "languages")]
    std::borrow::Cow::Borrowed("javascript"),
    std::borrow::Cow::Borrowed("python"),
    #[cfg(feature = "languages")]
    std::borrow::Cow::Borrowed("rust"),
    #[cfg(feature = "languages")]
    std::borrow::Cow::Borrowed("typescript"),
];
