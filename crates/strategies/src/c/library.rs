//! The standard libraries of C and C++: which header declares what.

use std::collections::HashMap;
use std::sync::LazyLock;

/// Headers of C and the names they declare, each under its usual header: ISO/IEC 9899:2018, clause 7, POSIX.1-2017,
/// and the manual pages of glibc.
const C: &str = include_str!("library.txt");

/// Headers of C++ and the names of `std` they declare: ISO/IEC 14882:2020 and :2023, "Headers" of each clause of the
/// library, with what earlier standards had.
const CPP: &str = include_str!("std_library.txt");

/// Headers of C that C++ has as `<cname>`, whose names are in `std` (ISO/IEC 14882:2020, 16.4.2.3).
const SHARED: &[&str] = &[
    "assert", "ctype", "errno", "fenv", "float", "inttypes", "limits", "locale", "math", "setjmp", "signal",
    "stdarg", "stddef", "stdint", "stdio", "stdlib", "string", "time", "uchar", "wchar", "wctype",
];

static OF_C: LazyLock<HashMap<&str, &str>> = LazyLock::new(|| headers_by_name(C));
static OF_CPP: LazyLock<HashMap<&str, &str>> = LazyLock::new(|| headers_by_name(CPP));

fn headers_by_name(list: &'static str) -> HashMap<&'static str, &'static str> {
    let rows = rows(list);
    rows.flat_map(|(header, names)| names.map(move |name| (name, header)))
        .collect()
}

fn rows(list: &'static str) -> impl Iterator<Item = (&'static str, std::str::SplitWhitespace<'static>)> {
    list.lines().filter_map(|row| {
        let mut words = row.split_whitespace();
        Some((words.next()?, words))
    })
}

/// The header of C that declares a name.
pub(super) fn header_of(name: &str) -> Option<&'static str> {
    OF_C.get(name).copied()
}

/// The header of C++ that declares a name of `std`.
pub(super) fn header_of_std(name: &str) -> Option<String> {
    if let Some(header) = OF_CPP.get(name) {
        return Some((*header).to_owned());
    }
    let of_c = header_of(name)?.strip_suffix(".h")?;
    SHARED.contains(&of_c).then(|| format!("c{of_c}"))
}

/// Every header that is known.
pub(super) fn headers(is_cpp: bool) -> impl Iterator<Item = &'static str> {
    let cpp = rows(CPP).filter(move |_| is_cpp);
    rows(C).chain(cpp).map(|(header, _)| header)
}

/// Names of the library of C that a text with these directives can see.
pub(super) fn names(is_included: impl Fn(&str) -> bool) -> impl Iterator<Item = &'static str> {
    let seen = rows(C).filter(move |(header, _)| is_included(header));
    seen.flat_map(|(_, names)| names)
}
