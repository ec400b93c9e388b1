//! JSON and XML in the stream.

use crate::probe::{Probe, echo, heard};

/// The reading of an output by a parser with the trigger `"key"` (or `<case`).
fn read(output: &str) -> Vec<String> {
    heard([Probe::new("p", &["\"key\"", "<case"], echo)], output)
}

#[test]
fn a_document_is_read_as_a_whole() {
    assert_eq!(read("before\n{\"key\": 1}\nafter\n"), [r#"p: json {"key":1}"#]);
    assert_eq!(
        read("{\n  \"key\": [\n    1\n  ]\n}\n"),
        [r#"p: json {"key":[1]}"#]
    );
    assert_eq!(
        read("[\n{\"key\": \"}\\\"]\"}\n]"),
        [r#"p: json [{"key":"}\"]"}]"#]
    );
}

#[test]
fn lines_of_json_are_documents_each() {
    let found = read("{\"key\":1}\n{\"key\":2}\nnoise\n{\"key\":3}");
    assert_eq!(
        found,
        [
            r#"p: json {"key":1}"#,
            r#"p: json {"key":2}"#,
            r#"p: json {"key":3}"#
        ]
    );
}

#[test]
fn prefixes_and_colours_are_no_part_of_a_document() {
    let found = read(
        "2024-05-22T12:43:46Z {\n2024-05-22T12:43:46Z \u{1b}[32m\"key\"\u{1b}[0m: 1\n2024-05-22T12:43:46Z }\n",
    );
    assert_eq!(found, [r#"p: json {"key":1}"#]);
}

#[test]
fn an_unreadable_document_belongs_to_no_parser() {
    let found = heard([Probe::new("p", &["error"], echo)], "{\"other\": \"x\"}\nerror\n");
    assert_eq!(found, ["p: error"]);
}

#[test]
fn what_is_no_document_is_lines() {
    assert_eq!(read("{\n\"key\" and more\n}\n"), ["p: \"key\" and more"]);
    assert_eq!(read("{\"key\": \n"), ["p: {\"key\": "], "cut off");
    assert_eq!(read("{\"key\": 01x}\n"), ["p: {\"key\": 01x}"], "not valid");
    assert_eq!(read("{\"key\": 1} trailing\n"), ["p: {\"key\": 1} trailing"]);
    assert_eq!(read("[INFO] \"key\"\n"), ["p: [INFO] \"key\""]);
}

#[test]
fn a_document_within_a_failed_one_is_found() {
    assert_eq!(read("{\n{\"key\": 1}\n"), [r#"p: json {"key":1}"#]);
}

#[test]
fn text_may_follow_a_document_of_several_lines() {
    assert_eq!(
        read("{\n\"key\": 1\n}then \"key\"\n"),
        [r#"p: json {"key":1}"#, "p: then \"key\""]
    );
}

#[test]
fn an_xml_document_ends_with_its_root() {
    let found = read(
        "<?xml version=\"1.0\"?>\n<suite>\n<!-- </suite> -->\n<case a='>'/><![CDATA[</suite>]]>\n</suite>\n<case>\n",
    );
    assert_eq!(
        found,
        [
            "p: xml <?xml version=\"1.0\"?>\n<suite>\n<!-- </suite> -->\n<case a='>'/><![CDATA[</suite>]]>\n</suite>",
            "p: <case>"
        ]
    );
}

#[test]
fn a_nested_root_name_does_not_end_the_document() {
    let text = "<testsuite>\n<testsuite><case/></testsuite>\n</testsuite>";
    assert_eq!(read(&format!("{text}\n")), [format!("p: xml {text}")]);
}

#[test]
fn a_long_document_that_is_not_a_report_belongs_to_no_parser() {
    // Parsers are not asked for what they cannot read, and those that can are.
    let entry = r#"{"file": "src/a.x", "level": "error", "endLine": 3, "text": ": [\"", "path": "a.py:3:1"}"#;
    let list = format!("[{}{entry}]\n", format!("{entry},\n").repeat(8 * 1024));
    let line = "src/a.c:3:5: error: 'x' undeclared\n";
    let registry = unbreak_core::Registry::builder().with_linked().build().unwrap();
    let pipeline = unbreak_parsers::Pipeline::of(&registry);
    let found = pipeline
        .parse(format!("{list}{line}").as_bytes(), None)
        .diagnostics;
    assert_eq!(found.len(), 1, "{found:?}");

    let finding = r#"{"filename": "a.ts", "line": 3}"#;
    let read = format!("[{}{finding}]", format!("{finding},\n").repeat(16 * 1024));
    let heard = heard([Probe::new("p", &["\"line\""], echo)], &read);
    assert_eq!(heard.len(), 1, "who may read anything is asked");
}
