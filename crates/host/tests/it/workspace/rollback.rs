//! Taking steps back: byte for byte, and never over somebody else's work.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::time::{Duration, SystemTime};

use super::{Place, change, create, delete, rename, with_files};

#[test]
fn a_step_taken_back_leaves_no_trace() {
    let place = Place::with(&[("dir/a.py", "x = 1\n"), ("gone", ""), ("moved", "m")]);
    place.write("gone", b"\xff\x00\xfe");
    place.set_mode("gone", 0o600);
    place.set_mode("moved", 0o755);
    let before = place.everything();
    let mut run = place.begin();
    let mut fix = change(&place, "dir/a.py", "1", "2");
    fix.files = vec![
        create("new/dir/file", "x"),
        delete("gone"),
        rename("moved", "new/place"),
    ];
    let applied = run.apply(&[&fix]).unwrap();
    assert_ne!(place.everything(), before);
    run.rollback(applied).unwrap();
    assert_eq!(place.everything(), before);
    assert!(run.conflicts().is_empty());
}

#[test]
fn what_is_not_committed_does_not_outlive_the_run() {
    for drop_it in [true, false] {
        let place = Place::with(&[("a", "one"), ("b", "one")]);
        let mut run = place.begin();
        let kept = run.apply(&[&change(&place, "a", "one", "two")]).unwrap();
        run.commit(kept).unwrap();
        let _open = run.apply(&[&change(&place, "a", "two", "three")]).unwrap();
        let _open = run.apply(&[&change(&place, "a", "three", "four")]).unwrap();
        let _open = run.apply(&[&change(&place, "b", "one", "two")]).unwrap();
        if drop_it {
            drop(run);
        } else {
            run.finish("stuck").unwrap();
        }
        assert_eq!(
            (place.read("a"), place.read("b")),
            ("two".to_owned(), "one".to_owned())
        );
        let outcome = place.tree().history().unwrap().remove(0).outcome;
        assert_eq!(
            outcome.as_deref(),
            Some(if drop_it { "interrupted" } else { "stuck" })
        );
        assert_eq!(place.tree().recover().unwrap(), None);
    }
}

#[test]
fn a_restored_file_is_new_to_make() {
    let place = Place::with(&[("a.c", "one")]);
    let old = SystemTime::now() - Duration::from_secs(1000);
    fs::File::options()
        .write(true)
        .open(place.path("a.c"))
        .unwrap()
        .set_modified(old)
        .unwrap();
    let modified = || fs::metadata(place.path("a.c")).unwrap().modified().unwrap();
    let mut run = place.begin();
    let applied = run.apply(&[&change(&place, "a.c", "one", "two")]).unwrap();
    let built = modified();
    run.rollback(applied).unwrap();
    assert!(modified() >= built && built > old);
}

#[test]
fn somebody_elses_changes_to_other_lines_stay() {
    let text = "1\n2\n3\n4\n5\n6\n7\n8\n9\n";
    let place = Place::with(&[("a", text)]);
    let mut run = place.begin();
    let applied = run
        .apply(&[&change(&place, "a", "2\n", "two\nand a half\n")])
        .unwrap();
    let theirs = place
        .read("a")
        .replace("8\n", "eight\n")
        .replace("9\n", "9\n10\n");
    place.write("a", &theirs);
    run.rollback(applied).unwrap();
    assert_eq!(place.read("a"), "1\n2\n3\n4\n5\n6\n7\neight\n9\n10\n");
    assert!(run.conflicts().is_empty());
}

#[test]
fn somebody_elses_changes_to_the_same_place_are_left_and_named() {
    let place = Place::with(&[
        ("edited", "one\n"),
        ("deleted", "one\n"),
        ("other", "one\n"),
        ("gone", "one\n"),
    ]);
    let mut run = place.begin();
    let mut fix = change(&place, "edited", "one", "two");
    fix.edits.extend(change(&place, "other", "one", "two").edits);
    fix.edits.extend(change(&place, "gone", "one", "two").edits);
    fix.files = vec![delete("deleted"), create("created", "x")];
    let applied = run.apply(&[&fix]).unwrap();
    place.write("edited", "mine\n");
    place.write("deleted", "mine\n");
    place.write("created", "mine\n");
    fs::remove_file(place.path("gone")).unwrap();
    run.rollback(applied).unwrap();
    for file in ["edited", "deleted", "created"] {
        assert_eq!(place.read(file), "mine\n", "{file}");
    }
    assert_eq!(place.read("other"), "one\n");
    let mut seen: Vec<&str> = run
        .conflicts()
        .iter()
        .map(|conflict| conflict.file.as_str())
        .collect();
    seen.sort_unstable();
    assert_eq!(seen, ["created", "deleted", "edited", "gone"]);
    for conflict in run.conflicts() {
        assert!(
            conflict
                .to_string()
                .contains("somebody else has changed it meanwhile"),
            "{conflict}"
        );
        match &conflict.kept {
            Some(kept) => assert_eq!(fs::read_to_string(kept).unwrap(), "one\n"),
            None => assert_eq!(conflict.file.as_str(), "created"),
        }
    }
}

#[test]
fn a_file_that_cannot_be_restored_does_not_keep_the_others_from_it() {
    let place = Place::with(&[("a/file", "one"), ("b/file", "one"), ("c/file", "one")]);
    let mut run = place.begin();
    let mut fix = change(&place, "a/file", "one", "two");
    fix.edits.extend(change(&place, "b/file", "one", "two").edits);
    fix.edits.extend(change(&place, "c/file", "one", "two").edits);
    let applied = run.apply(&[&fix]).unwrap();
    fs::remove_dir_all(place.path("b")).unwrap();
    place.write("b", "a file now");
    run.rollback(applied).unwrap();
    assert_eq!(
        (place.read("a/file"), place.read("c/file")),
        ("one".to_owned(), "one".to_owned())
    );
    assert_eq!(run.conflicts().len(), 1);
    assert_eq!(run.conflicts()[0].file.as_str(), "b/file");
}

#[test]
fn a_directory_that_went_away_meanwhile_is_made_again() {
    let place = Place::with(&[("a/b/file", "one")]);
    let mut run = place.begin();
    let applied = run.apply(&[&with_files([delete("a/b/file")])]).unwrap();
    fs::remove_dir_all(place.path("a")).unwrap();
    run.rollback(applied).unwrap();
    assert_eq!(place.read("a/b/file"), "one");
}

#[test]
fn the_state_is_for_its_owners_eyes() {
    let place = Place::with(&[("a", "secret")]);
    let mut run = place.begin();
    let applied = run.apply(&[&change(&place, "a", "secret", "x")]).unwrap();
    let mut to_see = vec![place.state.path().to_owned()];
    let mut seen = 0;
    while let Some(directory) = to_see.pop() {
        for entry in fs::read_dir(directory).unwrap() {
            let entry = entry.unwrap();
            let mode = entry.metadata().unwrap().permissions().mode();
            seen += 1;
            if entry.path().is_dir() {
                assert_eq!(mode & 0o077, 0, "{}", entry.path().display());
                to_see.push(entry.path());
            }
        }
    }
    assert!(seen > 5);
    run.commit(applied).unwrap();
}
