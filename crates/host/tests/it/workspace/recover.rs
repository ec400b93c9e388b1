//! Sudden death at any instant.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::Duration;

use unbreak_host::workspace::{Tree, WorkspaceError};

use super::{Place, after_death, change, create, delete, edit, fix, info, names, rename};

/// Set for this test binary when it plays the process that will be killed: the workspace and the
/// state directory.
const VICTIM: &str = "UNBREAK_TEST_VICTIM";

/// How often a victim is killed, at least; and how often in the middle of a step, and after one.
const ROUNDS: u64 = 60;
const OF_EACH: u64 = 15;

/// Files that a step changes together; they always hold the same number.
const FILES: [&str; 3] = ["a.txt", "dir/b.py", "dir/deep/c.txt"];

#[test]
fn killed_at_any_instant_nothing_is_lost_and_nothing_unverified_stays() {
    if let Some(place) = std::env::var_os(VICTIM) {
        let place = place.into_string().unwrap();
        let (root, state) = place.split_once('|').unwrap();
        return count_up(Path::new(root), Path::new(state));
    }
    let place = Place::with(&[("users.txt", "the user's own\n"), ("at-0", "0"), ("odd", "")]);
    for file in FILES {
        place.write(file, "0\n");
    }
    fs::remove_file(place.path("odd")).unwrap();
    let (mut interrupted, mut number, mut round) = (0, 0, 0);
    let mut clock = Clock::new();
    while round < ROUNDS || interrupted < OF_EACH || number < OF_EACH {
        let committed = kill_somewhere(&place, clock.next());
        clock.tune(committed.is_some());
        if let Some(recovered) = place.tree().recover().unwrap() {
            interrupted += u64::from(!recovered.taken_back.is_empty());
            assert_eq!(recovered.conflicts, [], "round {round}");
        }
        assert_eq!(place.tree().recover().unwrap(), None);
        number = check(&place, committed.unwrap_or(number), round);
        round += 1;
    }
}

/// When to kill: anywhere in the first steps, however long these take on this machine.
struct Clock {
    span: Duration,
    seed: u64,
}

impl Clock {
    fn new() -> Self {
        Self {
            span: Duration::from_millis(20),
            seed: 1,
        }
    }

    fn next(&mut self) -> Duration {
        // Knuth's MMIX generator; its upper bits are good enough to spread over a span.
        self.seed = self
            .seed
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        self.span * u32::try_from(self.seed >> 48).unwrap() / (1 << 16)
    }

    /// Longer when the victim did not get a step done, shorter when it did.
    fn tune(&mut self, done: bool) {
        self.span = if done {
            self.span * 3 / 4
        } else {
            self.span * 5 / 4
        };
    }
}

/// Lets a victim work for a while. Gives the last step that it said it had committed.
fn kill_somewhere(place: &Place, after: Duration) -> Option<u64> {
    let mut victim = victim(place);
    let mut said = BufReader::new(victim.stdout.take().unwrap()).lines();
    let ready = said.find(|line| line.as_ref().is_ok_and(|line| line.contains("ready")));
    assert!(ready.is_some(), "the victim did not start");
    std::thread::sleep(after);
    victim.kill().unwrap();
    victim.wait().unwrap();
    let committed = said
        .map_while(Result::ok)
        .filter_map(|line| line.strip_prefix("committed ")?.parse().ok());
    committed.last()
}

fn victim(place: &Place) -> Child {
    let test = "workspace::recover::killed_at_any_instant_nothing_is_lost_and_nothing_unverified_stays";
    let places = format!("{}|{}", place.root().display(), place.state.path().display());
    #[expect(
        clippy::disallowed_methods,
        reason = "the runner would not let it be killed alone"
    )]
    std::process::Command::new(std::env::current_exe().unwrap())
        .args(["--exact", test, "--nocapture"])
        .env(VICTIM, places)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

/// The victim: counts up in all files at once, for ever. Every other step is taken back.
#[expect(clippy::print_stdout, reason = "the one who kills it reads along")]
fn count_up(root: &Path, state: &Path) {
    let tree = Tree::open_with_state(root, state).unwrap();
    let mut number: u64 = fs::read_to_string(root.join(FILES[0]))
        .unwrap()
        .trim()
        .parse()
        .unwrap();
    println!("\nready");
    loop {
        let mut run = tree.begin(&info("count")).unwrap();
        for _ in 0..3 {
            let rejected = run.apply(&[&step(number, 100_000_000)]).unwrap();
            run.rollback(rejected).unwrap();
            let applied = run.apply(&[&step(number, number + 1)]).unwrap();
            number += 1;
            run.commit(applied).unwrap();
            println!("committed {number}");
        }
        run.finish("counted").unwrap();
    }
}

/// From one number to another: edits, a rename, and a file in a new directory that is there for
/// odd numbers only.
fn step(from: u64, to: u64) -> unbreak_core::Fix {
    let source = format!("{from}\n");
    let edits = FILES.map(|file| edit(file, &source, &from.to_string(), &to.to_string()));
    let mut step = fix().edits(edits);
    step.files
        .push(rename(&format!("at-{from}"), &format!("at-{to}")));
    match (from % 2, to % 2) {
        (0, 1) => step.files.push(create("new/odd", "odd\n")),
        (1, 0) => step.files.push(delete("new/odd")),
        _ => {}
    }
    step
}

/// Everything is as one number has it: the last that was said to be committed, or the one that was
/// committed and not yet said.
fn check(place: &Place, said: u64, round: u64) -> u64 {
    let number: u64 = place.read(FILES[0]).trim().parse().unwrap();
    assert!(
        number == said || number == said + 1,
        "round {round}: {number} after {said}"
    );
    let mut expected = vec![format!("at-{number}"), "users.txt".to_owned()];
    expected.extend(FILES.map(str::to_owned));
    if number % 2 == 1 {
        expected.push("new/odd".to_owned());
    }
    expected.sort();
    let everything = place.everything();
    let files = everything.keys().filter(|path| path.is_file());
    let files: Vec<String> = files
        .map(|path| path.strip_prefix(place.root()).unwrap().display().to_string())
        .collect();
    assert_eq!(files, expected, "round {round}");
    for file in FILES {
        assert_eq!(place.read(file), format!("{number}\n"), "round {round}");
    }
    assert_eq!(place.read("users.txt"), "the user's own\n");
    assert_eq!(place.read(&format!("at-{number}")), "0");
    number
}

/// Leaves a run as a sudden death would, with one step committed and one open.
fn dead_run(place: &Place) -> (Tree, tempfile::TempDir) {
    let mut run = place.begin();
    let kept = run.apply(&[&change(place, "a", "one", "two")]).unwrap();
    run.commit(kept).unwrap();
    let open = run.apply(&[&change(place, "b", "one", "two")]).unwrap();
    let found = after_death(place);
    std::mem::forget((run, open));
    found
}

#[test]
fn the_next_start_says_what_it_recovered() {
    let place = Place::with(&[("a", "one"), ("b", "one")]);
    let (tree, _copy) = dead_run(&place);
    let run = tree.begin(&info("next")).unwrap();
    let recovered = run.recovered().unwrap();
    assert_eq!(
        (names(&recovered.kept), names(&recovered.taken_back)),
        (vec!["a"], vec!["b"])
    );
    assert_eq!(
        recovered.to_string(),
        format!(
            "run {} (`check`) had been interrupted; not yet verified and taken back: b; verified and kept: a",
            recovered.run
        )
    );
    assert_eq!(
        (place.read("a"), place.read("b")),
        ("two".to_owned(), "one".to_owned())
    );
    assert_eq!(tree.history().unwrap()[1].outcome.as_deref(), Some("interrupted"));
}

#[test]
fn an_undo_after_a_sudden_death_undoes_that_run() {
    let place = Place::with(&[("a", "one"), ("b", "one")]);
    let (tree, _copy) = dead_run(&place);
    let undone = tree.undo(None, false).unwrap();
    assert_eq!(names(&undone.files), ["a"]);
    assert_eq!(names(&undone.recovered.unwrap().taken_back), ["b"]);
    assert_eq!(
        (place.read("a"), place.read("b")),
        ("one".to_owned(), "one".to_owned())
    );
}

#[test]
fn an_undo_takes_back_no_earlier_run_when_the_interrupted_one_leaves_nothing() {
    let place = Place::with(&[("a", "one"), ("b", "one")]);
    let mut earlier = place.begin();
    let kept = earlier.apply(&[&change(&place, "a", "one", "two")]).unwrap();
    earlier.commit(kept).unwrap();
    earlier.finish("fixed").unwrap();
    let mut run = place.begin();
    let open = run.apply(&[&change(&place, "b", "one", "two")]).unwrap();
    let (tree, _copy) = after_death(&place);
    std::mem::forget((run, open));
    let undone = tree.undo(None, false).unwrap();
    assert_eq!(names(&undone.files), ["b"]);
    assert_eq!(Some(undone.run), undone.recovered.map(|recovered| recovered.run));
    assert_eq!(
        (place.read("a"), place.read("b")),
        ("two".to_owned(), "one".to_owned())
    );
}

#[test]
fn a_line_that_was_cut_short_counts_as_not_written() {
    let place = Place::with(&[("a", "one"), ("b", "one")]);
    let (tree, copy) = dead_run(&place);
    let journal = journal(copy.path());
    let text = fs::read_to_string(&journal).unwrap();
    for length in (0..text.len()).rev() {
        fs::write(&journal, &text[..length]).unwrap();
        let runs = tree.history().unwrap();
        assert_eq!(runs.len(), usize::from(text[..length].contains('\n')), "{length}");
    }
    // What the last line announced had been done all the same; without it nobody knows, so it is
    // written before anything is done.
    let cut = text.trim_end().rfind('\n').unwrap() + 20;
    fs::write(&journal, &text[..cut]).unwrap();
    let recovered = tree.recover().unwrap().unwrap();
    assert_eq!(
        (names(&recovered.kept), recovered.taken_back.len()),
        (vec!["a"], 0)
    );
    assert!(
        fs::read_to_string(&journal)
            .unwrap()
            .lines()
            .all(|line| line.ends_with('}'))
    );
}

#[test]
fn a_damaged_journal_is_named_and_nothing_is_guessed() {
    let place = Place::with(&[("a", "one"), ("b", "one")]);
    let (tree, copy) = dead_run(&place);
    let journal = journal(copy.path());
    let text = fs::read_to_string(&journal).unwrap();
    for (damaged, reason) in [
        (
            text.replacen("\"record\":\"apply\"", "\"record\":\"appal\"", 1),
            "damaged in line 2",
        ),
        (
            text.replacen("\"version\":1", "\"version\":9", 1),
            "version 9 is newer",
        ),
        (text.split_once('\n').unwrap().1.to_owned(), "does not begin"),
    ] {
        fs::write(&journal, damaged).unwrap();
        let before = place.everything();
        let error = tree.begin(&info("next")).unwrap_err();
        assert!(matches!(error, WorkspaceError::Journal { .. }), "{error:?}");
        assert!(error.to_string().contains(reason), "{error}");
        assert!(error.hint().unwrap().contains("runs"), "{error}");
        assert_eq!(place.everything(), before);
    }
}

fn journal(state: &Path) -> std::path::PathBuf {
    fn find(directory: &Path) -> Option<std::path::PathBuf> {
        fs::read_dir(directory).unwrap().find_map(|entry| {
            let path = entry.unwrap().path();
            match path.is_dir() {
                true => find(&path),
                false => (path.file_name().unwrap() == "journal").then_some(path),
            }
        })
    }
    find(state).unwrap()
}
