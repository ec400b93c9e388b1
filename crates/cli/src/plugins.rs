//! The plug-ins of this program.

use std::path::Path;

use unbreak_core::{Registry, RegistryBuilder};

use crate::args::PluginFlags;
use crate::config::Config;
use crate::error::CliError;

// A crate that nothing refers to registers nothing, because the linker drops it.
use unbreak_parsers as _;
use unbreak_strategies as _;
#[cfg(feature = "tools")]
use unbreak_tools_debug as _;

/// All linked plug-ins, and those loaded for a directory, with the project's configuration and the flags
/// applied. Disabled ones are included as such.
pub(crate) fn builder(directory: &Path, config: &Config) -> RegistryBuilder {
    let registry = Registry::builder().with_linked();
    #[cfg(feature = "plugins")]
    let registry = crate::loaded::add(registry, directory);
    #[cfg(not(feature = "plugins"))]
    let _ = directory;
    config.apply(registry)
}

/// The same as a registry.
pub(crate) fn registry(directory: &Path, flags: &PluginFlags) -> Result<Registry, CliError> {
    let config = Config::of(directory, flags)?;
    let registry = builder(directory, &config).build().map_err(|error| {
        let failure = CliError::usage("the plug-ins do not fit together").caused_by(&error);
        config.explain(&error, failure)
    })?;
    tracing::debug!(?registry, "plug-ins");
    Ok(registry)
}
