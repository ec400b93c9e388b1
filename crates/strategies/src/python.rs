//! Shared parts of the strategies for Python: reading source, and querying the interpreter.
//!
//! **Architecture Invariant:** all Python text is read with ruff's parser; nothing here
//! distinguishes code from comments or strings by itself.

pub(crate) mod classes;
pub(crate) use crate::closeness;
pub(crate) mod distributions;
pub(crate) mod environment;
pub(crate) mod exports;
pub(crate) mod fact;
pub(crate) mod imports;
pub(crate) mod inquiry;
pub(crate) mod interpreter;
pub(crate) mod modules;
pub(crate) mod project;
pub(crate) mod removed;
pub(crate) mod scope;
pub(crate) mod site;
pub(crate) mod slip;
pub(crate) mod source;
