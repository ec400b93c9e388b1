//! Workspaces that are empty, read-only, oddly named, or no repository.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt as _;
use std::os::unix::process::CommandExt as _;

use crate::harness::{Running, Site};

/// Prints what Python prints of a file without a colon, without needing Python.
const COMPLAIN: &str = r#"
printf '  File "broken.py", line 1\n    if True\n           ^\n'
printf "SyntaxError: expected ':'\n"
exit 1
"#;

/// A user and group that own nothing (`nobody` on Linux).
const NOBODY: u32 = 65534;

#[test]
fn an_empty_directory_has_nothing_to_repair() {
    let site = Site::empty();
    let ended = site.repair(["python3", "-m", "pytest", "-q"]).with_code(1);
    assert!(ended.report().fixed.is_empty());
    assert_eq!(site.snapshot(), Site::empty().snapshot());
}

#[test]
fn a_repair_needs_no_repository_and_makes_none() {
    let site = Site::with(&[("greet.py", "print(json.dumps({}))\n")]);
    site.repair(["python3", "greet.py"]).with_code(0);
    assert!(!site.root().join(".git").exists());
}

/// A repository in a directory of the site, whose first commit holds what is named.
fn commit(site: &Site, directory: &str, names: &[&str]) {
    site.git(&["-C", directory, "init", "-q"]);
    site.git(&[&["-C", directory, "add"], names].concat());
    site.git(&["-C", directory, "commit", "-qm", "first"]);
}

#[test]
fn what_is_repaired_in_a_submodule_is_not_committed_around_it() {
    let site = Site::with(&[("inner/greet.py", "print(json.dumps({}))\n")]);
    commit(&site, "inner", &["greet.py"]);
    commit(&site, ".", &["inner"]);
    site.git(&["config", "user.name", "Ada"]);
    site.git(&["config", "user.email", "ada@example.org"]);

    let command = ["python3", "inner/greet.py"];
    let repaired = site.run([&["run", "--commit", "--format", "jsonl", "--"][..], &command].concat());
    let warnings = repaired.with_code(0).report().warnings;
    assert!(
        warnings[0].ends_with("inner/greet.py lies in a submodule"),
        "{warnings:?}"
    );
}

#[test]
fn a_repair_in_a_repository_touches_the_file_and_nothing_of_git() {
    let site = Site::with(&[("greet.py", "print(json.dumps({}))\n"), ("staged.txt", "one\n")]);
    commit(&site, ".", &["greet.py", "staged.txt"]);
    site.write("staged.txt", "two\n");
    assert!(site.passes(&["git", "add", "staged.txt"]));
    site.write("staged.txt", "three\n");
    site.write("untracked.txt", "mine\n");
    let before = site.snapshot();

    site.repair(["python3", "greet.py"]).with_code(0);

    assert_eq!(site.snapshot().changed_since(&before), ["greet.py"]);
}

#[test]
fn names_with_spaces_and_beyond_ascii_are_names() {
    let site = Site::named("mein Projekt – größer");
    site.write("src mit Ümläuten/日本語 utils.py", "print(json.dumps({}))\n");
    let report = site
        .repair(["python3", "src mit Ümläuten/日本語 utils.py"])
        .with_code(0)
        .report();
    assert_eq!(
        report.fixed[0].diagnostic.file(),
        Some("src mit Ümläuten/日本語 utils.py")
    );
    assert!(site.passes(&["python3", "src mit Ümläuten/日本語 utils.py"]));
}

#[test]
fn a_read_only_directory_is_named_and_left_as_it_is() {
    let site = Site::with(&[
        ("broken.py", "if True\n    print(1)\n"),
        ("complain.sh", COMPLAIN),
    ]);
    let set_mode = |mode| fs::set_permissions(site.root(), Permissions::from_mode(mode)).unwrap();
    set_mode(0o555);
    let before = site.snapshot();
    let ended = Running::start(&mut as_an_ordinary_user(&site)).end();
    let changed = site.snapshot().changed_since(&before);
    set_mode(0o755);

    let told = ended.with_code(1).stdout;
    assert!(told.contains("broken.py is read-only"), "{told}");
    assert_eq!(changed, [""; 0]);
}

/// Permissions do not stop root, so root runs the program as someone else, who must be able to
/// reach it.
fn as_an_ordinary_user(site: &Site) -> std::process::Command {
    let command = ["run", "--", "sh", "complain.sh"];
    if !rustix::process::geteuid().is_root() {
        return site.unbreak(command);
    }
    let open = |path: &std::path::Path| fs::set_permissions(path, Permissions::from_mode(0o777)).unwrap();
    open(site.root().parent().unwrap());
    let binary = site.beside("unbreak");
    fs::copy(site.unbreak([""; 0]).get_program(), &binary).unwrap();
    let mut program = site.program(&binary);
    program.args(command).uid(NOBODY).gid(NOBODY);
    program
}
