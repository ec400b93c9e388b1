//! .NET: MSBuild and the compilers it runs, test runs, exceptions.

mod msbuild;
mod test;
mod trace;
