//! The plug-ins of this program.

use unbreak_core::Registry;

use crate::error::CliError;

// A crate that nothing refers to registers nothing: the linker drops it.
use unbreak_parsers as _;
use unbreak_strategies as _;

/// Everything that was linked in.
pub(crate) fn registry() -> Result<Registry, CliError> {
    let registry = Registry::builder().with_linked().build();
    let registry =
        registry.map_err(|error| CliError::usage("the plug-ins do not fit together").caused_by(&error))?;
    tracing::debug!(?registry, "plug-ins");
    Ok(registry)
}
