//! Any file of a declarative parser or an editor, and any output for what it defines.

#![no_main]

#[path = "../checks.rs"]
#[expect(dead_code, reason = "each target needs one of the checks")]
mod checks;

libfuzzer_sys::fuzz_target!(|input: &[u8]| {
    checks::declarative(input);
});
