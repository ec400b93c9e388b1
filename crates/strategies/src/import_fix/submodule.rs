//! `module 'xml' has no attribute 'etree'`: a package does not load its modules by itself.

use unbreak_core::{DeterminedBy, FixError};

use crate::offer::Offer;
use crate::python::imports::Wanted;
use crate::python::inquiry::Inquiry;
use crate::python::project::Parsed;
use crate::weights::confidence;

/// The import of a module that is reached as an attribute of its package.
pub(super) async fn offers(
    inquiry: &Inquiry<'_>,
    parsed: &Parsed,
    package: &str,
    attribute: &str,
) -> Result<Vec<Offer>, FixError> {
    let project = &inquiry.project;
    let is_module = if project.modules().has(package) {
        project
            .modules()
            .children(package)
            .any(|child| child == attribute)
    } else {
        let subject = inquiry.subject(package).await;
        subject.is_some_and(|subject| subject.submodules.contains(attribute))
    };
    if !is_module {
        return Ok(Vec::new());
    }
    let wanted = Wanted::module(format!("{package}.{attribute}"));
    Ok(vec![Offer {
        rule: crate::rule::python::unknown_member::SUBMODULE,
        title: wanted.to_string(),
        reason: format!("'{attribute}' is a module in '{package}' that must be imported itself"),
        confidence: confidence::only(),
        evidence: DeterminedBy::Resolution.into(),
        edits: vec![inquiry.add_import(&parsed.source, &wanted)?],
    }])
}
