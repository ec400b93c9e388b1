//! Any bytes, cut anywhere: no parser panics, ranges lie within the output, and the cuts make no difference.

#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use unbreak_core::Registry;
use unbreak_parsers::{Parsed, Pipeline};

static PIPELINE: LazyLock<Pipeline> = LazyLock::new(|| {
    let registry = Registry::builder().with_linked().build().expect("unique ids");
    Pipeline::new(registry.parsers().cloned())
});

fuzz_target!(|input: &[u8]| {
    // The first byte says how large the chunks are; the rest is the output.
    let Some((size, output)) = input.split_first() else {
        return;
    };
    let whole = PIPELINE.parse(output, None);
    assert_eq!(whole.bytes, output.len() as u64);
    for problem in &whole.problems {
        assert!(!problem.message.contains("panicked"), "{problem:?}");
    }
    for diagnostic in &whole.diagnostics {
        let range = diagnostic.output;
        assert!(range.start <= range.end && range.end <= whole.bytes, "{diagnostic:?}");
    }
    assert_eq!(in_chunks(output, usize::from(*size) + 1), whole);
});

fn in_chunks(output: &[u8], size: usize) -> Parsed {
    let mut parse = PIPELINE.start();
    output.chunks(size).for_each(|chunk| parse.feed(chunk));
    parse.finish(None)
}
