//! Edits from elsewhere, on any text.

use unbreak_core::fix::apply_edits;
use unbreak_core::{Edit, FixError};
use unbreak_fuzz::{Target, trait_of};

/// A text, a NUL, and edits in JSON, as a plug-in or a model sends them.
fn seed(source: &str, edits: &[Edit]) -> Vec<u8> {
    format!("{source}\0{}", serde_json::to_string(edits).unwrap()).into_bytes()
}

fn seeds() -> Vec<Vec<u8>> {
    let file = unbreak_core::RelPath::new("src/a.py").unwrap();
    let other = unbreak_core::RelPath::new("src/b.py").unwrap();
    let source = "import os\n\ndef f(x):\n    return \"é😀\" + x\n";
    let replace = |range, text: &str| Edit::replace(&file, source, range, text).unwrap();
    vec![
        seed(source, &[]),
        seed(
            source,
            &[replace(0..0, "import re\n"), replace(0..0, "import io\n")],
        ),
        seed(
            source,
            &[replace(7..9, "re"), replace(15..16, "g"), replace(33..39, "'é'")],
        ),
        seed("", &[]),
        seed(
            source,
            &[
                replace(0..0, "import re\n"),
                Edit::replace(&other, source, 0..0, "import io\n").unwrap(),
                replace(0..0, "im"),
            ],
        ),
    ]
}

/// Applicable edits change exactly the named bytes, in any order.
fn check(input: &[u8]) -> u64 {
    let Some((source, edits)) = std::str::from_utf8(input)
        .ok()
        .and_then(|text| text.split_once('\0'))
    else {
        return 0;
    };
    let Ok(mut edits) = serde_json::from_str::<Vec<Edit>>(edits) else {
        return 1;
    };
    let applied = apply_edits(source, &edits);
    edits.reverse();
    let reversed = apply_edits(source, &edits);
    assert_eq!(applied.is_ok(), reversed.is_ok(), "{applied:?} {reversed:?}");
    let text = match applied {
        Ok(text) => text,
        Err(FixError::Range { .. }) => return 2,
        Err(FixError::Stale { .. }) => return 3,
        Err(_) => return 4,
    };
    assert_eq!(Ok(&text), reversed.as_ref(), "the order changes what comes out");
    assert_kept(source, &text, &mut edits);
    trait_of((5, edits.len(), text.len().cmp(&source.len())))
}

/// The text around the edits is still there, each piece where the edits before it put it.
fn assert_kept(source: &str, text: &str, edits: &mut Vec<Edit>) {
    edits.sort_by(|a, b| {
        (a.range.start, a.range.end, &a.replacement).cmp(&(b.range.start, b.range.end, &b.replacement))
    });
    edits.dedup();
    let (mut read, mut rest) = (0, text);
    for edit in edits {
        assert_eq!(source.get(edit.range.clone()), Some(edit.original.as_str()));
        let between = source.get(read..edit.range.start).expect("edits do not overlap");
        rest = rest
            .strip_prefix(between)
            .expect("the text before an edit is kept");
        rest = rest
            .strip_prefix(edit.replacement.as_str())
            .expect("the replacement is in its place");
        read = edit.range.end;
    }
    assert_eq!(rest, &source[read..]);
}

#[test]
fn any_edits_are_applied_as_they_say_or_refused() {
    Target {
        name: "edits",
        seeds: seeds(),
        words: &[
            "\"range\":{\"start\":0,\"end\":0}",
            "\"original\":\"\"",
            "\"file\":\"src/a.py\"",
            "\\n",
        ],
        inputs: 20_000,
        most_bytes: 4096,
        check: &check,
    }
    .run();
}
