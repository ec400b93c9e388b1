//! Any bytes, cut anywhere, read by all parsers.

#![no_main]

#[path = "../checks.rs"]
mod checks;

libfuzzer_sys::fuzz_target!(|input: &[u8]| checks::pipeline(input));
