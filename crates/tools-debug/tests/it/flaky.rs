//! `flake_check`

use std::path::Path;

use serde_json::{Value, json};

use crate::world::World;

fn check(world: &World, script: &str, more: &[(&str, Value)]) -> Value {
    call(world, &["sh", "-c", script], more)
}

fn call(world: &World, command: &[&str], more: &[(&str, Value)]) -> Value {
    let mut input = json!({ "command": command });
    for (name, value) in more {
        input[*name] = value.clone();
    }
    world.call("flake_check", input).unwrap()
}

/// The report about each test, by its name without file and class.
fn tests<'a>(output: &'a Value, part: &str) -> Vec<(&'a str, &'a Value)> {
    let tests = output["tests"].as_array().unwrap().iter();
    tests
        .map(|test| {
            let name = test["test"].as_str().unwrap();
            (
                name.rsplit([':', ' ', '.']).next().unwrap(),
                test.pointer(part).unwrap(),
            )
        })
        .collect()
}

/// Fails in every third run.
const EVERY_THIRD: &str =
    "echo x >> n; test $(( $(wc -l < n) % 3 )) != 0 || { echo 'error: third'; exit 1; }";

#[test]
fn what_fails_sometimes_is_flaky() {
    for (script, runs, verdict, failures) in [
        ("exit 0", 6, "passes", 0),
        ("exit 1", 6, "fails", 6),
        (EVERY_THIRD, 6, "flaky", 2),
    ] {
        let world = World::new(&[]);
        let output = check(&world, script, &[("runs", json!(runs))]);
        assert_eq!(
            (&output["verdict"], &output["failures"]["count"]),
            (&json!(verdict), &json!(failures))
        );
        assert_eq!(output["flaky"], verdict == "flaky");
    }
}

#[test]
fn the_threshold_is_a_setting() {
    let output = check(
        &World::new(&[]),
        EVERY_THIRD,
        &[("runs", json!(6)), ("threshold", json!(0.5))],
    );
    assert_eq!(
        (&output["flaky"], &output["failures"]["count"]),
        (&json!(false), &json!(2))
    );
}

#[test]
fn a_sequential_check_ends_when_it_is_clear() {
    for (script, at_least, at_most) in [("exit 0", 30, 32), (EVERY_THIRD, 3, 12), ("exit 1", 10, 10)] {
        let output = check(&World::new(&[]), script, &[("sequential", json!(true))]);
        let runs = output["failures"]["of"].as_u64().unwrap();
        assert!((at_least..=at_most).contains(&runs), "{script}: {runs} runs");
    }
}

#[test]
fn failures_are_counted_for_each_test() {
    let test = "import os, unittest\n\n\nclass Cart(unittest.TestCase):\n    def test_broken(self):\n        self.assertEqual(1, 2)\n\n    def test_third(self):\n        with open('n', 'a') as file:\n            file.write('x')\n        self.assertNotEqual(os.path.getsize('n') % 3, 0)\n\n    def test_solid(self):\n        self.assertTrue(True)\n";
    let world = World::new(&[("test_cart.py", test)]);
    let output = check(&world, "python3 -m unittest -q test_cart", &[("runs", json!(3))]);
    assert_eq!(
        tests(&output, "/failures/count"),
        [("test_broken", &json!(3)), ("test_third", &json!(1))],
        "{output:#}"
    );
    assert_eq!(
        tests(&output, "/flaky"),
        [("test_broken", &json!(false)), ("test_third", &json!(true))]
    );
}

/// Writes what a runner would, in its own format, with a test that fails in every second run.
const REPORT: &str = "echo x >> n; if [ $(( $(wc -l < n) % 2 )) = 0 ]; then fault='<failure message=\"odd\"/>'; fi
echo \"<testsuite><testcase classname='cart' name='total'>$fault</testcase><testcase classname='cart' name='empty'/></testsuite>\" > report.xml
test -z \"$fault\"";

#[test]
fn results_are_taken_from_a_report_in_junits_format() {
    let output = check(
        &World::new(&[]),
        REPORT,
        &[("runs", json!(4)), ("report", json!("report.xml"))],
    );
    assert_eq!(
        tests(&output, "/failures/count"),
        [("total", &json!(2))],
        "{output:#}"
    );
    assert_eq!(
        (&output["solid"], &output["tests"][0]["test"]),
        (&json!(1), &json!("cart::total"))
    );
}

/// A command, and the files of a workspace.
type Package = (&'static [&'static str], &'static [(&'static str, &'static str)]);

/// A package of each language with a test that fails in every second run, and one that never does.
const PACKAGES: [Package; 2] = [
    (
        &["cargo", "test", "--offline"],
        &[
            (
                "Cargo.toml",
                "[package]\nname = \"cart\"\nversion = \"0.1.0\"\nedition = \"2021\"\n[workspace]\n",
            ),
            (
                "src/lib.rs",
                "#[test]\nfn odd() {\n    let runs = std::fs::read(\"runs\").unwrap_or_default().len();\n    std::fs::write(\"runs\", vec![b'x'; runs + 1]).unwrap();\n    assert_eq!(runs % 2, 0);\n}\n#[test]\nfn solid() {}\n",
            ),
        ],
    ),
    (
        &["go", "test", "./..."],
        &[
            ("go.mod", "module cart\n"),
            (
                "cart_test.go",
                "package cart\n\nimport (\n\t\"os\"\n\t\"testing\"\n)\n\nfunc Test_odd(t *testing.T) {\n\truns, _ := os.ReadFile(\"runs\")\n\tos.WriteFile(\"runs\", append(runs, 'x'), 0o600)\n\tif len(runs)%2 == 1 {\n\t\tt.Fatal(\"odd\")\n\t}\n}\n\nfunc Test_solid(t *testing.T) {}\n",
            ),
        ],
    ),
];

#[test]
fn results_are_taken_from_what_runners_print() {
    for (command, files) in PACKAGES {
        let output = call(&World::new(files), command, &[("runs", json!(3))]);
        let counts: Vec<_> = tests(&output, "/failures/count")
            .into_iter()
            .map(|(_, count)| count)
            .collect();
        assert_eq!(
            (counts, &output["solid"]),
            (vec![&json!(1)], &json!(1)),
            "{output:#}"
        );
    }
}

const DEPENDENT: &str = "\
import datetime, os, random, socket, time, unittest


class Cart(unittest.TestCase):
    def test_random(self):
        self.assertLess(random.random(), 0.5)

    def test_urandom(self):
        self.assertLess(os.urandom(1)[0], 128)

    def test_hash(self):
        self.assertEqual(hash('text') % 2, 0)

    def test_clock(self):
        self.assertEqual(int(time.time() * 1000) % 2, 0)

    def test_date(self):
        self.assertLess(datetime.date.today().year, 2028)

    def test_network(self):
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as to:
            to.connect(('192.0.2.1', 9))

    def test_solid(self):
        began = time.time()
        time.sleep(0.01)
        self.assertGreaterEqual(time.time() - began, 0.01)
        self.assertIs(type(datetime.datetime.now()), datetime.datetime)
        with socket.create_server(('127.0.0.1', 0)) as server:
            socket.create_connection(server.getsockname()).close()
";

#[test]
fn experiments_name_what_tests_depend_on() {
    // Without a route a network cannot be missed.
    let is_online = std::net::UdpSocket::bind("0.0.0.0:0")
        .unwrap()
        .connect("192.0.2.1:9")
        .is_ok();
    let world = World::new(&[("test_cart.py", DEPENDENT)]);
    let output = call(
        &world,
        &["python3", "-m", "unittest", "-q", "test_cart"],
        &[
            ("runs", json!(2)),
            ("experiments", json!(true)),
            ("only", json!(["time", "randomness", "hash_seed", "network"])),
        ],
    );
    let expected = [
        ("test_clock", "time"),
        ("test_date", "time"),
        ("test_hash", "hash_seed"),
        ("test_network", "network"),
        ("test_random", "randomness"),
        ("test_urandom", "randomness"),
    ];
    for (test, cause) in expected
        .into_iter()
        .filter(|(test, _)| is_online || *test != "test_network")
    {
        let known = tests(&output, "/causes")
            .into_iter()
            .find(|(name, _)| *name == test);
        assert_eq!(known.unwrap().1, &json!([cause]), "{output:#}");
    }
    assert!(
        !tests(&output, "/flaky")
            .iter()
            .any(|(name, _)| *name == "test_solid"),
        "{output:#}"
    );
}

#[test]
fn what_varies_with_everything_pinned_is_a_race() {
    // How long it took to get here, in microseconds, is as often odd as even.
    let program = "import sys, threading, time\n\nbegan = time.perf_counter_ns()\nthread = threading.Thread(target=lambda: None)\nthread.start()\nthread.join()\nsys.exit((time.perf_counter_ns() - began) // 1000 % 2)\n";
    let world = World::new(&[("race.py", program)]);
    let output = call(
        &world,
        &["python3", "race.py"],
        &[
            ("runs", json!(10)),
            ("experiments", json!(true)),
            ("only", json!(["hash_seed", "race"])),
        ],
    );
    assert_eq!(output["causes"], json!(["race"]), "{output:#}");
}

const ORDERED: &str = "\
CACHE = {}


def test_first():
    assert True


def test_victim():
    assert 'rate' not in CACHE


def test_second():
    assert True


def test_polluter():
    CACHE['rate'] = 1


def test_brittle():
    assert CACHE['rate'] == 1
";

#[test]
fn tests_that_others_depend_on_are_found() {
    let pytest = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../.tools/venv/bin/pytest");
    assert!(pytest.exists(), "pytest is missing: run `cargo xtask setup`");
    let world = World::new(&[("test_cart.py", ORDERED)]);
    let output = call(
        &world,
        &[pytest.to_str().unwrap(), "-q", "-p", "no:cacheprovider"],
        &[
            ("runs", json!(2)),
            ("experiments", json!(true)),
            ("only", json!(["order"])),
        ],
    );
    let polluter = json!(["test_cart.py::test_polluter"]);
    assert_eq!(
        tests(&output, "/why/0/culprits"),
        [("test_brittle", &polluter), ("test_victim", &polluter)],
        "{output:#}"
    );
    assert_eq!(
        (&output["causes"], &output["solid"]),
        (&json!(["order"]), &json!(3))
    );
}

#[test]
fn flaky_tests_are_remembered() {
    let world = World::new(&[]);
    let runs = [("runs", json!(4)), ("report", json!("report.xml"))];
    assert_eq!(check(&world, REPORT, &runs)["tests"][0]["past"], Value::Null);
    let again = check(&world, REPORT, &runs);
    let past = &again["tests"][0]["past"];
    assert_eq!(
        (&past["runs"], &past["failures"], &past["last"]),
        (&json!(4), &json!(2), &json!(".F.F")),
        "{again:#}"
    );
}
