//! A variable whose address a function of the library takes, and that has another type than the function writes:
//! `size_t length; accept(s, address, &length)`, where a `socklen_t` is needed.
//!
//! Source: <https://gcc.gnu.org/gcc-14/porting_to.html#incompatible-pointer-types>

use std::ops::Range;

use unbreak_core::{DeterminedBy, Edit, Fact, Fix, FixError, SafetyClass};

use super::Failure;
use super::source::Source;
use super::symbols::{Role, Symbols, end_of_statement};
use crate::lines::indentation;
use crate::rule::c::compile;

/// Declares the variable with the type that is needed.
pub(super) fn fix(failure: &Failure<'_>) -> Result<Option<Fix>, FixError> {
    let (file, text) = (failure.file, failure.text);
    let Some(Fact::TypeMismatch {
        expected: Some(expected),
        found: Some(found),
        argument: Some(_),
        ..
    }) = &failure.diagnostic.fact
    else {
        return Ok(None);
    };
    let (Some(needed), Some(given)) = (pointee(expected), pointee(found)) else {
        return Ok(None);
    };
    // What the library writes there has a name of its own.
    if !needed.ends_with("_t") || !is_integer(given) {
        return Ok(None);
    }
    let source = Source::new(text);
    let Some(place) = source.token_at_place(&failure.diagnostic.location) else {
        return Ok(None);
    };
    let is_address = source.word(place) == "&" && matches!(source.word(place + 2), "," | ")");
    let symbols = Symbols::of(&source);
    let Some(variable) = symbols
        .lookup(source.word(place + 1), place)
        .filter(|_| is_address)
    else {
        return Ok(None);
    };
    let is_own = variable.role == Role::Variable && source.enclosing(variable.token, "{").is_some();
    if !is_own || variable.depth() > 0 || variable.base != given {
        return Ok(None);
    }
    let start = source.statement_start(variable.token);
    let declaration = start..end_of_statement(&source, start);
    let edits = match declared_alone(&source, declaration.clone()) {
        true => {
            let first = declaration.start;
            let old = first..first + given.split(' ').count();
            vec![Edit::replace(file, text, source.span(old), needed)?]
        }
        false => match apart(&source, variable.token, declaration) {
            Some((removed, at, declarator)) => {
                let line = format!("\n{}{needed} {declarator};", blanks(text, at));
                vec![
                    Edit::replace(file, text, removed, "")?,
                    Edit::insert(file, text, at, line)?,
                ]
            }
            None => return Ok(None),
        },
    };
    let name = variable.name;
    let fix = failure
        .answer(
            format!("declare '{name}' as '{needed}', which the function writes"),
            compile::POINTEE,
            DeterminedBy::Resolution,
            "a value of another size would be written beside the variable, or only a part of it",
        )
        // Another type of the same use: only lengths of sockets hold the same values in both.
        .safety(match needed {
            "socklen_t" => SafetyClass::Safe,
            _ => SafetyClass::Unsafe,
        });
    Ok(Some(fix.edits(edits)))
}

/// The type that a pointer points at: `socklen_t` of `socklen_t *`.
fn pointee(pointer: &str) -> Option<&str> {
    let base = pointer.strip_suffix('*')?.trim_end();
    let is_plain = base
        .chars()
        .all(|c| c.is_alphanumeric() || matches!(c, '_' | ' '));
    (is_plain && !base.starts_with("const ")).then_some(base)
}

fn is_integer(kind: &str) -> bool {
    let is_part = |word: &str| matches!(word, "int" | "unsigned" | "long" | "short") || word.ends_with("_t");
    kind.split(' ').all(is_part)
}

/// Whether a declaration has one declarator and begins with its type.
fn declared_alone(source: &Source<'_>, declaration: Range<usize>) -> bool {
    let begins = !matches!(
        source.word(declaration.start),
        "static" | "register" | "const" | "volatile"
    );
    let mut tokens = declaration;
    begins && tokens.all(|at| source.word(at) != "," || source.enclosing(at, "(").is_some())
}

/// The bytes of one of several declarators with its comma, where the declaration ends, and the declarator.
fn apart<'a>(
    source: &Source<'a>,
    name: usize,
    declaration: Range<usize>,
) -> Option<(Range<usize>, usize, &'a str)> {
    let is_end = |at: &usize| matches!(source.word(*at), "," | ";");
    let behind = (name..declaration.end).find(is_end)?;
    let last = (behind..declaration.end).find(|at| source.word(*at) == ";")?;
    let is_plain = (declaration.start..last).all(|at| !matches!(source.word(at), "(" | "{" | "["));
    let removed = match source.word_before(name) {
        "," => source.start(name - 1)..source.start(behind),
        _ if source.word(behind) == "," => source.start(name)..source.start(behind + 1),
        _ => return None,
    };
    let declarator = source.between(name..behind);
    is_plain.then(|| (removed, source.range(last).end, declarator))
}

/// The blanks at the beginning of the line of a byte.
fn blanks(text: &str, at: usize) -> &str {
    let line = &text[text[..at].rfind('\n').map_or(0, |end| end + 1)..];
    &line[..indentation(line)]
}
