//! The compiler's warnings as evidence against a repair that compiles.

use crate::mend::Cost;

/// The cost of a warning by its flag. Flags that are not listed say nothing about a repair.
const WARNINGS: &[(&str, Cost)] = &[
    ("-Wformat", 3),
    ("-Wformat-extra-args", 3),
    ("-Wunused-value", 5),
    ("-Wmisleading-indentation", 3),
    ("-Wimplicit-function-declaration", 4),
    ("-Wimplicit-int", 4),
    ("-Wint-conversion", 5),
    ("-Wincompatible-pointer-types", 4),
    ("-Wunused-variable", 2),
    ("-Wunused-but-set-variable", 1),
    ("-Wunused-parameter", 1),
    ("-Wunused-label", 3),
    ("-Wempty-body", 3),
    ("-Wdangling-else", 1),
    ("-Wparentheses", 1),
    ("-Wsequence-point", 1),
    ("-Wtautological-compare", 4),
    ("-Wbool-compare", 2),
    ("-Wlogical-not-parentheses", 2),
    ("-Wpointer-integer-compare", 4),
    ("-Wint-in-bool-context", 1),
    ("-Waddress", 4),
    ("-Wreturn-type", 2),
    ("-Wreturn-mismatch", 2),
    ("-Wmultichar", 3),
    ("-Woverflow", 3),
    ("-Wdiv-by-zero", 3),
    ("-Wuninitialized", 2),
    ("-Wchar-subscripts", 1),
    ("-Wswitch-unreachable", 3),
    ("-Wtype-limits", 2),
];

/// Points for unlisted warnings that gcc enables by default.
const UNASKED: Cost = 3;

/// The total cost of a report's warnings.
pub(super) fn of(warnings: &[(String, usize, String)]) -> Cost {
    warnings.iter().map(|(flag, ..)| weight(flag)).sum()
}

fn weight(flag: &str) -> Cost {
    if flag.is_empty() {
        return UNASKED;
    }
    let known = WARNINGS.iter().find(|(known, _)| *known == flag);
    known.map_or(0, |(_, cost)| *cost)
}
