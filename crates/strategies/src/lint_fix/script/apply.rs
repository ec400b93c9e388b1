//! `prefer-spread`: `f.apply(null, args)` and `o.f.apply(o, args)` as a call.

use tree_sitter::Node;
use unbreak_core::{Edit, FixError, SafetyClass};

use super::{Rule, Spot, children};

pub(super) static RULE: Rule = Rule {
    id: crate::rule::script::lint::APPLY,
    codes: &["prefer-spread"],
    title: "spread the arguments",
    safety: SafetyClass::Unsafe,
    mend,
};

fn mend(spot: &Spot<'_>) -> Result<Vec<Edit>, FixError> {
    let Some(call) = spot.around("call_expression") else {
        return Ok(Vec::new());
    };
    let function = call.child_by_field_name("function");
    let arguments = call.child_by_field_name("arguments");
    let (Some(function), Some(arguments)) = (function, arguments) else {
        return Ok(Vec::new());
    };
    let passed = children(arguments);
    let (Some(callee), [this, values]) = (function.child_by_field_name("object"), passed.as_slice()) else {
        return Ok(Vec::new());
    };
    if !is_bound(spot, callee, *this) {
        return Ok(Vec::new());
    }
    let values = spot.slice(*values);
    let spread = if values.contains(' ') {
        format!("...({values})")
    } else {
        format!("...{values}")
    };
    let end = call.end_byte();
    Ok(vec![spot.replace(callee.end_byte()..end, format!("({spread})"))?])
}

/// Returns whether a call has the same `this` without `apply`.
fn is_bound(spot: &Spot<'_>, callee: Node<'_>, this: Node<'_>) -> bool {
    let this = spot.slice(this);
    match callee.child_by_field_name("object") {
        Some(object) => spot.slice(object) == this,
        None => matches!(this, "null" | "undefined" | "void 0"),
    }
}
