//! JavaScript and TypeScript: compilers, linters, test runners, bundlers, package managers and Node.

mod ava;
mod cucumber_js;
mod esbuild;
mod eslint;
mod jasmine;
mod jest;
mod jscs;
mod mocha;
mod node;
mod node_test;
mod npm;
mod playwright;
mod thrown;
mod transform;
mod tsc;
mod vitest;
