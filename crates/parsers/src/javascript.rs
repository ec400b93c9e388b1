//! JavaScript and TypeScript: compilers, linters, test runners, bundlers, package managers and Node.

#[cfg(feature = "ava")]
mod ava;
#[cfg(feature = "babel")]
mod babel;
#[cfg(feature = "biome")]
mod biome;
#[cfg(feature = "bun")]
mod bun;
#[cfg(feature = "closure")]
mod closure;
#[cfg(feature = "coffeelint")]
mod coffeelint;
#[cfg(feature = "cucumber-js")]
mod cucumber_js;
#[cfg(feature = "deno")]
mod deno;
#[cfg(feature = "dprint")]
mod dprint;
#[cfg(feature = "esbuild")]
mod esbuild;
#[cfg(feature = "eslint")]
mod eslint;
#[cfg(feature = "eslint-compact")]
mod eslint_compact;
#[cfg(feature = "fecs")]
mod fecs;
#[cfg(feature = "flow")]
mod flow;
#[cfg(feature = "graphql-codegen")]
mod graphql_codegen;
#[cfg(feature = "grunt")]
mod grunt;
#[cfg(feature = "jasmine")]
mod jasmine;
#[cfg(feature = "jest")]
mod jest;
#[cfg(feature = "jscs")]
mod jscs;
#[cfg(feature = "jshint")]
mod jshint;
#[cfg(feature = "jslint")]
mod jslint;
#[cfg(feature = "karma")]
mod karma;
#[cfg(feature = "knip")]
mod knip;
#[cfg(feature = "mocha")]
mod mocha;
#[cfg(feature = "module-graph")]
mod module_graph;
#[cfg(feature = "next")]
mod next;
#[cfg(feature = "node")]
mod node;
#[cfg(feature = "node-test")]
mod node_test;
#[cfg(feature = "npm")]
mod npm;
#[cfg(feature = "npm-audit")]
mod npm_audit;
#[cfg(feature = "oxlint")]
mod oxlint;
#[cfg(feature = "parcel")]
mod parcel;
#[cfg(feature = "playwright")]
mod playwright;
#[cfg(feature = "postcss")]
mod postcss;
#[cfg(feature = "prettier")]
mod prettier;
#[cfg(feature = "quick-lint-js")]
mod quick_lint_js;
#[cfg(feature = "rolldown")]
mod rolldown;
#[cfg(feature = "rollup")]
mod rollup;
#[cfg(feature = "rspack")]
mod rspack;
#[cfg(feature = "spidermonkey")]
mod spidermonkey;
#[cfg(feature = "standard")]
mod standard;
#[cfg(feature = "svelte-check")]
mod svelte_check;
#[cfg(feature = "testcafe")]
mod testcafe;
#[cfg(feature = "_thrown")]
mod thrown;
#[cfg(feature = "_thrown")]
mod transform;
#[cfg(feature = "tsc")]
mod tsc;
#[cfg(feature = "tslint")]
mod tslint;
#[cfg(feature = "uvu")]
mod uvu;
#[cfg(feature = "vitest")]
mod vitest;
#[cfg(feature = "webpack")]
mod webpack;

use std::borrow::Cow;

/// The languages of this family.
const LANGUAGES: &[Cow<'static, str>] = &[Cow::Borrowed("javascript"), Cow::Borrowed("typescript")];
