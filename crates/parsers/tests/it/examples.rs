//! Every parser's own examples are true.

use serde_json::Value;
use unbreak_core::Registry;
use unbreak_parsers::Pipeline;

#[test]
fn examples_of_all_parsers_hold() {
    let registry = Registry::builder().with_linked().build().expect("unique ids");
    let pipeline = Pipeline::new(registry.parsers().cloned());
    let mut failures = Vec::new();
    for parser in registry.parsers() {
        let descriptor = parser.descriptor();
        assert!(
            !descriptor.examples.is_empty(),
            "{} shows no example",
            descriptor.id
        );
        assert!(
            descriptor.docs.contains("## What it understands"),
            "{} has no page",
            descriptor.id
        );
        assert!(
            descriptor.docs.contains("## Versions seen"),
            "{} names no versions",
            descriptor.id
        );
        for example in descriptor.examples.iter() {
            let parsed = pipeline.parse(example.input.as_bytes(), None);
            // A parser that panics is left out and named, and then a fallback may give the same.
            assert!(
                parsed.problems.is_empty(),
                "{}: {:?}",
                descriptor.id,
                parsed.problems
            );
            let found = serde_json::to_value(&parsed.diagnostics).expect("diagnostics in JSON");
            let expected: Value = serde_json::from_str(&example.expected).expect("an expectation in JSON");
            let by_it = parsed
                .diagnostics
                .iter()
                .all(|diagnostic| diagnostic.parser == descriptor.id);
            if !by_it || !holds(&expected, &found) {
                failures.push(format!("{}: {}\n{found:#}", descriptor.id, example.title));
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// Returns whether `found` has everything that `expected` has: objects may have more keys, arrays no more items.
pub(crate) fn holds(expected: &Value, found: &Value) -> bool {
    match (expected, found) {
        (Value::Object(expected), Value::Object(found)) => expected
            .iter()
            .all(|(key, value)| found.get(key).is_some_and(|found| holds(value, found))),
        (Value::Array(expected), Value::Array(found)) => {
            expected.len() == found.len() && expected.iter().zip(found).all(|(e, f)| holds(e, f))
        }
        _ => expected == found,
    }
}
