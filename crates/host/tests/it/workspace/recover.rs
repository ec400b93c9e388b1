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
/// `cargo xtask bench crash` asks for more.
const ROUNDS: u64 = 60;
const ROUNDS_VARIABLE: &str = "UNBREAK_CRASH_KILLS";
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
    let rounds = asked(ROUNDS_VARIABLE, ROUNDS);
    while round < rounds || interrupted < OF_EACH || number < OF_EACH {
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
    println!("{round} kills, {interrupted} of them in the middle of a step: nothing lost, nothing left");
}

/// A number from the environment.
fn asked(variable: &str, usual: u64) -> u64 {
    std::env::var(variable).map_or(usual, |number| number.parse().unwrap())
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

/// The victim: counts up in all files at once, for ever. Every other step is rolled back.
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
            "run {} (`check`) had been interrupted; not yet verified and rolled back: b; verified and kept: a",
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
    let journals = journals(copy.path());
    let text = fs::read_to_string(&journals[0]).unwrap();
    // What the last line announced had been done all the same; without it no one knows, so it is
    // written before anything is done.
    let cut = text.trim_end().rfind('\n').unwrap() + 20;
    for journal in &journals {
        fs::write(journal, &text[..cut]).unwrap();
    }
    let recovered = tree.recover().unwrap().unwrap();
    assert_eq!(
        (names(&recovered.kept), recovered.taken_back.len()),
        (vec!["a"], 0)
    );
    for journal in &journals {
        let text = fs::read_to_string(journal).unwrap();
        assert!(text.lines().all(|line| line.ends_with('}')), "{text}");
    }
}

#[test]
fn a_damaged_journal_is_named_and_nothing_is_guessed() {
    let place = Place::with(&[("a", "one"), ("b", "one")]);
    let (tree, copy) = dead_run(&place);
    let journals = journals(copy.path());
    let text = fs::read_to_string(&journals[0]).unwrap();
    for (damaged, reason, named) in [
        (
            text.replacen("\"record\":\"apply\"", "\"record\":\"appal\"", 1),
            "line 2: its checksum is wrong",
            "; it tells of changes to b",
        ),
        (
            text.replacen("\"version\":2", "\"version\":9", 1),
            "line 1: its checksum is wrong",
            "; it tells of changes to a, b",
        ),
        (
            text.split_once('\n').unwrap().1.to_owned(),
            "line 1: its checksum is wrong",
            "; it tells of changes to a, b",
        ),
        (
            String::new(),
            "it is empty or gone",
            "; it no longer tells which files it changed",
        ),
    ] {
        for journal in &journals {
            fs::write(journal, &damaged).unwrap();
        }
        let before = place.everything();
        let error = tree.begin(&info("next")).unwrap_err();
        assert!(matches!(error, WorkspaceError::Journal { .. }), "{error:?}");
        assert!(
            error.to_string().ends_with(&format!("{reason}{named}")),
            "{error}"
        );
        assert!(error.hint().unwrap().contains("images"), "{error}");
        assert_eq!(place.everything(), before);
    }
}

#[test]
fn a_journal_of_version_1_is_read() {
    let place = Place::with(&[("a", "one"), ("b", "one")]);
    let (tree, copy) = dead_run(&place);
    let [journal, second] = journals(copy.path());
    let text = fs::read_to_string(&journal).unwrap();
    let objects = text.lines().map(|line| &line[line.find('{').unwrap()..]);
    let old = objects.fold(String::new(), |text, object| text + object + "\n");
    fs::write(&journal, old.replacen("\"version\":2", "\"version\":1", 1)).unwrap();
    fs::remove_file(second).unwrap();
    let recovered = tree.recover().unwrap().unwrap();
    assert_eq!(
        (names(&recovered.kept), names(&recovered.taken_back)),
        (vec!["a"], vec!["b"])
    );
    assert_eq!(tree.history().unwrap()[0].outcome.as_deref(), Some("interrupted"));
}

#[test]
fn a_run_whose_directory_is_gone_is_named() {
    let place = Place::with(&[("a", "one"), ("b", "one")]);
    let (tree, copy) = dead_run(&place);
    let directory = journals(copy.path())[0].parent().unwrap().to_owned();
    let id = directory.file_name().unwrap().to_str().unwrap().to_owned();
    fs::remove_dir_all(&directory).unwrap();
    let error = tree.begin(&info("next")).unwrap_err();
    assert!(error.to_string().contains(&id), "{error}");
    let WorkspaceError::Journal { path, .. } = error else {
        panic!("{error:?}");
    };
    // As the hint says.
    fs::remove_file(path).unwrap();
    assert!(tree.begin(&info("next")).is_ok());
}

/// How many bits of a file are flipped, and after how many bytes it is cut.
const DAMAGES: u64 = 12;
const DAMAGES_VARIABLE: &str = "UNBREAK_CRASH_DAMAGES";

/// Damage to a state file.
fn damages(bytes: &[u8]) -> Vec<Option<Vec<u8>>> {
    let spread = |most: usize| (0..bytes.len()).step_by(bytes.len().div_ceil(most).max(1));
    let most = usize::try_from(asked(DAMAGES_VARIABLE, DAMAGES)).unwrap();
    let cut = spread(most).map(|length| Some(bytes[..length].to_vec()));
    let flipped = spread(most).enumerate().map(|(index, at)| {
        let mut bytes = bytes.to_vec();
        bytes[at] ^= 1 << (index % 8);
        Some(bytes)
    });
    let lines = bytes.iter().enumerate().filter(|(_, byte)| **byte == b'\n');
    let at_lines = lines.map(|(end, _)| Some(bytes[..=end].to_vec()));
    [None, Some(Vec::new()), Some(vec![0; bytes.len()])]
        .into_iter()
        .chain(cut)
        .chain(flipped)
        .chain(at_lines)
        .collect()
}

/// Every file below a directory.
fn files(directory: &Path) -> Vec<std::path::PathBuf> {
    let entries = fs::read_dir(directory).unwrap();
    let mut files: Vec<_> = entries
        .flat_map(|entry| match entry.unwrap().path() {
            path if path.is_dir() => files(&path),
            path => vec![path],
        })
        .collect();
    files.sort();
    files
}

/// No damage to one file of the state is passed over in silence: the run before is rolled back to the
/// byte, or an error names what is wrong and nothing is touched.
#[test]
fn damage_to_the_state_is_made_good_or_named() {
    let (mut made_good, mut named) = (0, 0);
    for with_command in [false, true] {
        let place = Place::with(&[("a", "one"), ("b", "one"), ("dir/c", "one")]);
        let mut run = place.begin();
        let kept = run.apply(&[&change(&place, "a", "one", "two")]).unwrap();
        run.commit(kept).unwrap();
        let mut settled = place.everything();
        let mut fix = change(&place, "b", "one", "two");
        fix.files = vec![rename("dir/c", "dir/d")];
        if with_command {
            fix.commands.push(unbreak_core::Command::new("true", [""; 0]));
        }
        let open = run.apply(&[&fix]).unwrap();
        if with_command {
            place.write("made", "by the command");
        }
        let half = place.everything();
        settled.retain(|path, _| half.contains_key(path) || path.ends_with("c"));
        let (_, original) = after_death(&place);
        std::mem::forget((run, open));
        for file in files(original.path()) {
            let name = file.strip_prefix(original.path()).unwrap();
            for (number, damage) in damages(&fs::read(&file).unwrap()).into_iter().enumerate() {
                let copy = tempfile::tempdir().unwrap();
                super::copy_all(&original.path().join("state"), &copy.path().join("state"));
                match &damage {
                    Some(bytes) => fs::write(copy.path().join(name), bytes).unwrap(),
                    None => fs::remove_file(copy.path().join(name)).unwrap(),
                }
                put(&place, &half);
                let tree = Tree::open_with_state(place.root(), &copy.path().join("state")).unwrap();
                let what = format!("{}, damage {number}, command {with_command}", name.display());
                match tree.recover() {
                    Ok(_) => {
                        assert_eq!(bytes(&place.everything()), bytes(&settled), "{what}");
                        made_good += 1;
                    }
                    Err(error) => {
                        let is_named = matches!(
                            error,
                            WorkspaceError::Journal { .. }
                                | WorkspaceError::NotRestored { .. }
                                | WorkspaceError::State { .. }
                        );
                        assert!(is_named, "{what}: {error}");
                        assert!(error.hint().is_some(), "{what}: {error}");
                        // And it is named again.
                        assert!(tree.begin(&info("next")).is_err(), "{what}");
                        named += 1;
                    }
                }
            }
        }
    }
    println!("{made_good} damages made good, {named} named, none silent");
    assert!(
        made_good > 100 && named > 20,
        "{made_good} made good, {named} named"
    );
}

type Everything = std::collections::BTreeMap<std::path::PathBuf, (u32, Vec<u8>)>;

fn bytes(everything: &Everything) -> Vec<(&Path, &[u8])> {
    let files = everything.iter().filter(|(path, _)| !path.is_dir());
    files
        .map(|(path, (_, bytes))| (path.as_path(), bytes.as_slice()))
        .collect()
}

/// Makes a workspace what it was.
fn put(place: &Place, everything: &Everything) {
    for path in files(place.root()) {
        fs::remove_file(path).unwrap();
    }
    for (path, (mode, bytes)) in everything {
        if *mode & 0o170_000 == 0o100_000 {
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, bytes).unwrap();
        }
    }
}

/// The two copies of the journal of the only run.
fn journals(state: &Path) -> [std::path::PathBuf; 2] {
    let named = |name: &str| {
        let mut found = files(state).into_iter().filter(|path| path.ends_with(name));
        found.next().unwrap()
    };
    [named("journal"), named("journal-copy")]
}
