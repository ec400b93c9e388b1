//! The plug-ins of this program.

use std::path::Path;

use unbreak_core::{Registry, RegistryBuilder};

use crate::config::Config;
use crate::error::CliError;

// A crate that nothing refers to registers nothing: the linker drops it.
use unbreak_parsers as _;
use unbreak_strategies as _;
use unbreak_tools_debug as _;

/// Everything that was linked in, and what is loaded for a directory.
///
/// What the project's configuration switches off is in it, and off.
pub(crate) fn builder(directory: &Path) -> Result<RegistryBuilder, CliError> {
    let config = Config::of(directory)?;
    let registry = Registry::builder().with_linked();
    #[cfg(feature = "plugins")]
    let registry = crate::loaded::add(registry, directory);
    let off = config.plugins.off.into_iter();
    Ok(off.fold(registry, RegistryBuilder::disable))
}

/// The same as a registry.
pub(crate) fn registry(directory: &Path) -> Result<Registry, CliError> {
    let registry = builder(directory)?.build();
    let registry =
        registry.map_err(|error| CliError::usage("the plug-ins do not fit together").caused_by(&error))?;
    tracing::debug!(?registry, "plug-ins");
    Ok(registry)
}
