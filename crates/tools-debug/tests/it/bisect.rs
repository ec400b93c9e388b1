//! `git_bisect`, on repositories made here.

use std::collections::BTreeSet;
use std::path::Path;

use git2::{Oid, Repository};
use serde_json::{Value, json};

use crate::world::{World, commit};

/// A line of commits; `script` says what `check.sh` is in each.
fn line(root: &Path, length: usize, script: impl Fn(usize) -> String) -> Vec<Oid> {
    let mut commits: Vec<Oid> = Vec::new();
    for number in 0..length {
        let files = [("number", format!("{number}\n")), ("check.sh", script(number))];
        let parents: Vec<Oid> = commits.last().copied().into_iter().collect();
        commits.push(commit(root, &files, &parents));
    }
    commits
}

const BROKEN: &str = "echo 'error: it is broken'; exit 1\n";

fn bisect(world: &World, good: Oid, more: &[(&str, Value)]) -> Value {
    let mut input = json!({ "command": ["sh", "check.sh"], "good": good.to_string() });
    for (name, value) in more {
        input[*name] = value.clone();
    }
    world.call("git_bisect", input).unwrap()
}

/// As sure as a search has to be, and not surer than anyone can be.
fn assert_sure(output: &Value) {
    let confidence = output["confidence"].as_f64().unwrap();
    assert!((0.95..1.0).contains(&confidence), "{output:#}");
}

#[test]
fn the_first_bad_commit_is_found_in_few_runs() {
    let world = World::new(&[]);
    let commits = line(world.root(), 33, |number| {
        if number < 20 { "exit 0\n" } else { BROKEN }.to_owned()
    });
    for jobs in [1, 2, 4] {
        let output = bisect(&world, commits[0], &[("jobs", json!(jobs))]);
        assert_eq!(output["first_bad"]["id"], commits[20].to_string(), "{output:#}");
        assert_eq!(output["last_good"]["id"], commits[19].to_string(), "{output:#}");
        assert_eq!(
            (&output["commits"], &output["steady"]),
            (&json!(32), &json!(true))
        );
        assert_sure(&output);
        assert!(
            output["diff"]
                .as_str()
                .unwrap()
                .contains("+echo 'error: it is broken'")
        );
        // The bad end, what divides 32 commits, and what makes sure that the failure is a steady one.
        let runs = output["runs"].as_array().unwrap().len();
        assert!(runs <= 4 + 5 + jobs, "{runs} runs with {jobs} at a time");
    }
}

#[test]
fn commits_that_change_what_is_read_come_first() {
    // Two of three commits change what the command does not read. On a file system that does not say
    // what is read, the failure names the file.
    let world = World::new(&[]);
    let root = world.root();
    let check =
        "grep -q broken src/read && { echo 'src/read:1:1: error: it is broken'; exit 1; } || exit 0\n";
    let mut commits: Vec<Oid> = Vec::new();
    std::fs::create_dir(root.join("src")).unwrap();
    for number in 0..=600 {
        let state = if number < 299 { "whole" } else { "broken" };
        let kind = if number % 30 == 29 { "read" } else { "aside" };
        let mut files = vec![(format!("src/{kind}"), format!("{number}\n{state}\n"))];
        if number == 0 {
            files.push(("src/read".to_owned(), "whole\n".to_owned()));
            files.push(("check.sh".to_owned(), check.to_owned()));
        }
        let files: Vec<(&str, String)> = files
            .iter()
            .map(|(name, text)| (name.as_str(), text.clone()))
            .collect();
        let parents: Vec<Oid> = commits.last().copied().into_iter().collect();
        commits.push(commit(root, &files, &parents));
    }
    let output = bisect(
        &world,
        commits[0],
        &[("jobs", json!(1)), ("confirm", json!(false))],
    );
    assert_eq!(output["first_bad"]["id"], commits[299].to_string(), "{output:#}");
    // Halving would take 10 runs and the bad end.
    assert!(output["runs"].as_array().unwrap().len() <= 9, "{output:#}");
}

#[test]
fn a_commit_that_fails_in_another_way_is_never_blamed() {
    let world = World::new(&[]);
    // A stretch that does not build ends where the failure begins.
    let commits = line(world.root(), 24, |number| match number {
        0..6 => "exit 0\n".to_owned(),
        6..14 => "echo 'error: cannot build at all'; exit 1\n".to_owned(),
        14..18 => "exit 0\n".to_owned(),
        _ => BROKEN.to_owned(),
    });
    let output = bisect(&world, commits[0], &[]);
    assert_eq!(output["first_bad"]["id"], commits[18].to_string(), "{output:#}");
}

#[test]
fn where_the_commits_around_it_cannot_be_tested_all_of_them_are_named() {
    let world = World::new(&[]);
    let commits = line(world.root(), 12, |number| {
        match number {
            0..5 => "exit 0\n",
            5..8 => "exit 125\n",
            _ => BROKEN,
        }
        .to_owned()
    });
    let output = bisect(&world, commits[0], &[]);
    let named: Vec<_> = output["candidates"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["id"].clone())
        .collect();
    assert_eq!(
        named,
        commits[5..=8]
            .iter()
            .map(|id| json!(id.to_string()))
            .collect::<Vec<_>>()
    );
    assert!(output["first_bad"].is_null());
}

#[test]
fn merges_are_followed_to_the_branch_that_broke_it() {
    let world = World::new(&[]);
    let root = world.root();
    let base = line(root, 3, |_| "exit 0\n".to_owned());
    let side: Vec<Oid> = (10..14).fold(Vec::new(), |mut side, number| {
        let script = if number < 12 { "exit 0\n" } else { BROKEN };
        let parent = side.last().copied().unwrap_or(base[2]);
        side.push(commit(
            root,
            &[("number", format!("{number}\n")), ("check.sh", script.to_owned())],
            &[parent],
        ));
        side
    });
    let main = commit(
        root,
        &[("number", "20\n".to_owned()), ("check.sh", "exit 0\n".to_owned())],
        &[base[2]],
    );
    let merge = commit(
        root,
        &[("number", "21\n".to_owned()), ("check.sh", BROKEN.to_owned())],
        &[main, side[3]],
    );
    let all = bisect(&world, base[0], &[]);
    assert_eq!(all["first_bad"]["id"], side[2].to_string());
    let first_parent = bisect(&world, base[0], &[("first_parent", json!(true))]);
    assert_eq!(first_parent["first_bad"]["id"], merge.to_string());
}

#[test]
fn a_failure_that_is_not_certain_is_found_all_the_same() {
    let world = World::new(&[]);
    // Bad commits fail in every other run, which a counter outside makes certain.
    let counts = tempfile::TempDir::new().unwrap();
    let count = counts.path().join("n").display().to_string();
    let uncertain = format!("echo x >> {count}; test $(( $(wc -l < {count}) % 2 )) != 0 || exit 0\n{BROKEN}");
    let commits = line(world.root(), 17, |number| {
        if number < 9 {
            "exit 0\n".to_owned()
        } else {
            uncertain.clone()
        }
    });
    let output = bisect(&world, commits[0], &[("flaky", json!(true)), ("jobs", json!(1))]);
    assert_eq!(output["first_bad"]["id"], commits[9].to_string(), "{output:#}");
    assert_eq!(output["steady"], false, "{output:#}");
    assert_sure(&output);
}

#[test]
fn nothing_of_the_repository_is_touched() {
    let world = World::new(&[]);
    let root = world.root();
    let commits = line(root, 9, |number| {
        if number < 5 { "exit 0\n" } else { BROKEN }.to_owned()
    });
    let repository = Repository::open(root).unwrap();
    std::fs::write(root.join("number"), "changed, not staged\n").unwrap();
    std::fs::write(root.join("untracked"), "mine\n").unwrap();
    std::fs::write(root.join("staged"), "staged\n").unwrap();
    let mut index = repository.index().unwrap();
    index.add_path(Path::new("staged")).unwrap();
    index.write().unwrap();
    let before = snapshot(root);
    bisect(&world, commits[0], &[]);
    assert_eq!(snapshot(root), before);
}

/// Every file below a directory with its content, `.git` included.
fn snapshot(root: &Path) -> Vec<(String, Vec<u8>)> {
    let mut files = Vec::new();
    let mut open = vec![root.to_owned()];
    while let Some(directory) = open.pop() {
        for entry in std::fs::read_dir(directory).unwrap().flatten() {
            match entry.path() {
                path if path.is_dir() => open.push(path),
                path => files.push((path.display().to_string(), std::fs::read(&path).unwrap())),
            }
        }
    }
    files.sort();
    files
}

#[test]
fn a_search_goes_on_from_its_log() {
    let world = World::new(&[]);
    let commits = line(world.root(), 33, |number| {
        if number < 20 { "exit 0\n" } else { BROKEN }.to_owned()
    });
    let first = bisect(&world, commits[0], &[]);
    let log = &first["log"];
    assert!(
        log.as_str()
            .unwrap()
            .ends_with(&format!("# first bad commit: [{}] change 20\n", commits[20]))
    );
    let again = bisect(&world, commits[0], &[("log", log.clone())]);
    assert_eq!(again["first_bad"], first["first_bad"]);
    // The bad end, whose failure is looked for, what is run beside it, and those between which the answer
    // is, as often as makes it sure; all else is known.
    let runs = again["runs"].as_array().unwrap().iter();
    let made: BTreeSet<&str> = runs
        .filter(|run| !run["exit"].is_null())
        .filter_map(|run| run["commit"].as_str())
        .collect();
    assert!((1..=4).contains(&made.len()), "{again:#}");
}

#[test]
fn what_cannot_be_searched_is_refused() {
    let world = World::new(&[]);
    let commits = line(world.root(), 4, |_| "exit 0\n".to_owned());
    let (first, last) = (commits[0].to_string(), commits[3].to_string());
    for (good, bad, reason) in [
        (first.as_str(), last.as_str(), "does not fail in the way"),
        (&last, &first, "mixed up"),
        (&last, &last, "the same commit"),
        ("no-such-ref", &last, "is not a commit"),
    ] {
        let input = json!({ "command": ["sh", "check.sh"], "good": good, "bad": bad });
        let said = world.refused("git_bisect", input);
        assert!(said.contains(reason), "{said:?} does not say {reason:?}");
    }
    let said = World::new(&[]).refused("git_bisect", json!({ "command": ["true"], "good": "HEAD" }));
    assert!(said.contains("no git repository"), "{said}");
}

#[test]
fn git_replays_the_log() {
    let world = World::new(&[]);
    let root = world.root();
    let commits = line(root, 24, |number| match number {
        0..9 => "exit 0\n".to_owned(),
        9..12 => "exit 125\n".to_owned(),
        12..15 => "exit 0\n".to_owned(),
        _ => BROKEN.to_owned(),
    });
    for (more, is_bad) in [
        (vec![], commits[15]),
        (vec![("first_parent", json!(true))], commits[15]),
        (vec![("flaky", json!(true))], commits[15]),
    ] {
        let output = bisect(&world, commits[0], &more);
        let log = world.root().join("../log-of-a-search");
        std::fs::write(&log, output["log"].as_str().unwrap()).unwrap();
        let replay = git(root, &["bisect", "replay", log.to_str().unwrap()]);
        let said = format!("{is_bad} is the first bad commit");
        assert!(replay.contains(&said), "{replay} of {output:#}");
        git(root, &["bisect", "reset"]);
        std::fs::remove_file(log).unwrap();
    }
}

/// The output of git, which must succeed.
#[expect(clippy::disallowed_methods, reason = "git's own word is what is asked for")]
fn git(root: &Path, arguments: &[&str]) -> String {
    let mut command = std::process::Command::new("git");
    let output = command.current_dir(root).args(arguments).output().unwrap();
    let said = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
    assert!(output.status.success(), "git {arguments:?}: {said}");
    said
}

#[test]
fn a_directory_of_build_results_can_be_shared() {
    let world = World::new(&[]);
    // Every run leaves its number there, and the last ones see what the first ones left.
    let seen = tempfile::TempDir::new().unwrap();
    let count = format!(
        "cat number >> out/deep/built; wc -l < out/deep/built >> {}\n",
        seen.path().join("counts").display()
    );
    let commits = line(world.root(), 17, |number| {
        let verdict = if number < 9 { "exit 0\n" } else { BROKEN };
        format!("{count}{verdict}")
    });
    let output = bisect(
        &world,
        commits[0],
        &[("share", json!(["out/deep"])), ("jobs", json!(2))],
    );
    assert_eq!(output["first_bad"]["id"], commits[9].to_string(), "{output:#}");
    let counts = std::fs::read_to_string(seen.path().join("counts")).unwrap();
    let most: usize = counts
        .lines()
        .map(|line| line.trim().parse().unwrap())
        .max()
        .unwrap();
    // Runs that were cancelled have left their number, too.
    assert!(most >= counts.lines().count(), "{counts}");
    for name in ["../elsewhere", "/tmp", ""] {
        let input = json!({ "command": ["true"], "good": commits[0].to_string(), "share": [name] });
        let said = world.refused("git_bisect", input);
        assert!(said.contains("below the workspace"), "{name}: {said}");
    }
}

#[test]
fn what_a_work_tree_cannot_have_is_named() {
    let world = World::new(&[]);
    let root = world.root();
    let pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 12\n";
    std::fs::create_dir(root.join("assets")).unwrap();
    let files = [
        ("number", "0\n".to_owned()),
        ("check.sh", "exit 0\n".to_owned()),
        (
            "assets/.gitattributes",
            "*.bin filter=lfs diff=lfs merge=lfs -text\n".to_owned(),
        ),
        ("assets/picture.bin", pointer.to_owned()),
        ("assets/note.txt", pointer.to_owned()),
    ];
    let first = commit(root, &files, &[]);
    let repository = Repository::open(root).unwrap();
    let mut index = repository.index().unwrap();
    let mut entry = index.get_path(Path::new("number"), 0).unwrap();
    (entry.path, entry.mode, entry.id) = (b"vendor/library".to_vec(), 0o160_000, first);
    index.add(&entry).unwrap();
    index.write().unwrap();
    commit(root, &[("check.sh", BROKEN.to_owned())], &[first]);
    let output = bisect(&world, first, &[]);
    assert_eq!(
        output["warnings"],
        json!([
            "in the scratch work trees these submodules are not checked out: vendor/library",
            "in the scratch work trees these files are kept by git LFS and only pointers: assets/picture.bin",
        ])
    );
}

#[test]
fn a_good_commit_that_does_not_pass_is_said_to() {
    let world = World::new(&[]);
    for (script, reason) in [
        (BROKEN, "in the same way"),
        ("echo 'error: cannot build at all'; exit 2\n", "in another way"),
    ] {
        let commits = line(world.root(), 12, |number| {
            if number < 11 { script } else { BROKEN }.to_owned()
        });
        let input = json!({ "command": ["sh", "check.sh"], "good": commits[0].to_string() });
        let said = world.refused("git_bisect", input);
        assert!(said.contains(reason), "{said:?} does not say {reason:?}");
    }
}

#[test]
fn a_history_that_was_mended_in_between_is_no_uncertain_failure() {
    let world = World::new(&[]);
    let commits = line(world.root(), 31, |number| {
        let is_broken = (8..15).contains(&number) || number >= 20;
        if is_broken { BROKEN } else { "exit 0\n" }.to_owned()
    });
    for jobs in [1, 2, 3] {
        let output = bisect(&world, commits[0], &[("jobs", json!(jobs))]);
        let ends = [json!(commits[8].to_string()), json!(commits[20].to_string())];
        assert!(ends.contains(&output["first_bad"]["id"]), "{output:#}");
        assert_sure(&output);
    }
}
