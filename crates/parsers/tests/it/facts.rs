//! The files of facts, by their own examples, and `docs/facts.md`, which is made of them.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;

use unbreak_core::Fact;
use unbreak_parsers::facts;

const DOCUMENT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/facts.md");
const SOURCE: &str = include_str!("../../../core/src/fact.rs");
const MARK: &str = "<!-- kinds -->\n";

#[test]
fn every_row_reads_its_examples() {
    facts::check().unwrap_or_else(|error| panic!("{error}"));
}

/// The kinds in the order of the source, with what it says of them.
fn kinds() -> Vec<(String, String)> {
    let (_, body) = SOURCE.split_once("pub enum Fact {\n").expect("the enum");
    let (body, _) = body.split_once("\n}\n").expect("its end");
    let mut kinds = Vec::new();
    let mut said = Vec::new();
    for line in body.lines() {
        if let Some(text) = line.strip_prefix("    /// ") {
            said.push(text);
        } else if let Some(name) = line
            .strip_prefix("    ")
            .filter(|it| it.starts_with(char::is_uppercase))
        {
            let name = name.trim_end_matches([' ', '{', ',']);
            kinds.push((kebab(name), said.join(" ")));
            said.clear();
        }
    }
    kinds
}

fn kebab(name: &str) -> String {
    let mut spelled = String::new();
    for c in name.chars() {
        if c.is_uppercase() && !spelled.is_empty() {
            spelled.push('-');
        }
        spelled.extend(c.to_lowercase());
    }
    spelled
}

/// The first example of each kind.
fn examples() -> BTreeMap<String, (String, Fact)> {
    let mut first = BTreeMap::new();
    for (message, fact) in facts::examples().expect("files that can be read") {
        let json = serde_json::to_value(&fact).expect("a fact is JSON");
        let kind = json["kind"].as_str().expect("its kind").to_owned();
        first.entry(kind).or_insert((message, fact));
    }
    first
}

#[test]
fn every_kind_is_made_by_a_row() {
    let named: BTreeSet<String> = kinds().into_iter().map(|(kind, _)| kind).collect();
    let made: BTreeSet<String> = examples().into_keys().collect();
    assert_eq!(named, made);
}

#[test]
fn the_page_lists_every_kind() {
    let examples = examples();
    let mut list = String::new();
    for (kind, said) in kinds() {
        let (message, fact) = &examples[&kind];
        let message = message.replace('\n', " ⏎ ");
        let _ = write!(list, "### `{kind}`\n\n{said}\n\n");
        let json = fact.to_json();
        let _ = write!(list, "```text\n{message}\n```\n\n```json\n{json}\n```\n\n");
    }
    let old = fs::read_to_string(DOCUMENT).expect("the page");
    let (head, _) = old.split_once(MARK).expect("a mark");
    let new = format!("{head}{MARK}\n{}\n", list.trim_end());
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        fs::write(DOCUMENT, &new).expect("a page that can be written");
    } else {
        assert_eq!(old, new, "run this test with UPDATE_EXPECT=1");
    }
}
