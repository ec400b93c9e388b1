//! Command output → diagnostics: the parse [`pipeline`] and one parser per tool.
//!
//! A parser is one file. It registers itself with every program that links this crate, behind the
//! cargo feature that bears its name; the pipeline knows none of them.
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

#[cfg(feature = "_grammar")]
mod data;
#[cfg(feature = "declarative")]
pub mod declarative;
mod distinct;
#[cfg(feature = "_grammar")]
mod docs;
#[cfg(feature = "_dotnet")]
mod dotnet;
mod each_line;
#[cfg(feature = "_exchange")]
mod exchange;
#[cfg(feature = "_format")]
mod format;
#[cfg(feature = "_grammar")]
mod functional;
mod gather;
#[cfg(feature = "_generic")]
mod generic;
#[cfg(feature = "_go")]
mod go;
#[cfg(feature = "_hardware")]
mod hardware;
#[cfg(feature = "_grammar")]
mod infra;
#[cfg(feature = "_javascript")]
mod javascript;
#[cfg(feature = "_junit")]
mod junit;
#[cfg(feature = "_jvm")]
mod jvm;
#[cfg(feature = "_grammar")]
mod languages;
#[cfg(feature = "_grammar")]
mod lua;
#[cfg(feature = "_native")]
mod native;
#[cfg(feature = "_grammar")]
mod perl;
#[cfg(feature = "_grammar")]
mod php;
mod place;
mod python;
mod resolve;
#[cfg(feature = "_grammar")]
mod ruby;
#[cfg(feature = "_rust")]
mod rust;
#[cfg(feature = "_scripting")]
mod scripting;
#[cfg(feature = "_grammar")]
mod shell;
mod snippet;
mod tabs;
mod text;
#[cfg(feature = "_grammar")]
mod web;

pub use distinct::Distinct;
pub use pipeline::{Effort, Parse, Parsed, Pipeline};
pub use resolve::{Resolved, Resolver};
pub use snippet::{attach_source, snippet};
