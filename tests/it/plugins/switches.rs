//! `unbreak.toml` switches plug-ins off.

use super::{declarative, install, says};
use crate::harness::{Running, Site};

#[test]
fn a_project_switches_plugins_off_wherever_they_come_from() {
    let site = Site::with(&[
        ("unbreak.toml", "[plugins]\noff = [\"acme\", \"flake8\"]\n"),
        ("src/log", "acme: a.c:3: bad\n"),
    ]);
    install(&site, &declarative(&site, "acme"));
    let listed = site.run(["list", "parsers"]).with_code(0);
    for id in ["acme", "flake8"] {
        let line = listed.stdout.lines().find(|line| line.starts_with(id)).unwrap();
        assert!(line.split_whitespace().nth(1) == Some("off"), "{line}");
    }
    let mut parse = site.unbreak(["parse", "log"]);
    let below = Running::start(parse.current_dir(site.root().join("src"))).end();
    assert!(!below.stdout.contains(r#""parser":"acme""#), "{}", below.stdout);
    site.write("unbreak.toml", "");
    says(&site.run(["parse", "src/log"]), &[r#""parser":"acme""#]);
}

#[test]
fn what_it_cannot_mean_is_refused() {
    let cases = [
        ("[plugins]\nof = []\n", "expected `off`"),
        ("[plugin]\n", "expected `plugins`"),
        ("[plugins]\noff = [\"flake9\"]\n", "'flake9'"),
    ];
    for (text, named) in cases {
        let site = Site::with(&[("unbreak.toml", text)]);
        says(&site.run(["list", "parsers"]).with_code(2), &[named]);
        says(&site.run(["run", "--", "true"]).with_code(2), &[named]);
    }
}
