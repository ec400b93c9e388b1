//! JavaScript and TypeScript: compilers, linters, test runners, bundlers, package managers and Node.

#[cfg(feature = "esbuild")]
mod esbuild;
#[cfg(feature = "eslint")]
mod eslint;
#[cfg(feature = "jest")]
mod jest;
#[cfg(feature = "mocha")]
mod mocha;
#[cfg(feature = "node")]
mod node;
#[cfg(feature = "node-test")]
mod node_test;
#[cfg(feature = "npm")]
mod npm;
#[cfg(feature = "prettier")]
mod prettier;
#[cfg(feature = "_thrown")]
mod thrown;
#[cfg(feature = "tsc")]
mod tsc;
#[cfg(feature = "vitest")]
mod vitest;

use std::borrow::Cow;

/// The languages of this family.
const LANGUAGES: &[Cow<'static, str>] = &[Cow::Borrowed("javascript"), Cow::Borrowed("typescript")];
