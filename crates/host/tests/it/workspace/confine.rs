//! Nothing outside is written, whatever the path.

use std::fs;
use std::os::unix::fs::symlink;

use unbreak_core::{RelPath, Workspace as _};
use unbreak_host::workspace::Tree;

use super::{Place, change, create, delete, edit, fix, info, rel, rename, with_files};

/// A workspace with a directory beside it that must not be touched.
fn fortress() -> (Place, tempfile::TempDir) {
    let place = Place::with(&[("inside/real.txt", "inside"), (".git/config", "git")]);
    let outside = tempfile::tempdir().unwrap();
    fs::write(outside.path().join("secret"), "outside").unwrap();
    let out = |name: &str| outside.path().join(name);
    let links = [
        ("file_out", out("secret")),
        ("dir_out", outside.path().to_owned()),
        ("new_out", out("new")),
        (
            "up_out",
            format!("../{}/secret", outside.path().file_name().unwrap().display()).into(),
        ),
        ("via", "dir_out/secret".into()),
        ("loop", "loop".into()),
        ("git_in", ".git".into()),
        ("up_down", "inside/../.git/config".into()),
        ("through_nothing", "nothing/../dir_out/secret".into()),
    ];
    for (name, target) in links {
        symlink(target, place.path(name)).unwrap();
    }
    (place, outside)
}

#[test]
fn links_lead_nowhere_outside() {
    let (place, outside) = fortress();
    let before = (
        place.everything(),
        fs::read_to_string(outside.path().join("secret")).unwrap(),
    );
    let mut run = place.begin();
    for file in [
        "file_out",
        "dir_out/secret",
        "up_out",
        "via",
        "loop",
        "git_in/config",
        "up_down",
        "new_out",
        "through_nothing",
    ] {
        let edit = fix().edit(edit(file, "outside", "outside", "x"));
        for attempt in [
            edit,
            with_files([create(file, "x")]),
            with_files([delete(file)]),
            with_files([rename(file, "inside/stolen")]),
            with_files([rename("inside/real.txt", file)]),
        ] {
            let refused = run.apply(&[&attempt]).unwrap_err();
            assert!(refused.is_about_the_fix(), "{file}: {refused:?}");
        }
        assert!(place.tree().read(&rel(file)).is_err(), "{file} can be read");
    }
    for below in ["dir_out/new", "git_in/hooks/pre-commit", "dir_out/a/b/c"] {
        assert!(
            run.apply(&[&with_files([create(below, "x")])]).is_err(),
            "{below}"
        );
    }
    drop(run);
    assert_eq!(place.everything(), before.0);
    assert_eq!(
        fs::read_to_string(outside.path().join("secret")).unwrap(),
        before.1
    );
    assert_eq!(fs::read_dir(outside.path()).unwrap().count(), 1);
}

/// Somebody exchanges a directory and a link to one outside, again and again, while it is written.
#[cfg(target_os = "linux")]
#[test]
fn a_link_that_comes_in_between_leads_nowhere_outside() {
    use rustix::fs::{CWD, RenameFlags, renameat_with};
    use std::sync::atomic::{AtomicBool, Ordering};

    let place = Place::with(&[("dir/file", "text")]);
    let outside = tempfile::tempdir().unwrap();
    fs::write(outside.path().join("file"), "text").unwrap();
    symlink(outside.path(), place.path("link")).unwrap();
    let (dir, link) = (place.path("dir"), place.path("link"));
    let exchange = || renameat_with(CWD, &dir, CWD, &link, RenameFlags::EXCHANGE).unwrap();
    let done = AtomicBool::new(false);
    let give_up = std::time::Instant::now() + std::time::Duration::from_secs(300);
    let tree = place.tree();
    let mut run = tree.begin(&info("check")).unwrap();
    let (mut applied, mut refused) = (0, 0);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !done.load(Ordering::Relaxed) && std::time::Instant::now() < give_up {
                exchange();
            }
        });
        while applied < 50 || refused < 50 {
            // What a rollback could not put back is the next one's start.
            let now = tree
                .read_text(&rel("dir/file"))
                .unwrap_or_else(|_| "text".to_owned());
            match run.apply(&[&fix().edit(edit("dir/file", &now, &now, &format!("{now}!")))]) {
                Ok(step) => {
                    applied += 1;
                    run.rollback(step).unwrap();
                }
                Err(_) => refused += 1,
            }
        }
        done.store(true, Ordering::Relaxed);
    });
    assert_eq!(fs::read_to_string(outside.path().join("file")).unwrap(), "text");
    assert_eq!(fs::read_dir(outside.path()).unwrap().count(), 1);
}

#[test]
fn paths_that_no_fix_may_name() {
    for path in [
        "../x",
        "/etc/passwd",
        "a/../../x",
        "",
        ".",
        "a\0b",
        ".git/config",
        ".GIT/config",
        "sub/.Git/hooks/x",
        ".git",
        ".git./config",
        "GIT~1/config",
        ".g\u{200c}it/config",
    ] {
        assert!(RelPath::new(path).is_err(), "{path:?}");
    }
}

#[test]
fn an_edit_through_an_inside_link_goes_to_the_real_file() {
    let place = Place::with(&[("inside/real.txt", "one two")]);
    symlink("inside", place.path("dir")).unwrap();
    symlink("../inside/real.txt", place.path("inside/link")).unwrap();
    symlink(
        place.root().canonicalize().unwrap().join("inside/link"),
        place.path("absolute"),
    )
    .unwrap();
    let before = place.everything();
    let mut run = place.begin();
    // Two names of one file in one step, and an edit that both fixes make.
    let fixes = [
        fix().edit(edit("absolute", "one two", "one", "1")),
        fix()
            .edit(edit("dir/real.txt", "one two", "one", "1"))
            .edit(edit("dir/link", "one two", "two", "2")),
    ];
    let applied = run.apply(&[&fixes[0], &fixes[1]]).unwrap();
    assert_eq!(super::names(&applied.files), ["inside/real.txt"]);
    assert_eq!(place.read("inside/real.txt"), "1 2");
    assert!(place.path("absolute").is_symlink() && place.path("inside/link").is_symlink());
    run.rollback(applied).unwrap();
    assert_eq!(place.everything(), before);
}

#[test]
fn links_themselves_are_not_created_over_moved_or_deleted() {
    let place = Place::with(&[("file", "x")]);
    symlink("file", place.path("link")).unwrap();
    symlink("nothing", place.path("dangling")).unwrap();
    let mut run = place.begin();
    for op in [
        delete("link"),
        rename("link", "other"),
        create("link", ""),
        create("dangling", ""),
    ] {
        let error = run.apply(&[&with_files([op])]).unwrap_err();
        assert!(
            error
                .to_string()
                .ends_with("is a symbolic link, not a regular file"),
            "{error}"
        );
    }
}

#[test]
fn a_hard_links_other_name_keeps_its_content() {
    let place = Place::with(&[("a", "text")]);
    let outside = tempfile::tempdir().unwrap();
    fs::hard_link(place.path("a"), outside.path().join("twin")).unwrap();
    let mut run = place.begin();
    let applied = run.apply(&[&change(&place, "a", "text", "new")]).unwrap();
    assert_eq!(place.read("a"), "new");
    assert_eq!(fs::read_to_string(outside.path().join("twin")).unwrap(), "text");
    run.commit(applied).unwrap();
}

#[test]
fn two_names_of_one_file_in_one_step_are_refused() {
    let place = Place::with(&[("a", "text")]);
    fs::hard_link(place.path("a"), place.path("b")).unwrap();
    let fixes = [change(&place, "a", "t", "1"), change(&place, "b", "x", "2")];
    let error = place.begin().apply(&[&fixes[0], &fixes[1]]).unwrap_err();
    assert_eq!(error.to_string(), "a and b are the same file");
}

#[test]
fn only_regular_files_are_touched() {
    let place = Place::new();
    rustix::fs::mkfifoat(rustix::fs::CWD, place.path("fifo"), rustix::fs::Mode::RWXU).unwrap();
    let _socket = std::os::unix::net::UnixListener::bind(place.path("socket")).unwrap();
    let mut run = place.begin();
    for (file, kind) in [("fifo", "a FIFO"), ("socket", "a socket")] {
        let fixes = [
            fix().edit(edit(file, "x", "x", "y")),
            with_files([delete(file)]),
            with_files([create(file, "")]),
        ];
        for attempt in fixes {
            let error = run.apply(&[&attempt]).unwrap_err();
            assert_eq!(error.to_string(), format!("{file} is {kind}, not a regular file"));
        }
        assert!(place.tree().read(&rel(file)).is_err());
    }
}

#[test]
fn a_state_directory_inside_is_out_of_reach() {
    let place = Place::with(&[("a", "text")]);
    let tree = Tree::open_with_state(place.root(), &place.path("my/state")).unwrap();
    let mut run = tree.begin(&info("check")).unwrap();
    let applied = run.apply(&[&change(&place, "a", "text", "new")]).unwrap();
    let lock = fs::read_dir(place.path("my/state/locks"))
        .unwrap()
        .next()
        .unwrap()
        .unwrap();
    let lock = format!("my/state/locks/{}", lock.file_name().display());
    symlink("my/state", place.path("alias")).unwrap();
    for file in [lock.as_str(), "my/state/new", "alias/new"] {
        let error = run.apply(&[&with_files([create(file, "x")])]).unwrap_err();
        assert_eq!(
            error.to_string(),
            format!("{file} belongs to unbreak's own state")
        );
    }
    assert_eq!(super::names(&tree.files()), ["a"]);
    run.rollback(applied).unwrap();
}

#[test]
fn what_is_no_directory_is_no_workspace() {
    let place = Place::with(&[("file", "")]);
    for path in ["file", "missing"] {
        let error = Tree::open(&place.path(path)).unwrap_err();
        assert!(error.is_usage(), "{error:?}");
        assert!(error.to_string().contains(path) && std::error::Error::source(&error).is_some());
    }
}
