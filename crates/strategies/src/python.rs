//! What the strategies for Python share: reading its source, and asking its interpreter.
//!
//! **Architecture Invariant:** every look at Python text goes through ruff's parser; nothing here
//! tells code from comment or string by itself.

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
pub(crate) mod interpreter;
pub(crate) mod modules;
pub(crate) mod project;
pub(crate) mod scope;
pub(crate) mod site;
#[cfg(any(feature = "import_fix", feature = "name_fix"))]
pub(crate) mod slip;
pub(crate) mod source;
