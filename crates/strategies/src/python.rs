//! What the strategies for Python share: reading its source, and asking its interpreter.
//!
//! **Architecture Invariant:** every look at Python text goes through ruff's parser; nothing here
//! tells code from comment or string by itself.

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
pub(crate) mod scope;
pub(crate) mod site;
pub(crate) mod slip;
pub(crate) mod source;
