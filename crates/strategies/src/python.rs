//! Shared parts of the strategies for Python: reading source, and querying the interpreter.
//!
//! **Architecture Invariant:** all Python text is read with ruff's parser; nothing here
//! distinguishes code from comments or strings by itself.

#[cfg(any(feature = "import_fix", feature = "name_fix", feature = "type_fix"))]
pub(crate) mod classes;
#[cfg(any(feature = "import_fix", feature = "name_fix"))]
pub(crate) use crate::closeness;
#[cfg(feature = "import_fix")]
pub(crate) mod distributions;
pub(crate) mod environment;
#[cfg(feature = "import_fix")]
pub(crate) mod exports;
pub(crate) mod fact;
pub(crate) mod imports;
pub(crate) mod inquiry;
mod interpreter;
pub(crate) mod modules;
pub(crate) mod project;
pub(crate) mod scope;
pub(crate) mod site;
#[cfg(any(feature = "import_fix", feature = "name_fix"))]
pub(crate) mod slip;
pub(crate) mod source;
