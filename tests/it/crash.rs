//! `kill -9` at any moment loses nothing.

use std::thread;
use std::time::{Duration, Instant};

use rustix::process::Signal;

use crate::harness::{Running, Site};

/// How many moments of a run are tried, evenly spread over it.
const MOMENTS: u32 = 8;

const CHECK: [&str; 2] = ["python3", "report.py"];

/// Three faults that come to light one after another, so that there are several rounds to be
/// killed in, beside what a user has lying around.
fn site() -> Site {
    Site::with(&[
        (
            "report.py",
            "from lines import lines\nfrom totals import total\n\nprint(json.dumps(total(lines())))\n",
        ),
        ("lines.py", "def lines()\n    return [1, 2, 3]\n"),
        ("totals.py", "def total(numbers):\n    return sum(nubmers)\n"),
        ("notes.txt", "not to be lost\r\n"),
    ])
}

/// Kills a repair after a part of the time that it takes.
fn killed_after(site: &Site, delay: Duration) {
    let run = ["run", "--quiet", "--"];
    let running = Running::start(site.unbreak(run).args(CHECK));
    thread::sleep(delay);
    running.signal(Signal::KILL);
    running.end();
}

/// The moments, measured on a whole run.
fn moments() -> impl Iterator<Item = Duration> {
    let site = site();
    let started = Instant::now();
    site.repair(CHECK).with_code(0);
    let whole = started.elapsed();
    (0..MOMENTS).map(move |moment| whole * moment / MOMENTS)
}

#[test]
fn undo_gives_back_the_tree_from_before_the_killed_run() {
    for moment in moments() {
        let site = site();
        let before = site.snapshot();
        killed_after(&site, moment);
        site.run(["undo"]);
        assert_eq!(
            site.snapshot().changed_since(&before),
            [""; 0],
            "killed after {moment:?}"
        );
    }
}

#[test]
fn the_next_run_finishes_what_the_killed_one_began() {
    let repaired = {
        let site = site();
        site.repair(CHECK).with_code(0);
        site.snapshot()
    };
    for moment in moments() {
        let site = site();
        killed_after(&site, moment);
        site.repair(CHECK).with_code(0);
        assert_eq!(
            site.snapshot().changed_since(&repaired),
            [""; 0],
            "killed after {moment:?}"
        );
    }
}
