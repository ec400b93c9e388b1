//! Options of a library's plug-ins.

use std::sync::Arc;

use unbreak_core::OptionsError;

use super::super::error::{PluginError, PluginErrorKind};
use super::super::instance::Instance;

/// The result of giving options to a plug-in of a library.
///
/// If it refuses them, the operator has to correct them. If the library failed, it is left out, and the error
/// is reported when it is used.
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
