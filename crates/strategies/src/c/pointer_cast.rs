//! Pointers that are passed where another is needed, by a convention of C: callbacks that take a pointer to something
//! for `void *`, and addresses of sockets. Compilers only warned of them before gcc 14 and clang 16.
//!
//! Source: <https://gcc.gnu.org/gcc-14/porting_to.html#incompatible-pointer-types>

use unbreak_core::{DeterminedBy, Diagnostic, Edit, Fact, Fix, FixError, SafetyClass};

use super::Failure;
use super::declarator::parameters;
use super::source::Source;
use crate::rule::c::compile;

/// Writes the conversion that the compiler made with a warning.
pub(super) fn fix(failure: &Failure<'_>) -> Result<Option<Fix>, FixError> {
    let (file, text) = (failure.file, failure.text);
    let Some(Fact::TypeMismatch {
        expected: Some(expected),
        found: Some(found),
        ..
    }) = &failure.diagnostic.fact
    else {
        return Ok(None);
    };
    let (kind, is_certain) = match () {
        () if is_socket_address(expected, found) => (expected.trim_start_matches("const "), true),
        () if is_generic(expected, found) || takes_any(expected, found, failure.others) => {
            (expected.as_str(), false)
        }
        () => return Ok(None),
    };
    let source = Source::new(text);
    let Some(mut value) = source.token_at_place(&failure.diagnostic.location) else {
        return Ok(None);
    };
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
    let fix = failure
        .answer(
            format!("convert '{written}' to '{kind}'"),
            compile::POINTER_CAST,
            DeterminedBy::Convention,
            because,
        )
        .safety(if is_certain {
            SafetyClass::Safe
        } else {
            SafetyClass::Unsafe
        })
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

/// Whether a library means any function by `(void)`: functions of different types are passed for it.
fn takes_any(expected: &str, found: &str, others: &[Diagnostic]) -> bool {
    let is_of_another_type = |other: &Diagnostic| match &other.fact {
        Some(Fact::TypeMismatch {
            expected: Some(wanted),
            found: Some(given),
            ..
        }) => wanted == expected && given != found && result_of(given) == result_of(expected),
        _ => false,
    };
    parameters(expected) == Some("void")
        && result_of(found) == result_of(expected)
        && others.iter().any(is_of_another_type)
}

/// What a pointer to a function returns.
fn result_of(kind: &str) -> Option<&str> {
    Some(kind.split_once("(*)(")?.0.trim())
}

/// Whether two types of functions differ in nothing but `void *` for a pointer to something.
fn is_generic(expected: &str, found: &str) -> bool {
    let (Some(wanted), Some(given)) = (parameters(expected), parameters(found)) else {
        return false;
    };
    let (wanted, given): (Vec<&str>, Vec<&str>) = (wanted.split(", ").collect(), given.split(", ").collect());
    let is_void = |kind: &str| matches!(kind, "void *" | "const void *");
    let fits = |(wanted, given): (&&str, &&str)| {
        wanted == given || is_void(wanted) && given.ends_with('*') || is_void(given) && wanted.ends_with('*')
    };
    result_of(expected) == result_of(found)
        && wanted.len() == given.len()
        && wanted.iter().zip(&given).all(fits)
}
