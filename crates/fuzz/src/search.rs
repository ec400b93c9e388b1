//! Trying inputs, a fixed number of them or for a time.

use std::any::Any;
use std::collections::{BTreeMap, HashSet};
use std::fs::{self, File};
use std::io::{Seek as _, Write as _};
use std::panic::{self, AssertUnwindSafe};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use crate::mutate::Mutator;
use crate::random::Random;
use crate::{FINDINGS, Target, trait_of};

/// Seeds that were found are not more than this; each takes the place of an earlier one then.
const MOST_FOUND: usize = 4096;
/// An input that takes longer is a finding: nothing that is bounded does, on whatever machine.
const SLOW: Duration = Duration::from_secs(20);

/// Inputs in their order.
struct Source<'t> {
    mutator: Mutator<'t>,
    seeds: Vec<Vec<u8>>,
    own: usize,
    seen: HashSet<u64>,
    random: Random,
}

impl<'t> Source<'t> {
    fn of(target: &Target<'t>, seed: u64) -> Self {
        assert!(!target.seeds.is_empty(), "{} has no seeds", target.name);
        Self {
            mutator: Mutator::new(target.words, target.most_bytes),
            seeds: target.seeds.clone(),
            own: target.seeds.len(),
            seen: HashSet::new(),
            random: Random::new(seed ^ trait_of(target.name)),
        }
    }

    fn next(&mut self) -> Vec<u8> {
        self.mutator.input(&self.seeds, &mut self.random)
    }

    /// Keeps an input after which something was seen for the first time.
    fn note(&mut self, input: Vec<u8>, seen: u64) {
        if !self.seen.insert(seen) {
            return;
        }
        match self.seeds.len() - self.own {
            MOST_FOUND.. => {
                let place = self.own + self.random.below(MOST_FOUND);
                self.seeds[place] = input;
            }
            _ => self.seeds.push(input),
        }
    }
}

/// Tries the seeds, then as many inputs as the target says.
#[expect(clippy::panic, reason = "a check that does not hold fails the test")]
pub(crate) fn bounded(target: &Target<'_>) {
    let mut source = Source::of(target, 0);
    let seeds = source.seeds.clone();
    let changed = std::iter::repeat_with(|| None).take(target.inputs);
    for input in seeds.into_iter().map(Some).chain(changed) {
        let input = input.unwrap_or_else(|| source.next());
        match panic::catch_unwind(AssertUnwindSafe(|| (target.check)(&input))) {
            Ok(seen) => source.note(input, seen),
            Err(payload) => {
                let kept = keep(target.name, &input);
                panic!("{}\nthe input is kept in {}", message(&*payload), kept.display());
            }
        }
    }
}

/// The result of a search.
#[derive(Default)]
struct Account {
    inputs: u64,
    bytes: u64,
    slowest: (Duration, usize),
    /// Panics by their message, with the first input of each.
    findings: BTreeMap<String, PathBuf>,
}

/// Tries what was found earlier, then other inputs for a time, and tells what came of it.
pub(crate) fn for_long(target: &Target<'_>, time: Duration, seed: u64) {
    let mut source = Source::of(target, seed.wrapping_add(1));
    let mut account = Account::default();
    let places = silence();
    let mut running = Running::of(target.name);
    let mut earlier = earlier(target.name);
    let started = Instant::now();
    while started.elapsed() < time {
        let input = earlier.pop().unwrap_or_else(|| source.next());
        running.hold(&input);
        let began = Instant::now();
        let checked = panic::catch_unwind(AssertUnwindSafe(|| (target.check)(&input)));
        let taken = began.elapsed();
        account.inputs += 1;
        account.bytes += input.len() as u64;
        if account.slowest.0 < taken {
            account.slowest = (taken, input.len());
            write(&format!("{}.slowest", target.name), &input);
        }
        if taken > SLOW {
            account.find(target.name, &input, &format!("took {taken:?}"));
        }
        match checked {
            Ok(seen) => source.note(input, seen),
            Err(payload) => {
                let place = places.lock().map(|mut place| std::mem::take(&mut *place));
                let what = format!("{}: {}", place.unwrap_or_default(), message(&*payload));
                account.find(target.name, &input, &what);
            }
        }
    }
    drop(panic::take_hook());
    account.tell(target.name, started.elapsed(), source.seeds.len() - source.own);
}

impl Account {
    fn find(&mut self, name: &str, input: &[u8], what: &str) {
        // Values in a message differ from input to input; its place and first words do not.
        let kind: String = what.chars().take(120).filter(|c| !c.is_ascii_digit()).collect();
        self.findings.entry(kind).or_insert_with(|| {
            let kept = keep(name, input);
            say(&format!("FOUND {what}\n  in {}", kept.display()));
            kept
        });
    }

    fn tell(&self, name: &str, time: Duration, found: usize) {
        let seconds = time.as_secs_f64();
        say(&format!(
            "{name}: {} inputs in {seconds:.0} s, {:.0}/s, {:.2} MB/s; {found} seeds found; slowest {:.2} s for {} \
             bytes; peak memory {}; {} findings",
            self.inputs,
            self.inputs as f64 / seconds,
            self.bytes as f64 / seconds / 1e6,
            self.slowest.0.as_secs_f64(),
            self.slowest.1,
            peak_memory(),
            self.findings.len()
        ));
        let kinds: Vec<&String> = self.findings.keys().collect();
        assert!(kinds.is_empty(), "{name} found {kinds:#?}");
    }
}

#[expect(clippy::print_stdout, reason = "its output is what it is run for")]
fn say(line: &str) {
    println!("{line}");
}

/// Keeps panics from being printed, and notes where the last one was.
fn silence() -> &'static Mutex<String> {
    static PLACE: Mutex<String> = Mutex::new(String::new());
    panic::set_hook(Box::new(|info| {
        if let (Some(place), Ok(mut last)) = (info.location(), PLACE.lock()) {
            *last = place.to_string();
        }
    }));
    &PLACE
}

fn message(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().map(|text| (*text).to_owned());
    let text = text.or_else(|| payload.downcast_ref::<String>().cloned());
    text.unwrap_or_else(|| "a panic without words".to_owned())
}

/// The inputs that earlier searches found.
fn earlier(name: &str) -> Vec<Vec<u8>> {
    let begin = format!("{name}-");
    let entries = fs::read_dir(directory()).into_iter().flatten().flatten();
    let found = entries.filter(|entry| entry.file_name().to_string_lossy().starts_with(&begin));
    found.filter_map(|entry| fs::read(entry.path()).ok()).collect()
}

/// Writes an input to a file of its own.
fn keep(name: &str, input: &[u8]) -> PathBuf {
    write(&format!("{name}-{:016x}", trait_of(input)), input)
}

/// The input that is tried now, in a file: a stack overflow leaves nothing else behind. The file stays open,
/// because to truncate and close it each time costs more than most checks.
struct Running(Option<File>);

impl Running {
    fn of(name: &str) -> Self {
        Self(File::create(write(&format!("{name}.running"), &[])).ok())
    }

    fn hold(&mut self, input: &[u8]) {
        if let Some(file) = &mut self.0 {
            // Without it the search continues; only the input of an abort would be unknown.
            let _ = file
                .rewind()
                .and_then(|()| file.write_all(input))
                .and_then(|()| file.set_len(input.len() as u64));
        }
    }
}

fn directory() -> PathBuf {
    std::env::var_os(FINDINGS).map_or_else(std::env::temp_dir, PathBuf::from)
}

fn write(name: &str, input: &[u8]) -> PathBuf {
    let directory = directory();
    let path = directory.join(name);
    // A finding that cannot be written is told all the same.
    let _ = fs::create_dir_all(&directory).and_then(|()| fs::write(&path, input));
    path
}

/// The most memory that this process has had, as the system tells it.
fn peak_memory() -> String {
    let status = fs::read_to_string(Path::new("/proc/self/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.map_or("unknown".to_owned(), |line| line.trim().to_owned())
}
