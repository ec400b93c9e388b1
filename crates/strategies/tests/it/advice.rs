//! The advice that `message_fix` reads in messages of real releases: numpy 2.4, pydantic 2.14, SQLAlchemy 2.1, pandas 3.1,
//! CPython 3.11, rustc, gcc, ESLint.

use unbreak_core::{Command, Diagnostic, ErrorType, Fix, Location, SafetyClass, Severity};

use super::case::{propose, strategy};
use super::project::tree;

fn said(message: &str) -> Diagnostic {
    Diagnostic::new(ErrorType::Runtime, Severity::Error, message)
}

/// The first advice, in the words of the candidate.
fn read(message: &str) -> Option<String> {
    let candidate = strategy("message_fix").assess(&said(message))?;
    Some(candidate.description)
}

/// The proposals where a line of a script is nothing but the old name.
fn proposed(message: &str, old: &str) -> Vec<Fix> {
    let tree = tree(&[("main.js", &format!("{old}\n"))]);
    let diagnostic = said(message).at(Location::line("main.js", 1));
    let command = Command::new("node", ["main.js"]);
    propose(
        &*strategy("message_fix"),
        &tree,
        &command,
        &[diagnostic],
        "",
        message,
    )
}

#[test]
fn a_message_names_the_old_and_the_new() {
    for (message, old, new) in [
        (
            "`np.NaN` was removed in the NumPy 2.0 release. Use `np.nan` instead.",
            "np.NaN",
            "np.nan",
        ),
        (
            "`row_stack` alias is deprecated. Use `np.vstack` directly.",
            "row_stack",
            "np.vstack",
        ),
        ("`regex` is removed. use `pattern` instead", "regex", "pattern"),
        ("`const` is removed, use `Literal` instead", "const", "Literal"),
        (
            "The `parse_obj` method is deprecated; use `model_validate` instead. Deprecated in Pydantic V2.0 to be removed in V3.0.",
            "parse_obj",
            "model_validate",
        ),
        (
            "`BaseSettings` has been moved to the `pydantic-settings` package. See https://x for more details.",
            "BaseSettings",
            "pydantic-settings",
        ),
        (
            "`pydantic:PyObject` has been moved to `pydantic.types:ImportString`. Deprecated in Pydantic V2.0",
            "pydantic:PyObject",
            "pydantic.types:ImportString",
        ),
        (
            "The ``declarative_base()`` function is now available as sqlalchemy.orm.declarative_base(). (deprecated since: 2.0)",
            "declarative_base",
            "sqlalchemy.orm.declarative_base()",
        ),
        (
            "The 'warn' method is deprecated, use 'warning' instead",
            "warn",
            "warning",
        ),
        (
            "currentThread() is deprecated, use current_thread() instead",
            "currentThread",
            "current_thread()",
        ),
        (
            "'M' is no longer supported for offsets. Please use 'ME' instead.",
            "M",
            "ME",
        ),
        (
            "'H' is deprecated and will be removed in a future version. Please use 'h' instead of 'H'.",
            "H",
            "h",
        ),
        (
            "the imp module is deprecated in favour of importlib and slated for removal",
            "imp",
            "importlib",
        ),
        (
            "Using or importing the ABCs from 'collections' instead of from 'collections.abc' is deprecated",
            "collections",
            "collections.abc",
        ),
        (
            "module 'shop' has no attribute 'total'; use `sum_up` instead",
            "total",
            "sum_up",
        ),
        (
            "f() got an unexpected keyword argument 'size', use `figsize` instead",
            "size",
            "figsize",
        ),
        (
            "use of deprecated function `old`: use `new` instead",
            "old",
            "new",
        ),
        ("'gets' is deprecated: use fgets instead", "gets", "fgets"),
        ("Use `Number.isNaN` instead of `isNaN`.", "isNaN", "Number.isNaN"),
    ] {
        let words = format!("write '{new}' for '{old}', as the message says");
        assert_eq!(read(message), Some(words), "{message}");
        let fixes = proposed(message, old);
        let is_plain = |name: &str| name.chars().all(|c| c.is_alphanumeric() || c == '_') && name != "const";
        assert!(
            fixes.len() == 1 || fixes.is_empty() && !(is_plain(old) && is_plain(new)),
            "{fixes:#?}"
        );
        // Of several names, or under a condition, it would not be safe.
        assert!(
            fixes.iter().all(|fix| fix.safety == SafetyClass::Safe),
            "{message}"
        );
    }
}

#[test]
fn a_warning_of_a_name_is_no_advice() {
    for message in [
        "`read_all` was removed; do not use `evaluate` instead of `read_all`",
        "`rows` is deprecated. Never use `rows_unchecked` instead",
        "`total` was removed, you can't use `sum_up` instead",
    ] {
        assert_eq!(read(message), None, "{message}");
    }
}

#[test]
fn a_message_that_asks_for_more_than_a_name_is_not_followed() {
    for message in [
        "`wait_ms` was removed, use `wait` (which takes seconds) instead",
        "'reserve_items' is deprecated: use reserve with the size in bytes instead",
        "`reserve_items` was removed, use `reserve` with the size in bytes instead",
        "`sort_rows` was removed, use `sorted_rows`, which returns a new list, instead",
    ] {
        assert_eq!(read(message), None, "{message}");
    }
}

#[test]
fn advice_under_a_condition_ranks_behind() {
    let message = "module 'numpy' has no attribute 'float'.\n`np.float` was a deprecated alias for the builtin `float`. To avoid this error in existing code, use `float` by itself. Doing this will not modify any behavior and is safe. If you specifically wanted the numpy scalar type, use `np.float64` here.";
    let first = "write 'float' for 'np.float', as the message says";
    assert_eq!(read(message).as_deref(), Some(first));
    let conditional = "`np.float` was removed. If you wanted the scalar type, use `np.float64` instead. Use `np.double` instead.";
    let written = proposed(conditional, "np.float");
    let names: Vec<(&str, SafetyClass)> = written
        .iter()
        .map(|fix| (fix.edits[0].replacement.as_str(), fix.safety))
        .collect();
    assert_eq!(
        names,
        [("double", SafetyClass::Safe), ("float64", SafetyClass::Unsafe)]
    );
}

#[test]
fn each_of_several_names_is_proposed() {
    let message = "`np.find_common_type` was removed. Use `np.promote_types` or `np.result_type` instead.";
    let fixes = proposed(message, "np.find_common_type");
    let names: Vec<&str> = fixes
        .iter()
        .map(|fix| fix.edits[0].replacement.as_str())
        .collect();
    assert_eq!(names, ["promote_types", "result_type"]);
    assert!(
        fixes.iter().all(|fix| fix.safety == SafetyClass::Unsafe),
        "{fixes:#?}"
    );
}

#[test]
fn sentences_without_a_replacement_are_no_advice() {
    for message in [
        "This function is deprecated. Please call randint(1, 1 + 1) instead",
        "name 'pricse' is not defined",
        "numpy.lib.arraysetops is now private. If you are using a public function, look in the main namespace",
        "use it instead",
        "total is no longer used",
        "x is deprecated. Use `warnings.filterwarnings` to silence this.",
        "\"Coroutine\" has no attribute \"total\"; maybe you forgot to use \"await\"?",
    ] {
        assert_eq!(read(message), None, "{message}");
    }
}
