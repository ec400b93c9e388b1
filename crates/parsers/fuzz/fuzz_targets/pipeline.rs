//! Any bytes, cut anywhere, read by all parsers.

#![no_main]

#[path = "../checks.rs"]
#[expect(dead_code, reason = "each target needs one of the checks")]
mod checks;

libfuzzer_sys::fuzz_target!(|input: &[u8]| {
    checks::pipeline(input);
});
