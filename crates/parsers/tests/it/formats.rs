//! The files of the built-in formats.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde_json::{Value, json};
use unbreak_core::{ErrorParser, Registry, Stability};
use unbreak_parsers::{Grammar, Pipeline};

use crate::cases::files;
use crate::examples::holds;

/// Every file with its text.
fn formats() -> Vec<(PathBuf, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("formats");
    let read = |path: PathBuf| {
        let text = fs::read_to_string(&path).expect("a readable file");
        (path, text)
    };
    files(&root, "toml").into_iter().map(read).collect()
}

/// The build script trusts what a user's file is checked for, and what it writes down is what would be read.
#[test]
fn every_built_in_format_is_one_that_a_user_may_write() {
    let registry = Registry::builder().with_linked().build().expect("unique ids");
    for (path, text) in formats() {
        let own = Grammar::parse(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let name = path.file_stem().expect("a name").to_string_lossy();
        let own_descriptor = own.descriptor();
        assert_eq!(own_descriptor.id, name, "{}", path.display());
        let embedded = registry.parser(&name).expect("a registered format");
        let descriptor = embedded.descriptor();
        assert_eq!(own.triggers(), embedded.triggers(), "{name}");
        assert_eq!(own_descriptor.docs, descriptor.docs, "{name}");
        assert_eq!(own_descriptor.summary, descriptor.summary, "{name}");
        assert_eq!(own_descriptor.languages, descriptor.languages, "{name}");
        assert_eq!(own_descriptor.examples, descriptor.examples, "{name}");
        assert_eq!(own_descriptor.stability, descriptor.stability, "{name}");
        assert_eq!(own.priority(), embedded.priority(), "{name}");
    }
}

/// A built-in format that is loaded as a file finds the same as the one that is embedded.
#[test]
fn built_in_formats_hold_their_examples_as_files() {
    let mut failures = String::new();
    for (path, text) in formats() {
        let parser: Arc<dyn ErrorParser> = Arc::new(Grammar::parse(&text).expect("a format"));
        let pipeline = Pipeline::new([Arc::clone(&parser)]);
        for example in parser.descriptor().examples.iter() {
            let found = json!(pipeline.parse(example.input.as_bytes(), None).diagnostics);
            let expected: Value = serde_json::from_str(&example.expected).expect("an expectation");
            if !holds(&expected, &found) {
                let _ = writeln!(failures, "{}: {}\n{found:#}", path.display(), example.title);
            }
        }
    }
    assert!(failures.is_empty(), "{failures}");
}

#[test]
fn every_example_says_where_it_comes_from() {
    let registry = Registry::builder().with_linked().build().expect("unique ids");
    let known = [
        "captured from ",
        "modelled on captured output of ",
        "documented at ",
        "documented by ",
    ];
    for (path, _) in formats() {
        let name = path.file_stem().expect("a name").to_string_lossy();
        let parser = registry.parser(&name).expect("a registered format");
        for example in parser.descriptor().examples.iter() {
            let source = &example.source;
            assert!(
                known.iter().any(|begin| source.starts_with(begin)),
                "{name}: {}: '{source}'",
                example.title
            );
        }
    }
}

/// An untested format takes no line from a tested one, unless its file says so.
#[test]
fn documented_formats_are_asked_after_those_that_were_tried() {
    let registry = Registry::builder().with_linked().build().expect("unique ids");
    let of_tools = registry.parsers().filter(|parser| parser.priority() > -10);
    let tried = of_tools.filter(|parser| parser.descriptor().stability == Stability::Stable);
    let last_tried = tried
        .map(|parser| parser.priority())
        .min()
        .expect("a parser that was tried");
    let formats = formats();
    let silent = formats.iter().filter(|(_, text)| !text.contains("\npriority = "));
    let mut documented = 0;
    for (_, text) in silent {
        let format = Grammar::parse(text).expect("a format");
        if format.descriptor().stability == Stability::Documented {
            documented += 1;
            assert!(format.priority() < last_tried, "{}", format.descriptor().id);
        }
    }
    assert!(documented > 100, "{documented} documented formats");
}
