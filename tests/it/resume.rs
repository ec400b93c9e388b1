//! A bisection that is interrupted, and continues.

use std::collections::BTreeSet;
use std::fs;

use rustix::process::Signal;

use crate::harness::{Running, Site, wait_for};

/// The first commit that is bad, of as many.
const CULPRIT: usize = 23;
const COMMITS: usize = 40;

/// A history whose check writes down each commit that it has looked at.
fn site() -> Site {
    let site = Site::empty();
    let check = format!(
        "sleep 0.1\necho \"$(cat number)\" >> '{}'\n[ \"$(cat number)\" -lt {CULPRIT} ] || {{ echo 'a.c:3: error: boom'; exit 1; }}\n",
        site.beside("looked at").display(),
    );
    site.write("check.sh", &check);
    site.git(&["init", "--quiet"]);
    for number in 0..COMMITS {
        site.write("number", &number.to_string());
        site.git(&["add", "."]);
        site.git(&["commit", "--quiet", "-m", &format!("change {number}")]);
    }
    site
}

fn looked_at(site: &Site) -> Vec<String> {
    let text = fs::read_to_string(site.beside("looked at")).unwrap_or_default();
    text.lines().map(str::to_owned).collect()
}

#[test]
fn an_interrupted_search_goes_on_where_it_was() {
    let good = format!("HEAD~{}", COMMITS - 1);
    for signal in [Signal::INT, Signal::KILL] {
        let site = site();
        let bisect = |resume: &[&str]| {
            let search = ["bisect", "--good", &good, "--jobs", "1", "--no-confirm"];
            let check = ["--", "sh", "check.sh"];
            site.unbreak(search.into_iter().chain(resume.iter().copied()).chain(check))
        };
        let first = Running::start(&mut bisect(&[]));
        wait_for("the third commit", || looked_at(&site).len() >= 3);
        first.signal(signal);
        first.end();

        let second = Running::start(&mut bisect(&["--resume"])).end().with_code(0);
        assert!(
            second.stdout.contains(&format!("change {CULPRIT}")),
            "{}",
            second.stdout
        );
        let looked_at = looked_at(&site);
        let once: BTreeSet<&String> = looked_at.iter().collect();
        // What one was killed over is looked at again.
        assert!(looked_at.len() <= once.len() + 1, "{signal:?}: {looked_at:?}");
    }
}
