//! Applying fixes: all of them or none.

use std::os::unix::fs::MetadataExt as _;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use unbreak_core::Workspace as _;
use unbreak_host::workspace::WorkspaceError;

use super::{Place, change, create, delete, edit, fix, names, rel, rename, with_files};

#[test]
fn several_fixes_are_one_step() {
    let place = Place::with(&[("a.py", "x = 1\ny = 2\n"), ("b.py", "z = 3\n")]);
    let source = place.read("a.py");
    let first = fix()
        .edit(edit("a.py", &source, "1", "10"))
        .edit(edit("b.py", "z = 3\n", "3", "30"));
    let second = fix()
        .edit(edit("a.py", &source, "2", "20"))
        .edit(edit("a.py", &source, "1", "10"));
    let mut run = place.begin();
    let applied = run.apply(&[&first, &second]).unwrap();
    assert_eq!(names(&applied.files), ["a.py", "b.py"]);
    assert_eq!(place.read("a.py"), "x = 10\ny = 20\n");
    assert_eq!(place.read("b.py"), "z = 30\n");
    run.commit(applied).unwrap();
    run.finish("fixed").unwrap();
    assert_eq!(place.read("a.py"), "x = 10\ny = 20\n");
}

#[test]
fn a_fix_that_does_not_fit_leaves_nothing_of_any() {
    let place = Place::with(&[("a", "one"), ("b", "two"), ("binary", "")]);
    place.write("binary", b"\xff\xfe");
    std::fs::create_dir(place.path("directory")).unwrap();
    let fits = change(&place, "a", "one", "1");
    let stale = fix().edit(edit("b", "another two", "two", "2"));
    let overlap = [change(&place, "b", "two", "2"), change(&place, "b", "wo", "3")];
    let before = place.everything();
    let mut run = place.begin();
    let mut refuse = |fixes: &[&unbreak_core::Fix], message: &str| {
        let error = run.apply(fixes).unwrap_err();
        assert!(error.is_about_the_fix(), "{error:?}");
        assert_eq!(error.to_string(), message);
        assert_eq!(place.everything(), before);
    };
    refuse(&[&fits, &stale], "bytes 8..11 are not a range of b (3 bytes)");
    refuse(
        &[&fits, &fix().edit(edit("b", "owt", "owt", "2"))],
        "b has changed at bytes 0..3 since the edit was proposed",
    );
    refuse(
        &[&fits, &overlap[0], &overlap[1]],
        "two edits of b overlap at byte 1",
    );
    refuse(&[&fits, &with_files([create("b", "")])], "b exists already");
    refuse(&[&fits, &with_files([rename("a", "b")])], "b exists already");
    refuse(&[&fits, &with_files([delete("c")])], "c does not exist");
    refuse(&[&fits, &with_files([delete("c/d/e")])], "c/d/e does not exist");
    refuse(
        &[&fits, &with_files([delete("directory")])],
        "directory is a directory, not a regular file",
    );
    refuse(
        &[&fits, &with_files([create("a/below", "")])],
        "a/below does not exist",
    );
    refuse(
        &[&fits, &fix().edit(edit("binary", "", "", "x"))],
        "binary is not a text file",
    );
    refuse(
        &[&fits, &fix().edit(edit("missing", "x", "x", "y"))],
        "missing does not exist",
    );
}

#[test]
fn files_are_created_renamed_and_deleted() {
    let place = Place::with(&[("old name", "kept"), ("gone", "x"), ("edited", "before")]);
    place.set_mode("old name", 0o750);
    let fix = with_files([
        create("new/ünder/file", "text\n"),
        rename("old name", "new/name"),
        delete("gone"),
        rename("edited", "moved"),
    ])
    .edit(edit("edited", "before", "before", "after"));
    let mut run = place.begin();
    let applied = run.apply(&[&fix]).unwrap();
    assert_eq!(place.read("new/ünder/file"), "text\n");
    assert_eq!(place.read("new/name"), "kept");
    assert_eq!(place.read("moved"), "after");
    let mode = std::fs::metadata(place.path("new/name")).unwrap().mode();
    assert_eq!(mode & 0o7777, 0o750);
    assert!(
        !place.path("gone").exists() && !place.path("old name").exists() && !place.path("edited").exists()
    );
    run.commit(applied).unwrap();
}

#[test]
fn the_same_operation_of_two_fixes_is_done_once() {
    let place = Place::with(&[("gone", "x")]);
    let fixes = [
        with_files([create("pkg/__init__.py", ""), delete("gone")]),
        with_files([create("pkg/__init__.py", "")]),
    ];
    let mut run = place.begin();
    let applied = run.apply(&[&fixes[0], &fixes[1]]).unwrap();
    assert_eq!(place.read("pkg/__init__.py"), "");
    run.commit(applied).unwrap();
}

#[test]
fn line_endings_modes_and_the_missing_last_one_are_kept() {
    let cases = [
        ("crlf", "a\r\nb\r\n", "a\r\nnew\r\nlines\r\n"),
        ("lf", "a\nb\n", "a\nnew\nlines\n"),
        ("mixed", "a\r\nb\n", "a\r\nnew\nlines\n"),
        ("no end", "a\nb", "a\nnew\nlines"),
        ("bom", "\u{feff}a\nb\n", "\u{feff}a\nnew\nlines\n"),
        ("cr", "a\rb\n", "a\rnew\nlines\n"),
    ];
    for (name, before, after) in cases {
        let place = Place::with(&[(name, before)]);
        place.set_mode(name, 0o741);
        let mut run = place.begin();
        let applied = run.apply(&[&change(&place, name, "b", "new\nlines")]).unwrap();
        assert_eq!(place.read(name), after, "{name}");
        let mode = std::fs::metadata(place.path(name)).unwrap().mode();
        assert_eq!(mode & 0o7777, 0o741, "{name}");
        run.rollback(applied).unwrap();
        assert_eq!(place.read(name), before, "{name}");
    }
}

#[test]
fn a_file_that_is_not_utf_8_keeps_its_bytes() {
    let place = Place::with(&[("old.c", "")]);
    let before = b"/* Jos\xe9 */\nint b;\n";
    place.write("old.c", before);
    let mut run = place.begin();
    // The edits of a text count its characters as UTF-8 does: é has two bytes.
    let text = "/* José */\nint b;\n";
    let change = |new: &str| fix().edit(edit("old.c", text, "b", new));
    let applied = run.apply(&[&change("c")]).unwrap();
    assert_eq!(
        std::fs::read(place.path("old.c")).unwrap(),
        b"/* Jos\xe9 */\nint c;\n"
    );
    run.rollback(applied).unwrap();
    assert_eq!(std::fs::read(place.path("old.c")).unwrap(), before);
    let error = run.apply(&[&change("\"€\"")]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "old.c is not UTF-8: the edit writes a character that its encoding does not have"
    );
    for op in [rename("old.c", "new.c"), delete("old.c")] {
        let error = run.apply(&[&with_files([op])]).unwrap_err();
        assert_eq!(
            error.to_string(),
            "old.c is not UTF-8: it can be edited, but not moved or deleted"
        );
    }
}

#[test]
fn a_text_is_newer_than_what_was_built_of_the_one_before() {
    let place = Place::with(&[("main.c", "a"), ("main.o", "")]);
    let mut run = place.begin();
    for (age, new) in [(0, "b"), (1, "c"), (2, "d"), (61, "e")] {
        let old = place.read("main.c");
        let source = std::fs::File::options()
            .write(true)
            .open(place.path("main.c"))
            .unwrap();
        let second = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs() - age;
        source
            .set_modified(UNIX_EPOCH + Duration::from_secs(second))
            .unwrap();
        place.write("main.o", old.as_bytes());
        let applied = run.apply(&[&change(&place, "main.c", &old, new)]).unwrap();
        let time = |file: &str| std::fs::metadata(place.path(file)).unwrap().modified().unwrap();
        assert!(time("main.c") >= time("main.o"), "{age} s");
        run.commit(applied).unwrap();
    }
}

#[test]
fn what_is_write_protected_is_named() {
    let place = Place::with(&[("dir/file", "a"), ("dir/protected", "a"), ("closed/file", "a")]);
    place.set_mode("dir/protected", 0o444);
    place.set_mode("closed", 0o555);
    let mut run = place.begin();
    for (fix, named) in [
        (change(&place, "dir/protected", "a", "b"), "dir/protected"),
        (with_files([delete("dir/protected")]), "dir/protected"),
        (change(&place, "closed/file", "a", "b"), "closed"),
        (with_files([create("closed/new", "")]), "closed"),
        (with_files([create("closed/new/below", "")]), "closed"),
        (with_files([rename("dir/file", "closed/there")]), "closed"),
    ] {
        let error = run.apply(&[&fix]).unwrap_err();
        assert_eq!(error.to_string(), format!("{named} is read-only"));
        assert!(error.hint().unwrap().ends_with(&format!("chmod u+w {named}")));
    }
    place.set_mode("closed", 0o755);
}

#[test]
fn a_concurrent_write_is_not_overwritten() {
    let place = Place::with(&[("a", "one"), ("b", "two")]);
    let fix = fix()
        .edit(edit("a", "one", "one", "1"))
        .edit(edit("b", "two", "two", "2"));
    place.write("b", "not two");
    let mut run = place.begin();
    let error = run.apply(&[&fix]).unwrap_err();
    assert!(matches!(error, WorkspaceError::Fix(_)), "{error:?}");
    assert_eq!(
        (place.read("a"), place.read("b")),
        ("one".to_owned(), "not two".to_owned())
    );
}

#[test]
fn the_list_of_files_follows_what_is_done() {
    let place = Place::with(&[
        (".gitignore", "ignored\n*.log\n"),
        (".hidden", ""),
        ("src/a", ""),
        ("ignored/file", ""),
        ("x.log", ""),
        (".git/config", ""),
        ("node_modules/shop/index.js", ""),
        ("env/lib/python3/site-packages/shop.py", ""),
    ]);
    std::os::unix::fs::symlink("src/a", place.path("link")).unwrap();
    let tree = place.tree();
    assert_eq!(names(&tree.files()), [".gitignore", ".hidden", "src/a"]);
    let mut run = tree.begin(&super::info("check")).unwrap();
    let applied = run
        .apply(&[&with_files([create("src/b", ""), delete("src/a")])])
        .unwrap();
    assert_eq!(names(&tree.files()), [".gitignore", ".hidden", "src/b"]);
    run.rollback(applied).unwrap();
    assert_eq!(names(&tree.files()), [".gitignore", ".hidden", "src/a"]);
    place.write("src/made by a command", "");
    tree.refresh();
    assert!(tree.files().contains(&rel("src/made by a command")));
    assert!(tree.is_file(&rel("link")) && !tree.is_file(&rel("src")) && !tree.is_file(&rel("none")));
}

#[test]
fn a_file_is_found_by_every_name_of_the_root() {
    let place = Place::with(&[("real/src/a.py", "")]);
    std::os::unix::fs::symlink("real", place.path("alias")).unwrap();
    let state = tempfile::tempdir().unwrap();
    let tree = unbreak_host::workspace::Tree::open_with_state(&place.path("alias"), state.path()).unwrap();
    let real = place.root().canonicalize().unwrap().join("real/src/a.py");
    for name in [
        "src/a.py",
        "./src/../src/a.py",
        real.to_str().unwrap(),
        place.path("alias/src/a.py").to_str().unwrap(),
    ] {
        assert_eq!(tree.locate(name), Some(rel("src/a.py")), "{name}");
    }
    assert_eq!(tree.locate("/etc/passwd"), None);
    assert_eq!(tree.locate("../x"), None);
}

#[test]
fn a_preview_changes_nothing() {
    let place = Place::with(&[("a", "one\n")]);
    let before = place.everything();
    let diff = place.tree().preview(&change(&place, "a", "one", "two")).unwrap();
    assert_eq!(
        diff,
        "diff --git a/a b/a\n--- a/a\n+++ b/a\n@@ -1 +1 @@\n-one\n+two\n"
    );
    assert_eq!(place.everything(), before);
}
