//! Agent and supervisor killed at random moments: a task is resumed once or reported, never twice, never lost.

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

use super::agent::{BROKEN, Example, INVOICE, REPAIRED};
use super::process_tree::{child_of, with_variable};
use super::{heal_directory, tasks};
use crate::harness::{Ended, Running, wait_for};

fn number(variable: &str, usual: u64) -> u64 {
    env::var(variable).map_or(usual, |number| number.parse().unwrap())
}

/// xorshift64*
fn random(state: &mut u64) -> u64 {
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    state.wrapping_mul(0x2545_f491_4f6c_dd1d)
}

/// The outcome of a trial.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Fate {
    /// The kill came too late, or the task was resumed and finished.
    Finished,
    /// It was killed before the task was paused: whoever started it sees that from its end.
    NotPaused,
    /// It was killed after the task had been resumed: the supervisor says so.
    Reported,
}

#[test]
fn a_task_is_resumed_once_or_reported() {
    let kills = number("UNBREAK_HEAL_KILLS", 9);
    let mut seed = number("UNBREAK_HEAL_SEED", 1).max(1);
    let whole = {
        let example = Example::in_development();
        let started = Instant::now();
        example.run(&[], &["write the invoice"]).with_code(0);
        started.elapsed()
    };
    let mut fates: BTreeMap<(Fate, Trigger, Victim), u64> = BTreeMap::new();
    for _ in 0..kills {
        let trigger = *pick(&Trigger::ALL, &mut seed);
        let victim = *pick(&Victim::ALL, &mut seed);
        let share = (random(&mut seed) % 1000) as f64 / 1000.0;
        let delay = trigger.longest_delay(whole).mul_f64(share);
        let fate = trial(trigger, delay, victim);
        *fates.entry((fate, trigger, victim)).or_default() += 1;
    }
    println!("{kills} kills, a whole run takes {whole:?}: {fates:#?}");
    assert_eq!(fates.values().sum::<u64>(), kills);
}

fn pick<'a, T>(all: &'a [T], seed: &mut u64) -> &'a T {
    let at = random(seed) % all.len() as u64;
    &all[usize::try_from(at).unwrap()]
}

/// From when on the delay before a kill counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Trigger {
    Start,
    /// The task was paused: a repair and a restart follow.
    Paused,
    /// The task was resumed: it is finished soon.
    Resumed,
}

impl Trigger {
    const ALL: [Self; 3] = [Self::Start, Self::Paused, Self::Resumed];

    fn longest_delay(self, whole: Duration) -> Duration {
        match self {
            Self::Start | Self::Paused => whole,
            Self::Resumed => whole / 8,
        }
    }

    fn has_come(self, example: &Example) -> bool {
        let file = |state: &str| {
            let directory = heal_directory(&example.site).join("tasks").join(state);
            fs::read_dir(directory).is_ok_and(|mut entries| entries.next().is_some())
        };
        match self {
            Self::Start => true,
            Self::Paused => file("paused") || file("resumed") || file("done"),
            Self::Resumed => file("resumed") || file("done"),
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Victim {
    Agent,
    Supervisor,
}

impl Victim {
    const ALL: [Self; 2] = [Self::Agent, Self::Supervisor];
}

fn trial(trigger: Trigger, delay: Duration, victim: Victim) -> Fate {
    let context = format!("{victim:?} {delay:?} after {trigger:?}");
    let example = Example::in_development();
    let running = Running::start(&mut example.supervise(&[], &["write the invoice"]));
    wait_for(&context, || trigger.has_come(&example));
    thread::sleep(delay);
    let hit = match victim {
        Victim::Supervisor => Some(running.pid()),
        Victim::Agent => child_of(running.pid()),
    };
    // It may have ended by itself, or the agent may not run just now.
    let _ = hit.map(|pid: Pid| kill_process(pid, Signal::KILL));
    let mut runs = vec![running.end()];
    // As an init system starts it again. Each start resumes what is paused.
    for _ in 0..3 {
        runs.push(example.run(&["--resume"], &[]));
        if !tasks(&example.site).iter().any(|(_, state)| state == "paused") {
            break;
        }
    }
    check(&example, &runs, &context)
}

fn check(example: &Example, runs: &[Ended], context: &str) -> Fate {
    let stdout: String = runs.iter().map(|run| run.stdout.as_str()).collect();
    let told = format!("{context}\n{runs:#?}");
    let tasks = tasks(&example.site);
    for (task, state) in &tasks {
        let times = stdout.matches(&format!("resumed {task}")).count();
        assert!(times <= 1, "{task} was resumed {times} times: {told}");
        assert_ne!(state, "paused", "{task} is forgotten: {told}");
    }
    example.site.run(["dev", "log", "--verify"]).with_code(0);
    let source = example.site.read("tools/total.py");
    assert!(
        source.contains(BROKEN) || source.contains(REPAIRED),
        "{source}: {told}"
    );
    let left = with_variable("UNBREAK_STATE_DIR", &example.site.beside("state"));
    assert_eq!(left, [], "processes are left: {told}");
    let unfinished: Vec<&String> = tasks
        .iter()
        .filter(|(_, state)| state == "resumed")
        .map(|(task, _)| task)
        .collect();
    for task in &unfinished {
        let last = &runs.last().unwrap().stderr;
        let is_reported = last
            .lines()
            .any(|line| line.contains(*task) && line.contains("not finished"));
        assert!(is_reported, "{task} is not reported: {told}");
    }
    match (unfinished.is_empty(), example.invoice()) {
        (false, _) => Fate::Reported,
        (true, Some(invoice)) => {
            assert_eq!(invoice, INVOICE, "{told}");
            Fate::Finished
        }
        (true, None) => {
            assert_eq!(tasks, [], "a task is done without its result: {told}");
            assert_ne!(runs[0].code, 0, "nobody says that the task is not done: {told}");
            Fate::NotPaused
        }
    }
}
