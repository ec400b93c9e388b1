//! One run at a time.

use std::time::Duration;

use unbreak_host::workspace::{Holder, RunInfo, Tree, WorkspaceError};

use super::{Place, info};

fn tree(place: &Place, directory: &str) -> Tree {
    Tree::open_with_state(&place.path(directory), place.state.path()).unwrap()
}

fn holder(tree: &Tree) -> Holder {
    let refused = match tree.begin(&info("second")) {
        Err(WorkspaceError::Busy(holder)) => Some(*holder),
        _ => None,
    };
    refused.unwrap()
}

#[test]
fn the_second_run_is_refused_and_told_who_holds_the_tree() {
    let place = Place::new();
    let run = place.tree().begin(&info("pytest -q")).unwrap();
    let holder = holder(&place.tree());
    assert_eq!(
        (holder.pid, holder.command.as_str()),
        (std::process::id(), "pytest -q")
    );
    assert_eq!(
        holder.root,
        place.root().canonicalize().unwrap().to_str().unwrap()
    );
    assert!(holder.started_ms > 1_700_000_000_000);
    assert!(place.tree().undo(None, false).unwrap_err().is_refusal());
    drop(run);
    place.tree().begin(&info("second")).unwrap();
}

#[test]
fn runs_above_and_below_keep_each_other_out_and_those_beside_do_not() {
    let place = Place::with(&[("part/a", ""), ("other/b", "")]);
    let part = tree(&place, "part").begin(&info("below")).unwrap();
    assert_eq!(holder(&tree(&place, "")).command, "below");
    let other = tree(&place, "other").begin(&info("beside")).unwrap();
    assert_eq!(holder(&tree(&place, "part")).command, "below");
    drop((part, other));
    let _whole = tree(&place, "").begin(&info("above")).unwrap();
    assert_eq!(holder(&tree(&place, "part")).command, "above");
}

#[test]
fn the_second_run_may_wait() {
    let place = Place::with(&[("a", "one")]);
    let mut run = place.begin();
    let applied = run.apply(&[&super::change(&place, "a", "one", "two")]).unwrap();
    let second = place.tree();
    let waiting = std::thread::spawn(move || {
        let info = RunInfo {
            command: "second".to_owned(),
            wait: Some(Duration::from_secs(600)),
        };
        second.begin(&info).map(|run| run.id().to_owned())
    });
    run.commit(applied).unwrap();
    run.finish("fixed").unwrap();
    waiting.join().unwrap().unwrap();
    assert_eq!(place.tree().history().unwrap().len(), 2);
}

#[test]
fn a_state_directory_that_cannot_be_used_is_named_with_what_to_do() {
    let place = Place::with(&[("file", "")]);
    let tree = Tree::open_with_state(place.root(), &place.path("file/state")).unwrap();
    let error = tree.begin(&info("check")).unwrap_err();
    assert!(error.to_string().contains("file/state"), "{error}");
    assert!(error.hint().unwrap().contains("UNBREAK_STATE_DIR"));
    assert!(!error.is_about_the_fix());
}

/// A tree whose state lies elsewhere.
fn with_other_state(root: &std::path::Path) -> (Tree, tempfile::TempDir) {
    let state = tempfile::tempdir().unwrap();
    (Tree::open_with_state(root, state.path()).unwrap(), state)
}

#[test]
fn runs_with_different_state_directories_keep_each_other_out() {
    let place = Place::with(&[("part/a", ""), ("other/b", "")]);
    let (whole, _state) = with_other_state(place.root());
    let (part, _state) = with_other_state(&place.path("part"));
    let (other, _state) = with_other_state(&place.path("other"));
    let run = place.tree().begin(&info("pytest")).unwrap();
    for tree in [&whole, &part, &other] {
        let error = tree.begin(&info("second")).unwrap_err();
        assert!(error.is_refusal());
        assert!(
            error.to_string().contains("with another state directory"),
            "{error}"
        );
        assert_eq!(error.hint().as_deref(), Some("wait for the other run to end"));
    }
    drop(run);
    let below = part.begin(&info("below")).unwrap();
    assert_eq!(holder(&whole).pid, 0);
    let beside = other.begin(&info("beside")).unwrap();
    drop((below, beside));
    whole.begin(&info("above")).unwrap();
}

#[test]
fn a_symlink_leads_to_the_same_lock() {
    let place = Place::with(&[("a", "")]);
    let beside = tempfile::tempdir().unwrap();
    let link = beside.path().join("link");
    std::os::unix::fs::symlink(place.root(), &link).unwrap();
    let run = place.tree().begin(&info("pytest")).unwrap();
    let same_state = Tree::open_with_state(&link, place.state.path()).unwrap();
    assert_eq!(holder(&same_state).command, "pytest");
    let (other_state, _state) = with_other_state(&link);
    assert_eq!(holder(&other_state).pid, 0);
    drop(run);
    other_state.begin(&info("second")).unwrap();
}

#[test]
fn a_command_may_lock_the_root_for_itself() {
    let place = Place::with(&[("a", "")]);
    let _run = place.begin();
    let root = std::fs::File::open(place.root()).unwrap();
    root.try_lock().unwrap();
}
