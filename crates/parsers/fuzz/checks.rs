//! Properties of any bytes. The fuzz targets search for bytes that violate them; the tests check
//! the bytes that were found before.

use std::collections::BTreeSet;
use std::sync::{Arc, LazyLock};

use unbreak_core::{ErrorParser, Registry};
use unbreak_parsers::Grammar;
use unbreak_parsers::declarative::{from_errorformat, from_vscode};
use unbreak_parsers::{Parsed, Pipeline};

static ALL: LazyLock<Pipeline> = LazyLock::new(|| {
    let registry = Registry::builder().with_linked().build().expect("unique ids");
    Pipeline::new(registry.parsers().cloned())
});

/// The parsers that found something.
pub(crate) type Seen = BTreeSet<String>;

/// Any output, read by all parsers. The first byte says how it is cut into chunks.
///
/// # Panics
/// When something does not hold.
pub(crate) fn pipeline(input: &[u8]) -> Seen {
    match input.split_first() {
        Some((size, output)) => check(&ALL, output, usize::from(*size) + 1),
        None => Seen::new(),
    }
}

/// Any file of a declarative parser, or of an editor's, and an output for what it defines. The first byte
/// says which kind of file; a NUL ends it.
///
/// # Panics
/// When something does not hold.
pub(crate) fn declarative(input: &[u8]) -> Seen {
    let Some((kind, rest)) = input.split_first() else {
        return Seen::new();
    };
    let end = rest.iter().position(|byte| *byte == 0).unwrap_or(rest.len());
    let (file, output) = (&rest[..end], rest.get(end + 1..).unwrap_or_default());
    let Ok(file) = std::str::from_utf8(file) else {
        return Seen::new();
    };
    let parsers: Vec<Arc<dyn ErrorParser>> = match kind % 3 {
        0 => Grammar::parse(file).into_iter().map(as_dyn).collect(),
        1 => from_errorformat(file, "fuzzed")
            .into_iter()
            .map(|it| compiled(&it.text))
            .collect(),
        _ => {
            let imported = from_vscode(file, "fuzzed").unwrap_or_default();
            imported.into_iter().map(|it| compiled(&it.text)).collect()
        }
    };
    match parsers.as_slice() {
        [] => Seen::new(),
        _ => check(&Pipeline::new(parsers), output, usize::from(*kind) + 1),
    }
}

/// The output of an import is a declarative parser.
fn compiled(text: &str) -> Arc<dyn ErrorParser> {
    as_dyn(Grammar::parse(text).unwrap_or_else(|error| panic!("{error} in what an import wrote:\n{text}")))
}

fn as_dyn(parser: Grammar) -> Arc<dyn ErrorParser> {
    Arc::new(parser)
}

/// No parser panics, the cuts make no difference, and ranges are lines of the output.
fn check(pipeline: &Pipeline, output: &[u8], size: usize) -> Seen {
    let whole = pipeline.parse(output, None);
    assert_eq!(whole.bytes, output.len() as u64);
    for problem in &whole.problems {
        assert!(!problem.message.contains("panicked"), "{problem:?}");
    }
    for diagnostic in &whole.diagnostics {
        let range = diagnostic.output;
        assert!(
            range.start <= range.end && range.end <= whole.bytes,
            "{diagnostic:?}"
        );
        let begins = |at: u64| at == 0 || output[at as usize - 1] == b'\n';
        assert!(
            begins(range.start) || range.start == whole.bytes,
            "{diagnostic:?}"
        );
        assert!(begins(range.end) || range.end == whole.bytes, "{diagnostic:?}");
        assert!(diagnostic.location.line != Some(0), "{diagnostic:?}");
        assert!(diagnostic.location.column != Some(0), "{diagnostic:?}");
        assert!(!diagnostic.parser.is_empty(), "{diagnostic:?}");
    }
    assert_eq!(in_chunks(pipeline, output, size), whole);
    whole
        .diagnostics
        .into_iter()
        .map(|diagnostic| diagnostic.parser.to_string())
        .collect()
}

fn in_chunks(pipeline: &Pipeline, output: &[u8], size: usize) -> Parsed {
    let mut parse = pipeline.start();
    let mut taken = Vec::new();
    for chunk in output.chunks(size) {
        parse.feed(chunk);
        taken.extend(parse.take());
    }
    let mut parsed = parse.finish(None);
    taken.append(&mut parsed.diagnostics);
    parsed.diagnostics = taken;
    parsed
}
