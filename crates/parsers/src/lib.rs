//! Command output → diagnostics: the parse [`pipeline`] and one parser per tool.
//!
//! A parser is one file: a format in TOML (`formats/FAMILY/TOOL.toml`), or Rust where a tool's output is a
//! language of its own, with its description beside it (`src/FAMILY/TOOL.toml`). It registers itself with every
//! program that links this crate, behind the cargo feature of its family; the pipeline knows none of them.
#![cfg_attr(
    not(feature = "all"),
    allow(
        dead_code,
        clippy::allow_attributes,
        reason = "which of the shared parts are needed depends on the parsers that are on"
    )
)]

pub mod facts;
pub mod pipeline;
pub mod work;

#[cfg(feature = "data")]
mod data;
#[cfg(feature = "declarative")]
pub mod declarative;
mod described;
mod distinct;
#[cfg(feature = "docs")]
mod docs;
#[cfg(feature = "dotnet")]
mod dotnet;
#[cfg(feature = "exchange")]
mod exchange;
mod format;
#[cfg(feature = "functional")]
mod functional;
mod gather;
#[cfg(feature = "generic")]
mod generic;
#[cfg(feature = "go")]
mod go;
#[cfg(feature = "hardware")]
mod hardware;
#[cfg(feature = "infra")]
mod infra;
#[cfg(feature = "javascript")]
mod javascript;
mod junit;
#[cfg(feature = "jvm")]
mod jvm;
#[cfg(feature = "languages")]
mod languages;
#[cfg(feature = "native")]
mod native;
#[cfg(feature = "perl")]
mod perl;
#[cfg(feature = "php")]
mod php;
mod place;
#[cfg(feature = "python")]
mod python;
mod resolve;
#[cfg(feature = "ruby")]
mod ruby;
#[cfg(feature = "rust")]
mod rust;
#[cfg(feature = "shell")]
mod shell;
mod snippet;
mod tabs;
mod text;

pub use distinct::Distinct;
pub use format::grammar::Grammar;
pub use format::grammar::error::GrammarError;
pub use pipeline::{Effort, Parse, Parsed, Pipeline};
pub use resolve::{Resolved, Resolver};
pub use snippet::{attach_source, snippet};
