//! Steps whose commands may change anything.

use std::fs;
use std::path::Path;

use git2::Repository;
use unbreak_core::{Command, Runner as _};
use unbreak_host::runner::{CancelToken, Limits, ProcessRunner};

use super::{Place, change};

/// Changes, makes, moves and removes files of every kind.
const GENERATOR: &str = "
echo changed >>tracked; chmod 750 tracked edited; chmod 600 unchanged
echo new >untracked; mkdir -p deep/er; echo new >deep/er/file
rm removed; mv moved deep/moved; ln -s tracked link; rm old_link; rm -r dir
echo log >ignored.log
";

fn run(place: &Place, script: &str) {
    let runner = ProcessRunner::new(place.root(), Limits::default(), CancelToken::new());
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    let done = runtime
        .block_on(runner.run(&Command::new("sh", ["-ec", script])))
        .unwrap();
    assert!(
        done.exit.is_success(),
        "{}",
        String::from_utf8_lossy(&done.stderr)
    );
}

fn project() -> Place {
    let place = Place::with(&[
        ("tracked", "tracked\n"),
        ("edited", "one\n"),
        ("unchanged", "apart from its mode\n"),
        ("removed", "removed\n"),
        ("moved", "moved\n"),
        ("dir/ünder", "x\n"),
        ("ignored.log", "old\n"),
        (".gitignore", "*.log\n"),
    ]);
    std::os::unix::fs::symlink("removed", place.path("old_link")).unwrap();
    place
}

/// A repository of the whole project, `untracked` and later changes left out.
fn repository(place: &Place) -> Repository {
    let repository = Repository::init(place.root()).unwrap();
    let mut index = repository.index().unwrap();
    index.add_all(["*"], git2::IndexAddOption::DEFAULT, None).unwrap();
    index.write().unwrap();
    let tree = repository.find_tree(index.write_tree().unwrap()).unwrap();
    let author = git2::Signature::now("A", "a@example.org").unwrap();
    repository
        .commit(Some("HEAD"), &author, &author, "first", &tree, &[])
        .unwrap();
    drop(tree);
    repository
}

fn with_command(place: &Place) -> unbreak_core::Fix {
    let mut fix = change(place, "edited", "one", "two");
    fix.commands.push(Command::new("sh", ["-ec", GENERATOR]));
    fix
}

/// Everything, apart from what is ignored and so not looked after.
fn state(place: &Place) -> std::collections::BTreeMap<std::path::PathBuf, (u32, Vec<u8>)> {
    let mut everything = place.everything();
    everything.retain(|path, _| path.extension().is_none_or(|ending| ending != "log"));
    everything
}

#[test]
fn what_commands_did_is_taken_back() {
    for (in_repository, sealed) in [(false, false), (false, true), (true, false), (true, true)] {
        let place = project();
        if in_repository {
            repository(&place);
        }
        let before = state(&place);
        let mut step = place.begin();
        let applied = step.apply(&[&with_command(&place)]).unwrap();
        run(&place, GENERATOR);
        if sealed {
            step.seal(&applied).unwrap();
        }
        step.rollback(applied).unwrap();
        assert_eq!(step.conflicts(), []);
        assert_eq!(state(&place), before);
        assert_eq!(place.read("ignored.log"), "log\n");
    }
}

#[test]
fn what_commands_did_can_be_kept_shown_and_undone() {
    let place = project();
    let before = state(&place);
    let mut step = place.begin();
    let applied = step.apply(&[&with_command(&place)]).unwrap();
    run(&place, GENERATOR);
    step.commit(applied).unwrap();
    let diff = step.diff();
    for line in [
        "+two",
        "+changed",
        "deleted file mode 100644",
        "new file mode 120000",
        "+++ b/deep/er/file",
    ] {
        assert!(diff.contains(line), "{line} is not in\n{diff}");
    }
    step.finish("fixed").unwrap();
    let after = state(&place);
    place.tree().undo(None, false).unwrap();
    assert_eq!(state(&place), before);
    let undo = place.tree().history().unwrap().remove(0).id;
    place.tree().undo(Some(&undo), false).unwrap();
    assert_eq!(state(&place), after);
}

#[test]
fn what_came_after_the_commands_is_not_theirs() {
    let place = project();
    let mut step = place.begin();
    let applied = step.apply(&[&with_command(&place)]).unwrap();
    run(&place, GENERATOR);
    step.seal(&applied).unwrap();
    place.write("users own", "work");
    place.write("untracked", "mine\n");
    step.rollback(applied).unwrap();
    assert_eq!(place.read("users own"), "work");
    assert_eq!(place.read("untracked"), "mine\n");
    assert_eq!(step.conflicts().len(), 1);
}

#[test]
fn an_interrupted_command_is_taken_back_at_the_next_start() {
    let place = project();
    let before = state(&place);
    let mut step = place.begin();
    let applied = step.apply(&[&with_command(&place)]).unwrap();
    run(&place, GENERATOR);
    // As a process that dies: nothing of the run is brought to an end.
    std::mem::forget((step, applied));
    let (tree, _copy) = super::after_death(&place);
    let recovered = tree.recover().unwrap().unwrap();
    assert_eq!(recovered.conflicts, []);
    assert_eq!(state(&place), before);
}

#[test]
fn the_users_repository_is_only_read() {
    let place = project();
    repository(&place);
    place.write("tracked", "edited by the user\n");
    let git = |place: &Place| {
        let mut seen = Vec::new();
        times(&place.path(".git"), &mut seen);
        seen.sort();
        seen
    };
    let before = git(&place);
    let mut step = place.begin();
    let applied = step.apply(&[&with_command(&place)]).unwrap();
    run(&place, GENERATOR);
    step.rollback(applied).unwrap();
    drop(step);
    assert!(before.len() > 10);
    assert_eq!(git(&place), before);
}

/// Every file with its time and size.
fn times(directory: &Path, into: &mut Vec<(std::path::PathBuf, std::time::SystemTime, u64)>) {
    for entry in fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        let metadata = fs::metadata(&path).unwrap();
        into.push((path.clone(), metadata.modified().unwrap(), metadata.len()));
        if metadata.is_dir() {
            times(&path, into);
        }
    }
}
