//! Undo and history.

use std::os::unix::fs::PermissionsExt as _;

use unbreak_core::Workspace as _;
use unbreak_host::workspace::{Tree, WorkspaceError};

use super::{Place, change, create, delete, info, names, rename, with_files};

/// A run that commits these fixes, one step each.
fn committed(place: &Place, fixes: &[unbreak_core::Fix]) -> String {
    let mut run = place.begin();
    for fix in fixes {
        let applied = run.apply(&[fix]).unwrap();
        run.commit(applied).unwrap();
    }
    let id = run.id().to_owned();
    run.finish("fixed").unwrap();
    id
}

#[test]
fn a_run_is_undone_and_the_undo_too() {
    let place = Place::with(&[("a", "one\n"), ("gone", "x"), ("moved", "m")]);
    place.set_mode("gone", 0o640);
    let before = place.everything();
    let fixes = [
        change(&place, "a", "one", "two"),
        with_files([
            create("new/dir/file", "n"),
            delete("gone"),
            rename("moved", "new/moved"),
        ]),
    ];
    let id = committed(&place, &fixes);
    let after = place.everything();
    let undone = place.tree().undo(None, false).unwrap();
    assert_eq!(
        (undone.run.as_str(), undone.command.as_str()),
        (id.as_str(), "check")
    );
    assert_eq!(
        names(&undone.files),
        ["a", "gone", "moved", "new/dir/file", "new/moved"]
    );
    assert_eq!(place.everything(), before);
    assert!(matches!(
        place.tree().undo(None, false),
        Err(WorkspaceError::NothingToUndo)
    ));
    assert!(matches!(
        place.tree().undo(Some(&id), false),
        Err(WorkspaceError::NothingToUndo)
    ));
    let history = place.tree().history().unwrap();
    assert_eq!(history[0].undoes.as_deref(), Some(id.as_str()));
    assert!(history[1].undone && !history[0].undone);
    let again = place.tree().undo(Some(&history[0].id), false).unwrap();
    assert_eq!(again.files.len(), 5);
    assert_eq!(place.everything(), after);
    assert!(!place.tree().history().unwrap()[2].undone);
    place.tree().undo(None, false).unwrap();
    assert_eq!(place.everything(), before);
}

#[test]
fn runs_are_undone_from_the_latest_on() {
    let place = Place::with(&[("a", "1")]);
    let first = committed(&place, &[change(&place, "a", "1", "2")]);
    let nothing = committed(&place, &[]);
    let last = committed(&place, &[change(&place, "a", "2", "3")]);
    let history = place.tree().history().unwrap();
    assert_eq!(
        history.iter().map(|run| run.id.as_str()).collect::<Vec<_>>(),
        [&last, &nothing, &first]
    );
    assert_eq!(history[0].outcome.as_deref(), Some("fixed"));
    assert_eq!(names(&history[0].files), ["a"]);
    assert!(history[0].ended_ms >= Some(history[0].started_ms));
    let error = place.tree().undo(Some(&first), false).unwrap_err();
    assert_eq!(error.to_string(), "changed since that run: a");
    assert_eq!(place.tree().undo(None, false).unwrap().run, last);
    assert_eq!(place.tree().undo(None, false).unwrap().run, first);
    assert_eq!(place.read("a"), "1");
}

#[test]
fn what_was_changed_since_is_named_and_kept_unless_forced() {
    let place = Place::with(&[("a", "one"), ("b", "one"), ("c", "one")]);
    let files = [
        change(&place, "a", "one", "two"),
        change(&place, "b", "one", "two"),
        with_files([delete("c")]),
    ];
    committed(&place, &files);
    place.write("a", "mine");
    place.write("c", "mine");
    let before = place.everything();
    let error = place.tree().undo(None, false).unwrap_err();
    assert_eq!(error.to_string(), "changed since that run: a, c");
    assert!(error.is_refusal());
    assert_eq!(place.everything(), before);
    place.tree().undo(None, true).unwrap();
    assert_eq!(place.read("a") + &place.read("b") + &place.read("c"), "oneoneone");
    let forced = place.tree().history().unwrap().remove(0).id;
    place.tree().undo(Some(&forced), false).unwrap();
    assert_eq!(place.everything(), before);
}

#[test]
fn a_file_that_is_back_already_is_no_obstacle() {
    let place = Place::with(&[("a", "one"), ("b", "one")]);
    committed(
        &place,
        &[
            change(&place, "a", "one", "two"),
            change(&place, "b", "one", "two"),
        ],
    );
    place.write("a", "one");
    let undone = place.tree().undo(None, false).unwrap();
    assert_eq!(names(&undone.files), ["b"]);
}

#[test]
fn a_mode_that_was_changed_since_stays() {
    let place = Place::with(&[("a", "one"), ("b", "one")]);
    let both = [
        change(&place, "a", "one", "two"),
        change(&place, "b", "one", "two"),
    ];
    committed(&place, &both);
    place.set_mode("a", 0o750);
    place.tree().undo(None, false).unwrap();
    let mode = |file| std::fs::metadata(place.path(file)).unwrap().permissions().mode() & 0o777;
    assert_eq!((place.read("a").as_str(), mode("a")), ("one", 0o750));
    assert_eq!((place.read("b").as_str(), mode("b")), ("one", 0o644));
}

#[test]
fn the_order_of_runs_is_not_the_clocks() {
    let place = Place::with(&[("a", "1")]);
    let first = committed(&place, &[change(&place, "a", "1", "2")]);
    // As if the clock had been years ahead then.
    let ahead = format!("29{}", &first[2..]);
    let runs = std::fs::read_dir(place.state.path()).unwrap();
    let mut runs = runs
        .map(|entry| entry.unwrap().path().join("runs"))
        .filter(|runs| runs.is_dir());
    let runs = runs.next().unwrap();
    std::fs::rename(runs.join(&first), runs.join(&ahead)).unwrap();
    let second = committed(&place, &[change(&place, "a", "2", "3")]);
    let third = committed(&place, &[change(&place, "a", "3", "4")]);
    for run in [third, second, ahead] {
        assert_eq!(place.tree().undo(None, false).unwrap().run, run);
    }
    assert_eq!(place.read("a"), "1");
}

#[test]
fn runs_are_found_from_a_directory_below() {
    let place = Place::with(&[("a", "1"), ("part/deep/b", "1")]);
    let run = committed(&place, &[change(&place, "a", "1", "2")]);
    let open = |directory: &str| Tree::open_with_state(&place.path(directory), place.state.path()).unwrap();
    let below = open("part/deep");
    assert_eq!(below.history().unwrap(), []);
    let nearest = below.nearest_with_runs(None).unwrap();
    assert_eq!(nearest.history().unwrap()[0].id, run);

    // A run of its own is nearer, and the other one is found by its name.
    let own = open("part").begin(&info("check")).unwrap();
    let own_id = own.id().to_owned();
    own.finish("fixed").unwrap();
    assert_eq!(
        below.nearest_with_runs(None).unwrap().history().unwrap()[0].id,
        own_id
    );
    let undone = below
        .nearest_with_runs(Some(&run))
        .unwrap()
        .undo(Some(&run), false)
        .unwrap();
    assert_eq!(
        (undone.run, undone.root),
        (run, place.root().canonicalize().unwrap())
    );
    assert_eq!(place.read("a"), "1");
    let nowhere = below.nearest_with_runs(Some("20260101-000000-000")).unwrap();
    assert_eq!(nowhere.root(), below.root());
}

#[test]
fn there_is_no_history_before_the_first_run() {
    let place = Place::new();
    assert_eq!(place.tree().history().unwrap(), []);
    assert!(matches!(
        place.tree().undo(None, false),
        Err(WorkspaceError::NothingToUndo)
    ));
    let error = place.tree().undo(Some("20260101-000000-000"), false).unwrap_err();
    assert_eq!(
        error.to_string(),
        "there is no run '20260101-000000-000' in this workspace"
    );
}

#[test]
fn old_runs_are_forgotten() {
    let place = Place::with(&[("a", "0")]);
    let mut ids = Vec::new();
    for number in 0..55 {
        let (from, to) = (number.to_string(), (number + 1).to_string());
        ids.push(committed(&place, &[change(&place, "a", &from, &to)]));
    }
    let history = place.tree().history().unwrap();
    let kept: Vec<&String> = history.iter().map(|run| &run.id).collect();
    assert_eq!(kept, ids.iter().rev().take(50).collect::<Vec<_>>());
}

#[test]
fn a_run_that_goes_on_is_in_the_history() {
    let place = Place::new();
    let run = place.tree().begin(&info("pytest")).unwrap();
    let history = place.tree().history().unwrap();
    assert_eq!(
        (history[0].id.as_str(), history[0].command.as_str()),
        (run.id(), "pytest")
    );
    assert_eq!((history[0].ended_ms, &history[0].outcome), (None, &None));
}
