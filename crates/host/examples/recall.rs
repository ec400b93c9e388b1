//! How fast past failures are recalled, and how well.
//!
//! `recall COUNT` keeps COUNT made-up failures in a scratch store and prints how long queries take.
//! `recall quality < FAILURES` reads failures as JSON, an object a line: `cause`, `message`, and, if
//! known, `frames` and `places` (`file:line`). Each is asked about among all others; printed is how
//! often one of the same cause comes first, or is among the first five.

#![expect(clippy::print_stdout, reason = "its output is what it is for")]

use std::io::BufRead as _;
use std::time::{Duration, Instant};

use serde::Deserialize;
use unbreak_core::Symptoms;
use unbreak_core::session::Postmortem;
use unbreak_host::Store;

type Failed = Box<dyn std::error::Error>;

fn main() -> Result<(), Failed> {
    let scratch = tempfile::tempdir()?;
    let store = Store::at(scratch.path().join("memory.sqlite"));
    match std::env::args().nth(1).as_deref() {
        Some("quality") => quality(&store),
        Some(count) => speed(&store, count.parse()?),
        None => Err("say how many failures, or quality".into()),
    }
}

/// A sequence of numbers that is the same each time (Numerical Recipes' generator).
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % limit
    }

    /// Small numbers are frequent, as words of a language are.
    fn skewed(&mut self, limit: u64) -> u64 {
        let bound = self.below(limit) + 1;
        self.below(bound)
    }
}

/// Messages in the forms of real ones, with names that repeat as those of a few hundred projects do.
fn made_up(numbers: &mut Numbers) -> Postmortem {
    let name = |numbers: &mut Numbers| format!("name{}_of{}", numbers.skewed(4_000), numbers.skewed(300));
    let (one, other) = (name(numbers), name(numbers));
    let message = match numbers.below(6) {
        0 => format!("KeyError: '{one}'"),
        1 => format!("AttributeError: '{one}' object has no attribute '{other}'"),
        2 => format!(
            "assert {} == {} where {one}({other})",
            numbers.below(50),
            numbers.below(50)
        ),
        3 => format!("error[E0425]: cannot find value `{one}` in this scope, help: `{other}`"),
        4 => format!("TypeError: {one}() missing 1 required positional argument: '{other}'"),
        _ => format!("ModuleNotFoundError: No module named '{one}.{other}'"),
    };
    let mut failure = Postmortem::new("s", message, format!("cause {}", numbers.below(1 << 30)));
    let file = numbers.skewed(3_000);
    failure.frames = (0..6)
        .map(|_| format!("src/m{file}.py:f{}", numbers.skewed(20_000)))
        .collect();
    failure
}

fn speed(store: &Store, count: usize) -> Result<(), Failed> {
    let mut numbers = Numbers(20_261_121);
    let failures: Vec<Postmortem> = (0..count).map(|_| made_up(&mut numbers)).collect();
    let began = Instant::now();
    store.import(failures.iter().map(|failure| (failure, 1)))?;
    println!(
        "{count} failures are kept in {:.1} s",
        began.elapsed().as_secs_f64()
    );
    let mut times: Vec<(Duration, Duration)> = Vec::new();
    for index in 0..500 {
        // Every other one is known but for its numbers and its stack.
        let mut failure = match index % 2 {
            0 => made_up(&mut numbers),
            _ => failures[index * 97 % count.max(1)].clone(),
        };
        failure.frames.truncate(3);
        let mut symptoms = Symptoms::new(failure.message);
        symptoms.frames = failure.frames;
        let (began, worked) = (Instant::now(), processor_time());
        store.find(&symptoms, 5)?;
        times.push((began.elapsed(), processor_time() - worked));
    }
    let (wall, processor): (Vec<Duration>, Vec<Duration>) = times.into_iter().unzip();
    for (name, mut times) in [("on the clock", wall), ("of processor time", processor)] {
        times.sort();
        let at = |share: usize| times[times.len() * share / 100].as_secs_f64() * 1e3;
        println!(
            "a query takes {:.2} ms in the middle, {:.2} ms at most in 99 of 100, {name}",
            at(50),
            at(99)
        );
    }
    Ok(())
}

/// The processor time of this process: on a busy machine the clock says little.
fn processor_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Duration::new(
        time.tv_sec.unsigned_abs(),
        u32::try_from(time.tv_nsec).unwrap_or_default(),
    )
}

#[derive(Deserialize)]
struct Failure {
    cause: String,
    message: String,
    #[serde(default)]
    frames: Vec<String>,
    #[serde(default)]
    places: Vec<String>,
}

fn quality(store: &Store) -> Result<(), Failed> {
    let lines = std::io::stdin().lock().lines();
    let failures: Vec<Failure> = lines
        .map(|line| Ok(serde_json::from_str(&line?)?))
        .collect::<Result<_, Failed>>()?;
    let kept: Vec<Postmortem> = failures
        .iter()
        .enumerate()
        .map(postmortem)
        .collect::<Result<_, _>>()?;
    store.import(kept.iter().map(|failure| (failure, 1)))?;
    for (name, with_frames, with_places) in [
        ("words", false, false),
        ("words and stack", true, false),
        ("words, stack and coverage", true, true),
    ] {
        let (mut first, mut five, mut asked) = (0, 0, 0);
        for (index, failure) in failures.iter().enumerate() {
            let is_alone = failures
                .iter()
                .filter(|other| other.cause == failure.cause)
                .count()
                < 2;
            if is_alone {
                continue;
            }
            asked += 1;
            let mut symptoms = Symptoms::new(failure.message.as_str());
            if with_frames {
                symptoms.frames.clone_from(&failure.frames);
            }
            if with_places {
                symptoms.places.clone_from(&failure.places);
            }
            let found = store.find(&symptoms, 6)?;
            let others = found
                .iter()
                .filter(|similar| similar.postmortem.session != index.to_string());
            let at = others
                .take(5)
                .position(|similar| similar.postmortem.culprit.as_ref() == Some(&failure.cause));
            first += usize::from(at == Some(0));
            five += usize::from(at.is_some());
        }
        println!(
            "by {name}: {} % first, {} % among five, of {asked}",
            100 * first / asked.max(1),
            100 * five / asked.max(1)
        );
    }
    Ok(())
}

fn postmortem((index, failure): (usize, &Failure)) -> Result<Postmortem, Failed> {
    // The root cause is part of what makes two entries one; here none may be lost.
    let mut kept = Postmortem::new(
        index.to_string(),
        failure.message.as_str(),
        format!("cause {index}"),
    );
    kept.culprit = Some(failure.cause.clone());
    kept.frames.clone_from(&failure.frames);
    for place in &failure.places {
        let (file, line) = place.rsplit_once(':').ok_or("a place is file:line")?;
        let line: u32 = line.parse()?;
        let place = serde_json::json!({ "file": file, "line": line, "why": "coverage" });
        kept.places.push(serde_json::from_value(place)?);
    }
    Ok(kept)
}
