//! Taking steps back: byte for byte, and never over someone else's work.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, SystemTime};

use unbreak_host::workspace::WorkspaceError;

use super::{Place, change, create, delete, info, names, rename, with_files};

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
fn foreign_changes_to_other_lines_stay() {
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
fn foreign_changes_to_the_same_place_are_left_and_named() {
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
                .contains("another program changed it in the meantime"),
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

/// The images of a run, which hold what files were before it.
fn images(place: &Place, run: &str) -> std::path::PathBuf {
    let workspaces = fs::read_dir(place.state.path()).unwrap();
    let mut runs = workspaces.map(|entry| entry.unwrap().path().join("runs").join(run));
    runs.find(|run| run.is_dir()).unwrap().join("images")
}

#[test]
fn what_could_not_be_taken_back_is_not_forgotten() {
    let place = Place::with(&[("a", "one"), ("b", "one")]);
    let mut run = place.begin();
    let mut fix = change(&place, "a", "one", "two");
    fix.edits.extend(change(&place, "b", "one", "three").edits);
    let applied = run.apply(&[&fix]).unwrap();
    let images = images(&place, run.id());
    let away = images.with_file_name("away");
    fs::rename(&images, &away).unwrap();
    let error = run.rollback(applied).unwrap_err();
    assert!(matches!(error, WorkspaceError::NotRestored { .. }), "{error:?}");
    assert!(!error.is_about_the_fix());
    assert!(error.to_string().contains("a could not be put back"), "{error}");
    assert!(error.hint().unwrap().contains("the next start tries again"));
    drop(run);
    for _ in 0..2 {
        let error = place.tree().begin(&info("next")).unwrap_err();
        assert!(matches!(error, WorkspaceError::NotRestored { .. }), "{error:?}");
        assert_eq!(place.read("a") + &place.read("b"), "twothree");
    }
    // One file is put back by hand, the other one as soon as that is possible.
    place.write("a", "one");
    fs::rename(&away, &images).unwrap();
    let recovered = place.tree().recover().unwrap().unwrap();
    assert_eq!(names(&recovered.taken_back), ["a", "b"]);
    assert_eq!(recovered.conflicts, []);
    assert_eq!(place.read("a") + &place.read("b"), "oneone");
    assert_eq!(place.tree().recover().unwrap(), None);
}

/// Saves a file as editors do: in place, or under another name that is renamed.
fn save(path: &Path, text: &str, in_place: bool) {
    if in_place {
        return fs::write(path, text).unwrap();
    }
    let beside = path.with_extension("saved");
    fs::write(&beside, text).unwrap();
    fs::rename(beside, path).unwrap();
}

#[test]
fn a_save_at_any_moment_is_kept() {
    const ROUNDS: usize = 120;
    let place = Place::with(&[("a.txt", "start\n1\n2\n3\nuser 0\n")]);
    let path = place.path("a.txt");
    let (mut refused, mut met) = (0, 0);
    let mut run = place.begin();
    for round in 1..=ROUNDS {
        let before = place.read("a.txt");
        let saved = before.replace(&format!("user {}", round - 1), &format!("user {round}"));
        let fix = change(&place, "a.txt", "start", "changed");
        let (go, wait) = mpsc::channel();
        let saver = thread::spawn({
            let (path, saved) = (path.clone(), saved.clone());
            move || {
                wait.recv().unwrap();
                for _ in 0..round * 400 % 20_000 {
                    std::hint::spin_loop();
                }
                save(&path, &saved, round % 3 == 0);
            }
        });
        go.send(()).unwrap();
        match run.apply(&[&fix]) {
            Ok(applied) => {
                run.rollback(applied).unwrap();
                met += 1;
            }
            Err(error) => {
                assert!(error.is_about_the_fix(), "{error:?}");
                refused += 1;
            }
        }
        saver.join().unwrap();
        assert_eq!(place.read("a.txt"), saved, "round {round}");
        assert_eq!(fs::read_dir(place.root()).unwrap().count(), 1, "round {round}");
    }
    assert_eq!(refused + met, ROUNDS);
}

/// A replacement that died right after the exchange of the two names, when what it displaced had just
/// been saved.
#[test]
fn a_save_that_was_displaced_at_sudden_death_is_put_back() {
    for (from, to) in [
        (Some("one"), Some("two")),
        (Some("one"), None),
        (None, Some("two")),
    ] {
        let place = Place::with(&[("other", "")]);
        if let Some(text) = from {
            place.write("a", text);
        }
        let mut run = place.begin();
        let fix = match (from, to) {
            (Some(_), Some(_)) => change(&place, "a", "one", "two"),
            (Some(_), None) => with_files([delete("a")]),
            _ => with_files([create("a", "two")]),
        };
        let applied = run.apply(&[&fix]).unwrap();
        let hash = git2::Oid::hash_object(git2::ObjectType::Blob, b"a")
            .unwrap()
            .to_string();
        let ready = format!(".unbreak-{}-{}.tmp", run.id(), &hash[..8]);
        place.write(&ready, "saved in the last moment");
        place.write(&ready.replace(".tmp", ".new"), "half of so");
        run.rollback(applied).unwrap();
        assert_eq!(place.read("a"), "saved in the last moment", "{from:?} {to:?}");
        assert_eq!(fs::read_dir(place.root()).unwrap().count(), 2);
    }
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
