//! Functions that are passed where a pointer to a function with other pointers as parameters is needed. Compilers
//! warned of it before gcc 14 and clang 16.
//!
//! Source: <https://gcc.gnu.org/gcc-14/porting_to.html#incompatible-pointer-types>

use unbreak_core::{Confidence, DeterminedBy, Diagnostic, Edit, Fact, Fix, FixError, RelPath, SafetyClass};

use super::empty_parameters::{offset, parameters};
use super::source::Source;
use crate::weights::confidence;

/// Writes the conversion that the compiler made with a warning, where as many parameters are needed as there are, and
/// those that differ are `void *` on one side and a pointer to something on the other; or where a library asks for
/// `(void)` and means any function.
pub(super) fn fix(
    strategy: &str,
    file: &RelPath,
    text: &str,
    diagnostic: &Diagnostic,
) -> Result<Option<Fix>, FixError> {
    let Some(Fact::TypeMismatch {
        expected: Some(expected),
        found: Some(found),
        ..
    }) = &diagnostic.fact
    else {
        return Ok(None);
    };
    let source = Source::new(text);
    let Some(at) = offset(&source, &diagnostic.location) else {
        return Ok(None);
    };
    let mut value = source.token_at(at);
    if source.word(value) == "=" {
        value += 1;
    }
    let named = value + usize::from(source.word(value) == "&");
    let is_value = source.is_name(named) && matches!(source.word(named + 1), ")" | "," | ";" | "}");
    if !is_value || !is_generic(expected, found) {
        return Ok(None);
    }
    let name = source.word(named);
    let fix = Fix::new(
        strategy,
        format!("convert '{name}' to '{expected}'"),
        Confidence::new(confidence::resolved()),
    )
    .by(crate::rule::c::compile::CALLBACK_CAST)
    .evidence(DeterminedBy::Convention)
    .safety(SafetyClass::Unsafe)
    .because(
        "the compiler made this conversion with a warning before; whether the function fits is not checked",
    )
    .edit(Edit::insert(
        file,
        text,
        source.start(value),
        format!("({expected}) "),
    )?);
    Ok(Some(fix))
}

/// Whether two types of functions differ in nothing but `void *` for a pointer to something, or in that one says
/// nothing about the parameters.
fn is_generic(expected: &str, found: &str) -> bool {
    let result = |kind: &str| {
        kind.split_once("(*)(")
            .map(|(result, _)| result.trim().to_owned())
    };
    let (Some(wanted), Some(given)) = (parameters(expected), parameters(found)) else {
        return false;
    };
    let (wanted, given): (Vec<&str>, Vec<&str>) = (wanted.split(", ").collect(), given.split(", ").collect());
    let is_void = |kind: &str| matches!(kind, "void *" | "const void *");
    let fits = |(wanted, given): (&&str, &&str)| {
        wanted == given || is_void(wanted) && given.ends_with('*') || is_void(given) && wanted.ends_with('*')
    };
    let is_any = wanted == ["void"];
    let are_alike = wanted.len() == given.len() && wanted.iter().zip(&given).all(fits);
    result(expected) == result(found) && (is_any || are_alike)
}
