//! Where lines went.

use proptest::prelude::*;
use unbreak_core::fix::apply_edits;
use unbreak_core::line_map::Mapped;
use unbreak_core::{Edit, LineMap, RelPath};

use crate::marked::{Marked, marked, numbered};

const FILE: &str = "shop.py";

fn map_of(case: &Marked) -> LineMap {
    let mut map = LineMap::default();
    map.add(&RelPath::new(FILE).unwrap(), &case.source, &case.edits);
    map
}

/// Every line of the text before as where it went (`~` when touched), and the lines after that
/// were touched.
fn story(text: &str) -> (String, Vec<u32>) {
    let case = marked(FILE, text);
    let map = map_of(&case);
    let after = apply_edits(&case.source, &case.edits).unwrap();
    let went = numbered(&case.source).map(|(line, _)| match map.map(FILE, line) {
        Mapped::Moved(line) => line.to_string(),
        Mapped::Touched => "~".to_owned(),
    });
    let touched = numbered(&after).map(|(line, _)| line);
    (
        went.collect::<Vec<_>>().join(" "),
        touched.filter(|&line| map.touches_after(FILE, line)).collect(),
    )
}

#[test]
fn lines_follow_the_edits() {
    let cases: &[(&str, &str, &[u32])] = &[
        ("a\nb\nc\n", "1 2 3", &[]),
        ("⟦→import os\n⟧a\nb\n", "2 3", &[1]),
        ("a\n⟦→x\ny\n⟧b\nc\n", "1 4 5", &[2, 3]),
        ("a\nb\n⟦→c\n⟧", "1 2", &[3]),
        ("a\n⟦b\n→⟧c\n", "1 ~ 2", &[]),
        ("⟦a\nb\n→⟧c\nd\n", "~ ~ 1 2", &[]),
        ("a\n⟦b\n→x\ny\n⟧c\n", "1 ~ 4", &[2, 3]),
        ("a\nx = ⟦totl→total⟧\nc\n", "1 ~ 3", &[2]),
        ("f(a⟦\n→, ⟧b)\nc\n", "~ ~ 2", &[1]),
        ("f(a⟦, →,\n  ⟧b)\nc\n", "~ 3", &[1, 2]),
        ("⟦→import os\n⟧a\n⟦b→B⟧\nc\n⟦→d\n⟧e\n", "2 ~ 4 6", &[1, 3, 5]),
        ("⟦a\n→⟧b\nx⟦y→⟧z\n⟦c\nd\n→e\n⟧f\n", "~ 1 ~ ~ ~ 4", &[2, 3]),
        ("a\nx ⟦y→z⟧ ⟦→w⟧\n⟦→new\n⟧b\n", "1 ~ 4", &[2, 3]),
        ("a⟦→\nb⟧", "~", &[1, 2]),
        ("a\r\n⟦→b\r\n⟧c\r\n", "1 3", &[2]),
    ];
    for (text, went, touched) in cases {
        assert_eq!(story(text), ((*went).to_owned(), touched.to_vec()), "{text}");
    }
}

#[test]
fn the_same_edit_twice_counts_once_and_order_does_not_matter() {
    let mut case = marked(FILE, "⟦→import os\n⟧a\n⟦b→c⟧\n");
    let twice: Vec<Edit> = case.edits.iter().rev().cycle().take(4).cloned().collect();
    case.edits = twice;
    let map = map_of(&case);
    assert_eq!(
        (map.map(FILE, 1), map.map(FILE, 2)),
        (Mapped::Moved(2), Mapped::Touched)
    );
    let written: Vec<&str> = map.replacements_at(FILE, 3).collect();
    assert_eq!(written, ["c"]);
}

#[test]
fn a_file_without_edits_stays_as_it_is() {
    let map = map_of(&marked(FILE, "⟦→x\n⟧a\n"));
    assert_eq!(map.map("other.py", 7), Mapped::Moved(7));
    assert!(!map.touches_after("other.py", 1));
}

/// The fate of a line: lines are inserted before it, or it is replaced.
#[derive(Debug, Clone)]
enum Change {
    Keep,
    Insert(usize),
    Replace(usize),
}

fn changes() -> impl Strategy<Value = Vec<Change>> {
    let change = prop_oneof![
        3 => Just(Change::Keep),
        1 => (1..4_usize).prop_map(Change::Insert),
        1 => (0..4_usize).prop_map(Change::Replace),
    ];
    prop::collection::vec(change, 1..20)
}

proptest! {
    #[test]
    fn whole_lines_go_where_a_comparison_of_the_texts_finds_them(changes in changes()) {
        let file = RelPath::new(FILE).unwrap();
        let old = |index: usize| format!("old {index}\n");
        let source: String = (0..changes.len()).map(old).collect();
        let mut edits = Vec::new();
        let mut at = 0;
        for (index, change) in changes.iter().enumerate() {
            let new = |count: usize| (0..count).map(|n| format!("new {index} {n}\n")).collect::<String>();
            let end = at + old(index).len();
            match change {
                Change::Keep => {}
                Change::Insert(count) => edits.push(Edit::insert(&file, &source, at, new(*count)).unwrap()),
                Change::Replace(count) => edits.push(Edit::replace(&file, &source, at..end, new(*count)).unwrap()),
            }
            at = end;
        }
        let after = apply_edits(&source, &edits).unwrap();
        let mut map = LineMap::default();
        map.add(&file, &source, &edits);
        for (line, text) in numbered(&source) {
            let found = numbered(&after).find(|(_, other)| *other == text);
            let expected = found.map_or(Mapped::Touched, |(line, _)| Mapped::Moved(line));
            prop_assert_eq!(map.map(FILE, line), expected);
        }
        for (line, text) in numbered(&after) {
            prop_assert_eq!(map.touches_after(FILE, line), text.starts_with("new"));
        }
    }
}
