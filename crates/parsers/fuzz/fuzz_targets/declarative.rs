//! Any file of a declarative parser or an editor, and any output for what it defines.

#![no_main]

#[path = "../checks.rs"]
mod checks;

libfuzzer_sys::fuzz_target!(|input: &[u8]| checks::declarative(input));
