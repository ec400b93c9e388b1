//! One git commit for each kept fix.

use std::fs;
use std::path::Path;

use git2::{IndexAddOption, Repository, Signature};
use unbreak_core::Outcome;
use unbreak_host::{AgentErrorKind, RunOptions};

use crate::workspace::{Place, after_death};
use crate::world::World;

fn options() -> RunOptions {
    RunOptions {
        commit: true,
        ..RunOptions::default()
    }
}

fn world() -> World {
    World::new(&["bad", "later"])
        .propose(0, &["good"])
        .propose(1, &["good"])
}

/// A repository with everything in it committed.
fn repository(directory: &Path) -> Repository {
    repository_of(directory, &["*"])
}

/// A repository with these files committed.
fn repository_of(directory: &Path, files: &[&str]) -> Repository {
    let repository = Repository::init(directory).unwrap();
    let mut config = repository.config().unwrap();
    config.set_str("user.name", "Somebody").unwrap();
    config.set_str("user.email", "somebody@example.org").unwrap();
    let mut index = repository.index().unwrap();
    index.add_all(files, IndexAddOption::DEFAULT, None).unwrap();
    index.write().unwrap();
    let tree = repository.find_tree(index.write_tree().unwrap()).unwrap();
    let author = Signature::now("Somebody", "somebody@example.org").unwrap();
    repository
        .commit(Some("HEAD"), &author, &author, "all of it", &tree, &[])
        .unwrap();
    drop(tree);
    repository
}

/// The changes of each commit since the first, the oldest first.
fn commits(repository: &Repository) -> Vec<String> {
    let mut walk = repository.revwalk().unwrap();
    walk.push_head().unwrap();
    let mut changes = Vec::new();
    for id in walk.map(Result::unwrap) {
        let commit = repository.find_commit(id).unwrap();
        let Ok(parent) = commit.parent(0) else { continue };
        let (old, new) = (parent.tree().unwrap(), commit.tree().unwrap());
        let diff = repository
            .diff_tree_to_tree(Some(&old), Some(&new), None)
            .unwrap();
        let files = diff
            .deltas()
            .map(|delta| delta.new_file().path().unwrap().display().to_string());
        changes.push(files.collect::<Vec<_>>().join(" "));
    }
    changes.reverse();
    changes
}

#[test]
fn each_kept_fix_is_a_commit_of_its_own() {
    let mut world = world();
    let repository = repository(world.directory.path());
    let report = world.repair(&options());
    assert_eq!((report.outcome, report.warnings), (Outcome::Fixed, Vec::new()));
    assert_eq!(commits(&repository), ["f00", "f01"]);
    assert!(
        repository.statuses(None).unwrap().is_empty(),
        "index and tree agree with the last commit"
    );
}

#[test]
fn a_file_with_unfinished_work_is_left_uncommitted() {
    let mut world = world();
    let repository = repository(world.directory.path());
    fs::write(world.directory.path().join("f00"), "bad\n").unwrap();
    let mut world = world_again(&mut world);
    let report = world.repair(&options());
    assert_eq!(report.outcome, Outcome::Fixed);
    assert_eq!(commits(&repository), ["f01"]);
    assert!(
        report.warnings[0].contains("f00 had uncommitted changes"),
        "{:?}",
        report.warnings
    );
}

#[test]
fn a_file_that_the_last_commit_does_not_have_is_left_uncommitted() {
    let mut world = world();
    let repository = repository_of(world.directory.path(), &["f01"]);
    let report = world.repair(&options());
    assert_eq!(report.outcome, Outcome::Fixed);
    assert_eq!(commits(&repository), ["f01"]);
    assert!(
        report.warnings[0].contains("f00 was not in the last commit"),
        "{:?}",
        report.warnings
    );
}

/// The same directory, with proposals for the texts that are in it now.
fn world_again(world: &mut World) -> World {
    std::mem::replace(world, World::new(&[])).propose(0, &["good"])
}

#[test]
fn what_stands_in_the_way_is_said_before_anything_is_run() {
    let refused = |prepare: &dyn Fn(&Path), expected: &str| {
        let mut world = world();
        prepare(world.directory.path());
        let error = world.try_repair(&options()).unwrap_err();
        assert_eq!(error.kind(), AgentErrorKind::Usage);
        assert!(error.to_string().contains(expected), "{error}");
        assert!(error.hint().is_some() && world.events.is_empty());
    };
    refused(&|_| {}, "no git repository");
    refused(
        &|directory| drop(Repository::init(directory).unwrap()),
        "no commit",
    );
    refused(
        &|directory| {
            let repository = repository(directory);
            fs::write(directory.join("f01"), "staged").unwrap();
            let mut index = repository.index().unwrap();
            index.add_path(Path::new("f01")).unwrap();
            index.write().unwrap();
        },
        "staged",
    );
}

/// Sudden death in the middle of a commit: how far the run had come, and what the next start leaves.
#[test]
fn only_locks_of_a_dead_run_are_released() {
    for (held, expected) in [
        (&["index.lock"][..], "old"),
        (&["index.lock", "refs/heads/of-ours.lock"], "old"),
        // The branch has moved already: the index follows.
        (&["index.lock", "refs/heads/of-ours"], "new"),
        (&["refs/heads/of-ours.lock"], "old"),
    ] {
        let place = Place::with(&[("f", "text")]);
        repository(place.root());
        let git = place.path(".git");
        fs::write(git.join("index"), "old").unwrap();
        fs::write(git.join("refs/heads/theirs.lock"), "somebody else's").unwrap();
        let run = place.begin();
        let own = |ending: &str| git.join(format!("unbreak-{}.{ending}", run.id()));
        fs::write(own("index"), "new").unwrap();
        fs::write(own("ref"), "the commit\n").unwrap();
        for lock in held {
            let of = own(if lock.starts_with("index") { "index" } else { "ref" });
            fs::hard_link(of, git.join(lock)).unwrap();
        }
        let (tree, _copy) = after_death(&place);
        let own = [own("index"), own("ref")];
        std::mem::forget(run);
        tree.recover().unwrap();
        for path in held.iter().filter(|path| path.ends_with(".lock")) {
            assert!(!git.join(path).exists(), "{held:?}");
        }
        assert!(own.iter().all(|path| !path.exists()), "{held:?}");
        assert_eq!(
            fs::read_to_string(git.join("index")).unwrap(),
            expected,
            "{held:?}"
        );
        assert!(git.join("refs/heads/theirs.lock").exists(), "{held:?}");
    }
}

#[test]
fn a_lock_of_gits_own_is_respected() {
    let mut world = world();
    let repository = repository(world.directory.path());
    let lock = repository.path().join("index.lock");
    fs::write(&lock, "git's").unwrap();
    let report = world.repair(&options());
    assert_eq!(report.outcome, Outcome::Fixed);
    assert_eq!(commits(&repository), [""; 0]);
    assert_eq!(report.warnings.len(), 2, "{:?}", report.warnings);
    assert!(
        report.warnings[0].contains("index.lock exists"),
        "{:?}",
        report.warnings
    );
    assert_eq!(fs::read_to_string(&lock).unwrap(), "git's");
    let names = fs::read_dir(repository.path()).unwrap();
    let mut names = names.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    assert!(names.all(|name| !name.contains("unbreak")));
}
