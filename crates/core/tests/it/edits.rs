//! Text edits: what applies, what is refused, what can go together.

use std::ops::Range;

use proptest::prelude::*;
use unbreak_core::fix::apply_edits;
use unbreak_core::{Command, Confidence, Edit, FileOp, Fix, FixError, RelPath};

use crate::marked::marked;

fn file() -> RelPath {
    RelPath::new("shop.py").unwrap()
}

fn edit(source: &str, range: Range<usize>, replacement: &str) -> Edit {
    Edit::replace(&file(), source, range, replacement).unwrap()
}

#[test]
fn edits_change_exactly_what_they_name() {
    let cases = [
        ("nothing", "nothing"),
        ("x = ⟦totl→total⟧", "x = total"),
        ("⟦→import os\n⟧x = ⟦a→b⟧ + ⟦c→⟧d", "import os\nx = b + d"),
        ("⟦whole→⟧", ""),
        ("⟦→text⟧", "text"),
        ("a⟦b→B⟧⟦c→C⟧d", "aBCd"),
        ("⟦→(⟧a⟦→)⟧", "(a)"),
        ("über ⟦straße→weg⟧ 🦀⟦→!⟧", "über weg 🦀!"),
        ("def f(⟦\r\n→⟧x):\r\n", "def f(x):\r\n"),
        ("⟦→a⟧⟦b→c⟧", "ac"),
    ];
    for (text, after) in cases {
        let case = marked("shop.py", text);
        assert_eq!(
            apply_edits(&case.source, &case.edits).as_deref(),
            Ok(after),
            "{text}"
        );
    }
}

#[test]
fn the_order_in_which_edits_are_given_does_not_matter() {
    let mut case = marked("shop.py", "⟦→import os\n⟧x = ⟦a→b⟧ + ⟦c→d⟧");
    case.edits.reverse();
    assert_eq!(
        apply_edits(&case.source, &case.edits).unwrap(),
        "import os\nx = b + d"
    );
}

#[test]
fn identical_edits_count_once() {
    let source = "x = 1\n";
    let import = edit(source, 0..0, "import os\n");
    let name = edit(source, 4..5, "2");
    let edits = [import.clone(), name.clone(), import, name];
    assert_eq!(apply_edits(source, &edits).unwrap(), "import os\nx = 2\n");
}

#[test]
fn whole_lines_inserted_at_one_place_stand_below_each_other() {
    let source = "x = 1\n";
    let edits = [
        edit(source, 0..0, "import os\n"),
        edit(source, 0..0, "import ast\n"),
    ];
    assert!(!edits[0].overlaps(&edits[1]));
    assert_eq!(
        apply_edits(source, &edits).unwrap(),
        "import ast\nimport os\nx = 1\n"
    );
}

#[test]
fn what_does_not_fit_the_text_is_refused() {
    let stale = edit("x = 1", 4..5, "2");
    assert_eq!(
        apply_edits("y = 3", [&stale]),
        Err(FixError::Stale {
            file: file(),
            range: 4..5
        })
    );
    let range = |range: Range<usize>, length| FixError::Range {
        file: file(),
        range,
        length,
    };
    assert_eq!(apply_edits("x =", [&stale]), Err(range(4..5, 3)));
    for bad in [2..9, 7..7, 1..2, 2..3] {
        let made = Edit::replace(&file(), "aéb", bad.clone(), "");
        assert_eq!(made, Err(range(bad, 4)), "beyond the end, or within a character");
    }
    assert_eq!(
        Edit::insert(&file(), "é", 1, "x").map(|edit| edit.range),
        Err(range(1..1, 2))
    );
}

#[test]
fn two_claims_to_one_place_are_refused() {
    let source = "total(a, b)";
    let cases = [
        ((0..5, "sum"), (3..7, "x"), 3),
        ((0..5, "sum"), (0..5, "min"), 0),
        ((0..5, "sum"), (2..2, "x"), 2),
        ((5..5, "("), (5..5, "["), 5),
        ((5..5, "x = 1\n"), (5..5, "y"), 5),
    ];
    for ((a, to), (b, other), at) in cases {
        let (a, b) = (edit(source, a, to), edit(source, b, other));
        assert!(a.overlaps(&b) && b.overlaps(&a), "{a:?} {b:?}");
        let refused = Err(FixError::Overlap { file: file(), at });
        assert_eq!(apply_edits(source, [&a, &b]), refused);
        assert_eq!(apply_edits(source, [&b, &a]), refused);
    }
}

#[test]
fn neighbours_do_not_overlap() {
    let source = "total(a, b)";
    let first = edit(source, 0..5, "sum");
    let beside = [
        edit(source, 5..6, "["),
        edit(source, 5..5, "_of"),
        edit(source, 0..0, "_"),
    ];
    for other in beside {
        assert!(!first.overlaps(&other) && !other.overlaps(&first), "{other:?}");
        assert!(apply_edits(source, [&first, &other]).is_ok());
    }
    let elsewhere = Edit::replace(&RelPath::new("b.py").unwrap(), source, 0..5, "min").unwrap();
    assert!(!first.overlaps(&elsewhere));
}

#[test]
fn fixes_conflict_when_they_want_the_same_text_file_or_machine() {
    let source = "x = 1\n";
    let text = |range, replacement: &str| fix().edit(edit(source, range, replacement));
    let op = |op| {
        let mut fix = fix();
        fix.files.push(op);
        fix
    };
    let create = op(FileOp::Create {
        file: file(),
        content: String::new(),
    });
    let rename = op(FileOp::Rename {
        from: RelPath::new("old.py").unwrap(),
        to: file(),
    });
    let delete = op(FileOp::Delete {
        file: RelPath::new("old.py").unwrap(),
    });
    let mut install = fix();
    install.commands.push(Command::new("pip", ["install", "x"]));
    let cases = [
        (text(0..1, "y"), text(4..5, "2"), false),
        (text(0..1, "y"), text(0..1, "z"), true),
        (text(0..0, "import os\n"), text(0..0, "import os\n"), false),
        (text(0..1, "y"), create.clone(), true),
        (create, rename.clone(), true),
        (rename, delete.clone(), true),
        (text(0..1, "y"), delete, false),
        (install.clone(), install.clone(), true),
        (install, text(0..1, "y"), false),
    ];
    for (a, b, conflict) in cases {
        assert_eq!(a.conflicts_with(&b), conflict, "{a:?}\n{b:?}");
        assert_eq!(b.conflicts_with(&a), conflict, "{b:?}\n{a:?}");
    }
}

#[test]
fn a_fix_knows_its_size_and_whether_it_does_anything() {
    let source = "größe = 1\n";
    let renamed = fix().edit(edit(source, 0..7, "size"));
    assert_eq!((renamed.size(), renamed.is_noop()), (5 + 4, false));
    assert!(fix().is_noop());
    assert!(fix().edit(edit(source, 0..7, "größe")).is_noop());
}

#[test]
fn confidence_stays_within_its_bounds() {
    for (given, kept) in [(0.5, 0.5), (-1.0, 0.0), (7.0, 1.0), (f64::NAN, 0.0)] {
        assert_eq!(Confidence::new(given).get(), kept);
    }
    assert_eq!(serde_json::from_str::<Confidence>("3").unwrap().get(), 1.0);
}

fn fix() -> Fix {
    Fix::new("test", "mend", Confidence::new(0.5))
}

/// A text cut into pieces, and for every other piece what shall stand there instead.
fn pieces() -> impl Strategy<Value = Vec<(String, String)>> {
    prop::collection::vec(("[ab\né🦀]{1,4}", "[xy\nü]{0,4}"), 1..12)
}

proptest! {
    #[test]
    fn edits_that_do_not_overlap_all_apply(pieces in pieces(), turn in any::<prop::sample::Index>()) {
        let source: String = pieces.iter().map(|(old, _)| old.as_str()).collect();
        let mut expected = String::new();
        let mut edits = Vec::new();
        let mut at = 0;
        for (index, (old, new)) in pieces.iter().enumerate() {
            if index % 2 == 0 {
                edits.push(edit(&source, at..at + old.len(), new));
                expected.push_str(new);
            } else {
                expected.push_str(old);
            }
            at += old.len();
        }
        let middle = turn.index(edits.len());
        edits.rotate_left(middle);
        prop_assert_eq!(apply_edits(&source, &edits), Ok(expected));
    }

    #[test]
    fn edits_apply_together_exactly_when_none_overlap(
        source in "[ab\né]{4,12}",
        wanted in prop::collection::vec((0..12_usize, 0..4_usize, "[xy\n]{0,2}"), 2..5),
    ) {
        let edits: Vec<Edit> = wanted
            .iter()
            .filter_map(|(start, length, text)| Edit::replace(&file(), &source, *start..start + length, text).ok())
            .collect();
        let clash = edits.iter().any(|a| edits.iter().any(|b| a != b && a.overlaps(b)));
        prop_assert_eq!(apply_edits(&source, &edits).is_err(), clash);
    }
}
