//! .NET: MSBuild and the compilers it runs, test runs, exceptions.

#[cfg(feature = "dotnet-analysis")]
mod analysis;
#[cfg(feature = "fsharplint")]
mod fsharplint;
#[cfg(feature = "msbuild")]
mod msbuild;
#[cfg(feature = "nunit")]
mod nunit;
#[cfg(feature = "dotnet-results")]
mod results;
#[cfg(feature = "dotnet-test")]
mod test;
#[cfg(feature = "dotnet-trace")]
mod trace;
#[cfg(feature = "unity-player")]
mod unity_player;
#[cfg(feature = "xunit-console")]
mod xunit_console;

use std::borrow::Cow;

/// The languages of this family.
const LANGUAGES: &[Cow<'static, str>] = &[
    Cow::Borrowed("c#"),
    Cow::Borrowed("f#"),
    Cow::Borrowed("visual basic"),
];
