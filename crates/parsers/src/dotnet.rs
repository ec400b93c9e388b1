//! .NET: MSBuild and the compilers it runs, test runs, exceptions.

mod analysis;
mod msbuild;
mod results;
mod test;
mod trace;
