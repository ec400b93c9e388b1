//! Names that a file declares itself.

use super::{Notation, TreeNode};

/// Returns whether a name stands where it is declared: within the field of a declaration, whatever patterns lie
/// between.
pub(super) fn is_declared(notation: &Notation, name: &TreeNode<'_>) -> bool {
    if name.kind() == "shorthand_property_identifier_pattern" {
        return true;
    }
    let mut inner = name.clone();
    while let Some(outer) = inner.parent() {
        let kind = outer.kind();
        for (_, field) in notation.declarations.iter().filter(|(around, _)| *around == kind) {
            if field.is_empty() || outer.field_children(field).any(|it| it.range() == inner.range()) {
                return true;
            }
        }
        let is_pattern =
            kind.contains("pattern") || matches!(kind.as_ref(), "expression_list" | "inferred_parameters");
        if !is_pattern {
            return false;
        }
        inner = outer;
    }
    false
}
