//! Commands that run some tests only.

use unbreak_core::{Command, TestSelection};

/// A command, the tests as the runner prints them, and the command that runs those.
const CASES: &[(&str, &[&str], &str)] = &[
    (
        "pytest",
        &["tests/test_a.py::test_b"],
        "pytest tests/test_a.py::test_b",
    ),
    (
        "python3 -m pytest -q -p no:cacheprovider tests/",
        &["tests/test_a.py::TestC::test_b[1-2]"],
        "python3 -m pytest -q -p no:cacheprovider tests/test_a.py::TestC::test_b[1-2]",
    ),
    (
        "pytest --rootdir . -x ./tests/test_a.py other",
        &["tests/test_a.py::test_b"],
        "pytest --rootdir . -x other tests/test_a.py::test_b",
    ),
    (
        "pytest test_ab.py .",
        &["test_a.py::test_b", "test_a.py::test_c"],
        "pytest test_ab.py test_a.py::test_b test_a.py::test_c",
    ),
    (
        "python3 -B -m unittest -q",
        &["tests.test_shop.ShopTest.test_total"],
        "python3 -B -m unittest -q -k tests.test_shop.ShopTest.test_total",
    ),
    (
        "cargo +nightly test --workspace -- --nocapture",
        &["cart::adds"],
        "cargo +nightly test --workspace -- --exact cart::adds",
    ),
    ("cargo t", &["adds", "sums"], "cargo t -- --exact adds sums"),
    (
        "cargo nextest run -- --nocapture",
        &["shop cart::adds", "shop cart::sums"],
        "cargo nextest run -E=test(/^(cart::adds|cart::sums)$/) -- --nocapture",
    ),
    (
        "cargo nextest run",
        &["a/b"],
        r"cargo nextest run -E=test(/^(a\/b)$/)",
    ),
    (
        "go test -v ./...",
        &["shop TestTable/two_words"],
        "go test -run=^(TestTable)$ -v ./...",
    ),
    (
        "npx jest --ci",
        &["cart adds (2)"],
        r"npx jest --ci --testNamePattern=^(cart adds \(2\))$",
    ),
    (
        "vitest run",
        &["sums > slow"],
        "vitest run --testNamePattern=^(sums slow)$",
    ),
    (
        "./node_modules/.bin/mocha",
        &["cart adds"],
        "./node_modules/.bin/mocha --grep=^(cart adds)$",
    ),
    (
        "node --import=tsx --test test/",
        &["adds"],
        "node --import=tsx --test --test-name-pattern=adds test/",
    ),
    (
        "ctest --test-dir build",
        &["adds"],
        "ctest --test-dir build -R ^(adds)$",
    ),
    (
        "bundle exec rspec",
        &["Cart adds"],
        "bundle exec rspec --example=Cart adds",
    ),
    (
        "vendor/bin/phpunit",
        &[r"Tests\CartTest::testAdds with data set #1"],
        "vendor/bin/phpunit --filter=CartTest::testAdds",
    ),
    (
        "./gradlew test",
        &["shop.CartTest#adds"],
        "./gradlew test --tests shop.CartTest.adds",
    ),
];

#[test]
fn a_command_runs_the_selected_tests_only() {
    for (command, tests, expected) in CASES {
        let mut words = command.split(' ');
        let mut command = Command::new(words.next().unwrap(), words);
        let selection = TestSelection::of(&command).unwrap();
        selection.restrict(&mut command, tests.iter().copied());
        let words: Vec<&str> = command.words().collect();
        assert_eq!(words.join(" "), *expected, "{}", selection.runner());
    }
}

#[test]
fn other_commands_have_no_selection() {
    for command in [
        "make test",
        "cargo run test",
        "go run test",
        "npm test",
        "python3 -m http.server",
        "node app.js",
    ] {
        let mut words = command.split(' ');
        let command = Command::new(words.next().unwrap(), words);
        assert!(TestSelection::of(&command).is_none(), "{command}");
    }
}
