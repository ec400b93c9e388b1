//! A name that cannot be imported because its definition is misspelt.
//!
//! `import_fix` corrects the import; where the project as a whole believes the import, its definition
//! is what must change.

use unbreak_core::FixError;

use super::spelling::Spelling;
use crate::offer::Offer;
use crate::python::closeness::closest;
use crate::python::inquiry::Inquiry;
use crate::python::scope::BindingKind;

/// Renames a definition of one of the project's modules to the name that others import.
pub(super) async fn offers(inquiry: &Inquiry<'_>, module: &str, name: &str) -> Result<Vec<Offer>, FixError> {
    let Some(parsed) = inquiry.project.module(module) else {
        return Ok(Vec::new());
    };
    let bindings = &parsed.scopes.scope(0).bindings;
    let defined = bindings
        .iter()
        .filter(|(_, all)| all.iter().any(|binding| binding.kind != BindingKind::Import));
    let mut offers = Vec::new();
    for (existing, closeness) in closest(name, defined.map(|(name, _)| name.as_str())) {
        let spelling = Spelling::weigh(inquiry, name, existing, closeness).await;
        offers.extend(spelling.rename_definition()?);
    }
    Ok(offers)
}
