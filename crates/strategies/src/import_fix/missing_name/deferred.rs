//! A name that only type checkers import, in an annotation that Python evaluates: the file lost its
//! `from __future__ import annotations`.

use ruff_python_ast::{AnyParameterRef, Expr, Stmt};
use ruff_text_size::{Ranged, TextRange};
use unbreak_core::{DeterminedBy, FixError};

use super::MissingName;
use crate::offer::Offer;
use crate::python::classes::last_name;
use crate::python::imports::{Wanted, imported, of_statement};
use crate::weights::confidence;

const FUTURE: &str = "__future__";
const ANNOTATIONS: &str = "annotations";

impl MissingName<'_> {
    /// The import that leaves annotations unevaluated (PEP 563), if the name is imported under `if TYPE_CHECKING:` and
    /// stands only in annotations.
    pub(super) fn deferred(&self) -> Result<Option<Offer>, FixError> {
        let source = &self.parsed.source;
        let imports = imported(source);
        let is_deferred = imports
            .iter()
            .any(|import| import.from == Some(FUTURE) && import.name() == ANNOTATIONS);
        if is_deferred || !self.is_imported_for_checkers() || !self.is_only_annotation() {
            return Ok(None);
        }
        let wanted = Wanted::member(FUTURE, ANNOTATIONS);
        Ok(Some(Offer {
            rule: crate::rule::python::undefined_name::IMPORT,
            title: wanted.to_string(),
            reason: format!(
                "'{}' is imported under `if TYPE_CHECKING:` and stands only in annotations",
                self.name
            ),
            confidence: confidence::only(),
            evidence: DeterminedBy::Resolution.into(),
            edits: vec![self.inquiry.add_import(source, &wanted)?],
        }))
    }

    fn is_imported_for_checkers(&self) -> bool {
        let is_flag = |test: &Expr| last_name(test) == Some("TYPE_CHECKING");
        let branches = self.parsed.source.body().iter().filter_map(Stmt::as_if_stmt);
        let mut inner = branches
            .filter(|branch| is_flag(&branch.test))
            .flat_map(|branch| &branch.body);
        inner.any(|statement| {
            of_statement(statement)
                .iter()
                .any(|import| import.bound() == self.name)
        })
    }

    fn is_only_annotation(&self) -> bool {
        let mut annotations: Vec<TextRange> = Vec::new();
        self.parsed.source.each_statement(|statement| match statement {
            Stmt::FunctionDef(function) => {
                let of_parameters = function.parameters.iter().filter_map(AnyParameterRef::annotation);
                let all = of_parameters.chain(function.returns.as_deref());
                annotations.extend(all.map(Ranged::range));
            }
            Stmt::AnnAssign(assigned) => annotations.push(assigned.annotation.range()),
            _ => {}
        });
        let all = self.parsed.scopes.references().iter();
        let mut own = all.filter(|use_| use_.name == self.name).peekable();
        let is_annotation = |range: TextRange| annotations.iter().any(|outer| outer.contains_range(range));
        own.peek().is_some() && own.all(|use_| is_annotation(use_.range))
    }
}
