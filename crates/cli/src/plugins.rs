//! The plug-ins of this program.

use std::path::Path;

use unbreak_core::{Registry, RegistryBuilder};

use crate::error::CliError;

// A crate that nothing refers to registers nothing: the linker drops it.
use unbreak_parsers as _;
use unbreak_strategies as _;
use unbreak_tools_debug as _;

/// Everything that was linked in, and what is loaded for a directory.
pub(crate) fn builder(directory: &Path) -> RegistryBuilder {
    let registry = Registry::builder().with_linked();
    #[cfg(feature = "plugins")]
    let registry = crate::loaded::add(registry, directory);
    #[cfg(not(feature = "plugins"))]
    let _ = directory;
    registry
}

/// The same as a registry.
pub(crate) fn registry(directory: &Path) -> Result<Registry, CliError> {
    let registry = builder(directory).build();
    let registry =
        registry.map_err(|error| CliError::usage("the plug-ins do not fit together").caused_by(&error))?;
    tracing::debug!(?registry, "plug-ins");
    Ok(registry)
}
