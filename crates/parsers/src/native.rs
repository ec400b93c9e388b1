//! Compilers, linkers, builders, test runners and checkers of C, C++, Objective-C and Fortran.

#[cfg(feature = "gcc")]
mod gcc;

use std::borrow::Cow;

/// The languages of this family.
const LANGUAGES: &[Cow<'static, str>] = &[
    Cow::Borrowed("c"),
    Cow::Borrowed("c++"),
    Cow::Borrowed("objective-c"),
];
