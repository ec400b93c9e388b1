//! Options of what a library holds.

use std::sync::Arc;

use unbreak_core::OptionsError;

use super::super::error::{PluginError, PluginErrorKind};
use super::super::instance::Instance;

/// What came of giving options to a plug-in of a library.
///
/// That it does not want them is for the operator to mend. That the library failed is not: it is
/// left out, and says so when it is used.
pub(super) fn settle<T>(
    instance: &Instance,
    configured: Result<T, PluginError>,
    as_it_was: impl FnOnce() -> T,
) -> Result<Arc<T>, OptionsError> {
    let error = match configured {
        Ok(configured) => return Ok(Arc::new(configured)),
        Err(error) => error,
    };
    match error.kind() {
        PluginErrorKind::Refused { message, .. } => Err(OptionsError::Other(message.clone())),
        kind => {
            instance.give_up(kind);
            Ok(Arc::new(as_it_was()))
        }
    }
}
