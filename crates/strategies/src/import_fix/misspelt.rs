//! A name that nothing binds, because the import that should is misspelt: `import jsn`, then
//! `json.dumps(...)`. The import is corrected; adding a second one would leave the wrong one behind.

use unbreak_core::{Evidence, FixError};

use super::statement::Correction;
use crate::offer::Offer;
use crate::python::closeness::{closeness, is_slip};
use crate::python::distributions::is_known;
use crate::python::imports::{Imported, imported};
use crate::python::inquiry::Inquiry;
use crate::python::project::Parsed;
use crate::python::slip::is_slip_of_keys;
use crate::weights::similarity;

/// Corrections of imports whose name nothing reads, to the name that nothing binds.
pub(super) async fn offers(
    inquiry: &Inquiry<'_>,
    parsed: &Parsed,
    name: &str,
) -> Result<Vec<Offer>, FixError> {
    let correction = Correction {
        inquiry,
        parsed,
        as_script: false,
    };
    let mut offers = Vec::new();
    for import in imported(&parsed.source) {
        let likeness = closeness(import.bound(), name);
        let is_candidate =
            import.bound() != name && is_slip(import.bound(), name) && is_unread(parsed, &import);
        if !is_candidate || !is_wrong_only_in_name(inquiry, parsed, &import, name).await {
            continue;
        }
        let edits = match import.alias.asname.as_ref() {
            Some(alias) => vec![parsed.source.replace(alias.range, name)?],
            None => correction.rename_member(&import, name)?,
        };
        offers.push(Offer {
            rule: crate::rule::python::undefined_name::MISSPELT_IMPORT,
            title: format!("import {name} instead of {}", import.bound()),
            reason: format!(
                "'{name}' is used and not bound, '{}' is imported and not used",
                import.bound()
            ),
            confidence: similarity::confirmed() + similarity::slope() * likeness,
            evidence: Evidence::spelling(true, is_slip_of_keys(inquiry, import.bound(), name).await),
            edits,
        });
    }
    Ok(offers)
}

fn is_unread(parsed: &Parsed, import: &Imported<'_>) -> bool {
    parsed.scopes.readings(0, import.bound()).next().is_none()
}

/// Returns whether the imported name does not exist, but the used one does. An alias can be any name, so it
/// is misspelt whenever nothing reads it.
async fn is_wrong_only_in_name(
    inquiry: &Inquiry<'_>,
    parsed: &Parsed,
    import: &Imported<'_>,
    name: &str,
) -> bool {
    if import.alias.asname.is_some() {
        return true;
    }
    if import.from.is_none() {
        let is_misspelt = !exists(inquiry, import.name()) && !is_known(import.name());
        return !import.name().contains('.') && is_misspelt && exists(inquiry, name);
    }
    let modules = inquiry.project.modules();
    let Some(module) = import.absolute_module(parsed.source.file(), modules) else {
        return false;
    };
    let has_wrong = inquiry.exports(&module, import.name()).await;
    let has_right = inquiry.exports(&module, name).await;
    has_wrong == Some(false) && has_right == Some(true)
}

fn exists(inquiry: &Inquiry<'_>, module: &str) -> bool {
    inquiry.is_foreign_module(module) || inquiry.project.modules().has(module)
}
