//! Language models as servers, asked by the built binary.

mod injection;
mod interrupt;
mod mock;
mod noise;
mod unconfigured;

use unbreak_loopback::ChatServer;

use crate::harness::{Ended, Running, Site, configure};

const UNITTEST: &[&str] = &["python3", "-B", "-m", "unittest", "-q"];

/// A repair with every question answered by yes, and with models as this file configures them.
fn consult(site: &Site, configuration: &str, command: &[&str]) -> Running {
    let run = [
        "run",
        "--format",
        "jsonl",
        "--yes",
        "--config",
        configuration,
        "--",
    ];
    Running::start(site.unbreak(run).args(command))
}

/// The same to its end, with the models of a server.
fn repair(site: &Site, server: &ChatServer) -> Ended {
    consult(site, &configure(site, server), UNITTEST).end()
}

const WRONG: &str = "    return a - b";
const RIGHT: &str = "    return a + b";

/// A sum that is wrong, and its test.
fn site() -> Site {
    Site::with(&[
        ("sums.py", "def add(a, b):\n    return a - b\n"),
        (
            "test_sums.py",
            "import unittest\n\nfrom sums import add\n\n\nclass SumsTest(unittest.TestCase):\n    def test_add(self):\n        self.assertEqual(add(2, 3), 5)\n",
        ),
        ("notes.txt", "not to be lost\r\n"),
    ])
}
