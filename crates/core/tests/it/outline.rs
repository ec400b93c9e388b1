//! Outlines of documents.

use proptest::prelude::*;
use serde_json::{Value, json};
use unbreak_core::parser::Outline;

fn outline(document: &Value) -> Outline {
    Outline::of(&document.to_string()).expect("it is JSON")
}

#[test]
fn a_path_is_there_or_not() {
    let document = json!({
        "results": [{"file": "a", "places": [{"line": 3}]}, {"code": 7}],
        "by_name": {"a": {"x": 1}, "b": {"y": null}},
    });
    let outline = outline(&document);
    for path in [
        "",
        "results",
        "results.*.file",
        "results.*.code",
        "results.0.places.0.line",
        "by_name.*.y",
        "*.*.x",
    ] {
        assert!(outline.may_have(path), "{path}");
    }
    for path in [
        "file",
        "results.file",
        "results.*.line",
        "by_name.c",
        "by_name.a.y",
        "*.line",
    ] {
        assert!(!outline.may_have(path), "{path}");
    }
}

#[test]
fn a_table_is_no_more_than_its_values() {
    let table: serde_json::Map<String, Value> = (0..10_000)
        .map(|number| {
            (
                format!("name {number}"),
                json!({"version": number, "of": {"x": 1}}),
            )
        })
        .collect();
    let outline = outline(&Value::Object(table));
    assert!(outline.may_have("name 9999.of.x"));
    assert!(outline.may_have("*.version"));
    assert!(!outline.may_have("*.message"));
    assert!(format!("{outline:?}").len() < 64 * 1024, "it stays small");
}

#[test]
fn what_there_is_no_room_for_may_be_anything() {
    let wide = |inner: &Value| Value::Object((0..20).map(|key| (key.to_string(), inner.clone())).collect());
    let outline = outline(&wide(&wide(&wide(&json!(1)))));
    assert!(outline.may_have("19.19.19"));
    assert!(format!("{outline:?}").len() < 1024 * 1024, "it stays small");
}

#[test]
fn what_is_no_json_has_none() {
    for text in ["", "{", "{\"a\": 1} x", "[1,]", "[1e999]", "[\"\\ud800\"]"] {
        assert!(Outline::of(text).is_none(), "{text}");
    }
}

/// A document, not very deep.
fn document() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(json!(null)),
        any::<u8>().prop_map(|n| json!(n)),
        Just(json!("text"))
    ];
    leaf.prop_recursive(4, 40, 6, |inner| {
        let list = proptest::collection::vec(inner.clone(), 0..6).prop_map(Value::Array);
        let object = proptest::collection::vec(("[abc]", inner), 0..6)
            .prop_map(|fields| Value::Object(fields.into_iter().collect()));
        prop_oneof![list, object]
    })
}

/// Every path of the document.
fn paths(value: &Value, before: &str, found: &mut Vec<String>) {
    found.push(before.to_owned());
    let mut go_on = |key: &str, inner: &Value| {
        for key in [key, "*"] {
            let path = if before.is_empty() {
                key.to_owned()
            } else {
                format!("{before}.{key}")
            };
            paths(inner, &path, found);
        }
    };
    match value {
        Value::Array(items) => {
            let items = items.iter().enumerate();
            items.for_each(|(at, item)| go_on(&at.to_string(), item));
        }
        Value::Object(fields) => fields.iter().for_each(|(key, inner)| go_on(key, inner)),
        _ => {}
    }
}

proptest! {
    #[test]
    fn nothing_that_is_there_is_denied(document in document()) {
        let mut there = Vec::new();
        paths(&document, "", &mut there);
        let outline = outline(&document);
        for path in there {
            prop_assert!(outline.may_have(&path), "{} in {}", path, document);
        }
    }
}
