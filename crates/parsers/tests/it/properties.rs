//! Properties of every output.

use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use proptest::prelude::*;
use unbreak_parsers::{Parsed, Pipeline};

use crate::cases;

static PIPELINE: LazyLock<Pipeline> = LazyLock::new(cases::pipeline);

/// Lines of every captured output, to make new outputs of.
static LINES: LazyLock<Vec<Vec<u8>>> = LazyLock::new(|| {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    let outputs = cases::files(&root, "txt")
        .into_iter()
        .map(|path| fs::read(path).expect("a readable case"));
    outputs
        .flat_map(|output| {
            output
                .split_inclusive(|byte| *byte == b'\n')
                .map(<[u8]>::to_vec)
                .collect::<Vec<_>>()
        })
        .collect()
});

/// Runs of lines from real outputs, with noise between them.
fn mixed_output() -> impl Strategy<Value = Vec<u8>> {
    let run = (0..LINES.len(), 1..40_usize).prop_map(|(start, count)| {
        LINES[start..]
            .iter()
            .take(count)
            .flatten()
            .copied()
            .collect::<Vec<u8>>()
    });
    let noise = prop::collection::vec(any::<u8>(), 0..40);
    prop::collection::vec(prop_oneof![4 => run, 1 => noise], 0..12).prop_map(|parts| parts.concat())
}

fn parse_in(output: &[u8], sizes: &[usize]) -> Parsed {
    let mut parse = PIPELINE.start();
    let mut rest = output;
    for size in sizes.iter().cycle() {
        if rest.is_empty() {
            break;
        }
        let (chunk, after) = rest.split_at((*size).min(rest.len()));
        parse.feed(chunk);
        rest = after;
    }
    parse.finish(None)
}

/// A quarter of the usual number of cases, which are long here; `PROPTEST_CASES` scales it.
fn config() -> ProptestConfig {
    let usual = ProptestConfig::default();
    ProptestConfig {
        cases: (usual.cases / 4).max(1),
        ..usual
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn chunks_make_no_difference(output in mixed_output(), sizes in prop::collection::vec(1..200_usize, 1..6)) {
        let whole = PIPELINE.parse(&output, None);
        prop_assert_eq!(parse_in(&output, &sizes), whole);
    }

    #[test]
    fn any_bytes_are_parsed_and_ranges_lie_within(output in prop::collection::vec(any::<u8>(), 0..2000)) {
        let parsed = PIPELINE.parse(&output, None);
        prop_assert_eq!(parsed.bytes, output.len() as u64);
        prop_assert!(parsed.problems.is_empty(), "{:?}", parsed.problems);
    }

    #[test]
    fn no_parser_panics_and_ranges_lie_within(output in mixed_output()) {
        let parsed = PIPELINE.parse(&output, None);
        let panics: Vec<_> = parsed.problems.iter().filter(|problem| problem.message.contains("panicked")).collect();
        prop_assert!(panics.is_empty(), "{panics:?}");
        for diagnostic in &parsed.diagnostics {
            let range = diagnostic.output;
            prop_assert!(range.start <= range.end && range.end <= parsed.bytes, "{diagnostic:?}");
        }
    }
}
