//! Pointers that are passed where another is needed, by a convention of C: callbacks that take a pointer to something
//! for `void *`, and addresses of sockets. Compilers only warned of them before gcc 14 and clang 16.
//!
//! Source: <https://gcc.gnu.org/gcc-14/porting_to.html#incompatible-pointer-types>

use unbreak_core::{Confidence, DeterminedBy, Diagnostic, Edit, Fact, Fix, FixError, RelPath, SafetyClass};

use super::empty_parameters::{offset, parameters};
use super::source::Source;
use crate::weights::confidence;

/// Writes the conversion that the compiler made with a warning.
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
    let (kind, is_certain) = match () {
        () if is_socket_address(expected, found) => (expected.trim_start_matches("const "), true),
        () if is_generic(expected, found) => (expected.as_str(), false),
        () => return Ok(None),
    };
    let source = Source::new(text);
    let Some(at) = offset(&source, &diagnostic.location) else {
        return Ok(None);
    };
    let mut value = source.token_at(at);
    if source.word(value) == "=" {
        value += 1;
    }
    let is_part = |at: &usize| source.is_name(*at) || matches!(source.word(*at), "&" | "." | "->");
    let length = (value..).take_while(is_part).count();
    if length == 0 || !matches!(source.word(value + length), ")" | "," | ";" | "}") {
        return Ok(None);
    }
    let written = source.between(value..value + length);
    let because = match is_certain {
        true => "functions of sockets take every kind of address as a 'struct sockaddr'",
        false => {
            "the compiler made this conversion with a warning before; whether the function fits is not checked"
        }
    };
    let fix = Fix::new(
        strategy,
        format!("convert '{written}' to '{kind}'"),
        Confidence::new(confidence::resolved()),
    )
    .by(crate::rule::c::compile::POINTER_CAST)
    .evidence(DeterminedBy::Convention)
    .safety(if is_certain {
        SafetyClass::Safe
    } else {
        SafetyClass::Unsafe
    })
    .because(because)
    .edit(Edit::insert(
        file,
        text,
        source.start(value),
        format!("({kind}) "),
    )?);
    Ok(Some(fix))
}

/// `struct sockaddr *` for the address of a family: `struct sockaddr_in *`.
fn is_socket_address(expected: &str, found: &str) -> bool {
    let wanted = expected.trim_start_matches("const ");
    let given = found
        .trim_start_matches("const ")
        .strip_prefix("struct sockaddr_");
    wanted == "struct sockaddr *" && given.is_some_and(|family| family.ends_with(" *"))
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
