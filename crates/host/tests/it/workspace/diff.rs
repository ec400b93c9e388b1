//! Diffs, as git understands them.

use std::fs;

use proptest::prelude::*;
use unbreak_core::{Edit, Fix, Runner as _};
use unbreak_host::runner::{CancelToken, Limits, ProcessRunner};

use super::{Place, create, delete, fix, rel, rename, with_files};

/// Applies a patch to a directory with git.
fn git_apply(place: &Place, patch: &str, arguments: &[&str]) {
    let runner = ProcessRunner::new(place.root(), Limits::default(), CancelToken::new());
    let arguments = ["apply", "--whitespace=nowarn"].iter().chain(arguments).copied();
    let command = unbreak_core::Command {
        stdin: Some(patch.to_owned()),
        env: [("GIT_CEILING_DIRECTORIES".to_owned(), "/".to_owned())].into(),
        ..unbreak_core::Command::new("git", arguments)
    };
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    let done = runtime.block_on(runner.run(&command)).unwrap();
    assert!(
        done.exit.is_success(),
        "{}\n{patch}",
        String::from_utf8_lossy(&done.stderr)
    );
}

/// Applies fixes, and has git go the same way, and back.
fn check(place: &Place, fixes: &[Fix]) -> String {
    let before = place.everything();
    let mut run = place.begin();
    let applied: Vec<_> = fixes.iter().map(|fix| run.apply(&[fix]).unwrap()).collect();
    let after = place.everything();
    let diff = run.diff();
    for applied in applied.into_iter().rev() {
        run.rollback(applied).unwrap();
    }
    assert_eq!(place.everything(), before);
    assert_eq!(run.diff(), "");
    if before != after {
        git_apply(place, &diff, &[]);
        assert_eq!(place.everything(), after, "{diff}");
        git_apply(place, &diff, &["-R"]);
        assert_eq!(place.everything(), before, "{diff}");
    }
    diff
}

#[test]
fn git_applies_every_kind_of_change() {
    let files = [
        ("plain.py", "a\nb\nc\nd\ne\nf\ng\nh\n"),
        ("with space.txt", "x\n"),
        ("ünïcode/日本.txt", "x\n"),
        ("quote\"d\\name\t.txt", "x\n"),
        ("no end", "x"),
        ("crlf", "a\r\nb\r\n"),
        ("cr", "a\rb\r"),
        ("empty", ""),
        ("gone", "1\n2\n"),
        ("moved", "1\n2\n"),
    ];
    let place = Place::with(&files);
    let edits = files[..7].iter().map(|(file, text)| {
        let at = text.len();
        Edit::replace(&rel(file), text, at..at, "appended\nno end").unwrap()
    });
    let mut all = with_files([
        create("new/file", "text\n"),
        create("new/no end", "text"),
        create("new/empty", ""),
    ]);
    all.edits.extend(edits);
    all.files
        .extend([delete("gone"), delete("empty"), rename("moved", "new/moved")]);
    let diff = check(&place, &[all]);
    assert!(diff.contains("+++ b/with space.txt\t\n"), "{diff}");
}

#[test]
fn several_steps_make_one_diff() {
    let place = Place::with(&[("a", "one\ntwo\n"), ("b", "x\n")]);
    let steps = [
        super::change(&place, "a", "one", "1"),
        with_files([create("new", "n\n"), delete("b")]),
        fix().edit(super::edit("a", "1\ntwo\n", "two", "2")),
        with_files([create("b", "x\n"), delete("new")]),
    ];
    let diff = check(&place, &steps);
    assert_eq!(
        diff,
        "diff --git a/a b/a\n--- a/a\n+++ b/a\n@@ -1,2 +1,2 @@\n-one\n-two\n+1\n+2\n"
    );
}

#[test]
fn bytes_that_are_no_text_are_named_only() {
    let place = Place::new();
    place.write("image", b"\x00\xff\xfe");
    let diff = place.tree().preview(&with_files([delete("image")])).unwrap();
    assert_eq!(
        diff,
        "diff --git a/image b/image\ndeleted file mode 100644\nBinary files a/image and b/image differ\n"
    );
}

/// Texts with every kind of line end, and none at the end.
fn text() -> impl Strategy<Value = String> {
    prop::collection::vec("[ab]{0,2}(\n|\r\n|\r|)", 0..12).prop_map(|parts| parts.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_diff_leads_from_before_to_after_and_back(
        source in text(),
        replacement in text(),
        ends in any::<(prop::sample::Index, prop::sample::Index)>(),
        other in text(),
    ) {
        let (a, b) = (ends.0.index(source.len() + 1), ends.1.index(source.len() + 1));
        let edit = Edit::replace(&rel("dir/file"), &source, a.min(b)..a.max(b), replacement).unwrap();
        let place = Place::with(&[("dir/file", &source), ("dir/gone", &other)]);
        check(&place, &[with_files([delete("dir/gone"), create("new/file", &other)]).edit(edit)]);
        prop_assert_eq!(fs::read_to_string(place.path("dir/file")).unwrap(), source);
    }
}
