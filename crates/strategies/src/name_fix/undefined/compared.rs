//! `total == 0` as a statement: a comparison where an assignment was meant.

use ruff_python_ast::{CmpOp, Expr, Stmt};
use ruff_text_size::{Ranged, TextRange};
use unbreak_core::{DeterminedBy, Edit, FixError};

use crate::offer::Offer;
use crate::python::project::Parsed;
use crate::weights::confidence;

/// Turns the comparison at `range` into an assignment.
pub(in crate::name_fix) fn given(parsed: &Parsed, range: TextRange) -> Result<Option<Offer>, FixError> {
    let source = &parsed.source;
    let mut gap = None;
    source.each_statement(|statement| {
        if let Stmt::Expr(alone) = statement
            && let Expr::Compare(compared) = &*alone.value
            && let ([CmpOp::Eq], [right]) = (&*compared.ops, &*compared.comparators)
            && compared.left.range() == range
        {
            gap = Some(TextRange::new(compared.left.end(), right.start()));
        }
    });
    let Some(gap) = gap else {
        return Ok(None);
    };
    let written = &source.text()[gap.to_std_range()];
    let edits: Vec<Edit> = vec![source.replace(gap, written.replacen("==", "=", 1))?];
    Ok(Some(Offer {
        rule: crate::rule::python::undefined_name::COMPARED,
        title: "write '=' for '=='".to_owned(),
        reason: "the result of the comparison is unused, and nothing else assigns the name".to_owned(),
        confidence: confidence::stated(),
        evidence: DeterminedBy::Resolution.into(),
        edits,
    }))
}
