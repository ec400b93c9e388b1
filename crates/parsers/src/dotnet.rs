//! .NET: MSBuild and the compilers it runs, test runs, exceptions.

mod analysis;
mod msbuild;
mod results;
mod test;
mod trace;

use std::borrow::Cow;

/// The languages of this family.
const LANGUAGES: &[Cow<'static, str>] = &[
    Cow::Borrowed("c#"),
    Cow::Borrowed("f#"),
    Cow::Borrowed("visual basic"),
];
