//! Commands that run only some of the tests.
//!
//! How to select tests with each runner is data: a row of [`RUNNERS`]. Code that reads a result must look for
//! the test by its name, since a runner may run more than requested (a pattern that matches several names) or
//! nothing.

use crate::capability::Command;

/// How to tell a test runner which tests to run.
struct RunnerSelection {
    /// Its name.
    runner: &'static str,
    /// The words that start it: the name of a program, then words in this order, with only options between
    /// them.
    calls: &'static [&'static [&'static str]],
    /// The place of its options.
    place: OptionPlace,
    /// Options that stand once. `{any}` is a pattern that matches the names as a whole, `{part}` one that
    /// matches texts containing one of them.
    once: &'static [&'static str],
    /// Words that stand once for each test; `{name}` is its name.
    each: &'static [&'static str],
    /// Whether the command may name files and directories, which are run in addition to the selected tests.
    has_paths: bool,
    /// Converts the name that the runner prints to the name for a selection.
    name: fn(&str) -> String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum OptionPlace {
    /// After the words that start it.
    AfterCall,
    /// Before the arguments of the test program, which follow `--`.
    BeforeDashes,
    /// In place of the arguments of the test program.
    AfterDashes,
    /// At the end.
    End,
}

/// A runner with the values that most have.
const fn runner(
    runner: &'static str,
    calls: &'static [&'static [&'static str]],
    place: OptionPlace,
) -> RunnerSelection {
    RunnerSelection {
        runner,
        calls,
        place,
        once: &[],
        each: &[],
        has_paths: false,
        name: str::to_owned,
    }
}

/// The runners whose selection is known. The first that a command starts is used.
const RUNNERS: &[RunnerSelection] = &[
    RunnerSelection {
        each: &["{name}"],
        has_paths: true,
        ..runner("pytest", &[&["pytest"], &["py.test"]], OptionPlace::End)
    },
    RunnerSelection {
        each: &["-k", "{name}"],
        ..runner("unittest", &[&["-m", "unittest"]], OptionPlace::End)
    },
    RunnerSelection {
        once: &["-E=test(/{any}/)"],
        name: last_word,
        ..runner("nextest", &[&["cargo", "nextest"]], OptionPlace::BeforeDashes)
    },
    RunnerSelection {
        once: &["--exact"],
        each: &["{name}"],
        name: last_word,
        ..runner(
            "cargo",
            &[&["cargo", "test"], &["cargo", "t"]],
            OptionPlace::AfterDashes,
        )
    },
    RunnerSelection {
        once: &["-run={any}"],
        name: without_parts,
        ..runner("go", &[&["go", "test"]], OptionPlace::AfterCall)
    },
    RunnerSelection {
        once: &["--testNamePattern={any}"],
        name: titles,
        ..runner("jest", &[&["jest"], &["jest.js"]], OptionPlace::End)
    },
    RunnerSelection {
        once: &["--testNamePattern={any}"],
        name: titles,
        ..runner("vitest", &[&["vitest"], &["vitest.mjs"]], OptionPlace::End)
    },
    RunnerSelection {
        once: &["--grep={any}"],
        ..runner("mocha", &[&["mocha"], &["_mocha"]], OptionPlace::End)
    },
    RunnerSelection {
        once: &["--test-name-pattern={part}"],
        ..runner("node", &[&["node", "--test"]], OptionPlace::AfterCall)
    },
    RunnerSelection {
        once: &["-R", "{any}"],
        ..runner("ctest", &[&["ctest"]], OptionPlace::End)
    },
    RunnerSelection {
        each: &["--example={name}"],
        ..runner("rspec", &[&["rspec"]], OptionPlace::End)
    },
    RunnerSelection {
        once: &["--filter={part}"],
        name: without_namespace,
        ..runner("phpunit", &[&["phpunit"], &["phpunit.phar"]], OptionPlace::End)
    },
    RunnerSelection {
        each: &["--tests", "{name}"],
        name: dotted,
        ..runner(
            "gradle",
            &[&["gradle", "test"], &["gradlew", "test"]],
            OptionPlace::End,
        )
    },
];

/// `package TestName` → `TestName`, as runners for several programs report a test.
fn last_word(test: &str) -> String {
    test.rsplit(' ').next().unwrap_or(test).to_owned()
}

/// `package TestTable/case` → `TestTable`: a case runs with its whole table.
fn without_parts(test: &str) -> String {
    let test = test.rsplit_once(' ').map_or(test, |(_, test)| test);
    test.split('/').next().unwrap_or(test).to_owned()
}

/// `suite > test` → `suite test`: patterns see titles with spaces between.
fn titles(test: &str) -> String {
    test.replace(" > ", " ")
}

/// `App\Tests\CartTest::testAdds with data set #1` → `CartTest::testAdds`.
fn without_namespace(test: &str) -> String {
    let test = test.split(" with data set ").next().unwrap_or(test);
    test.rsplit('\\').next().unwrap_or(test).to_owned()
}

/// `shop.CartTest#adds` → `shop.CartTest.adds`.
fn dotted(test: &str) -> String {
    test.replace('#', ".")
}

/// How the tests that a command runs can be selected.
#[derive(Clone, Copy)]
pub struct TestSelection {
    row: &'static RunnerSelection,
    /// The number of arguments up to the end of the words that start the runner.
    after: usize,
}

impl TestSelection {
    /// The selection of the runner that a command starts, as far as its words show.
    pub fn of(command: &Command) -> Option<Self> {
        let words: Vec<&str> = command.words().collect();
        let called = |row: &'static RunnerSelection| {
            let ends = row.calls.iter().filter_map(|call| end_of_call(&words, call));
            ends.min().map(|after| Self { row, after })
        };
        RUNNERS.iter().find_map(called)
    }

    /// The runner's name: `pytest`, `go`.
    pub fn runner(&self) -> &'static str {
        self.row.runner
    }

    /// The number of the command's arguments up to the end of the words that start the runner. Options of the
    /// runner may stand there.
    pub fn after_call(&self) -> usize {
        self.after
    }

    /// Makes the command run only these tests, by the names that the runner prints.
    pub fn restrict<'t>(&self, command: &mut Command, tests: impl IntoIterator<Item = &'t str>) {
        let mut names: Vec<String> = tests.into_iter().map(self.row.name).collect();
        names.dedup();
        let end = command.args.iter().position(|word| word == "--");
        let end = end.unwrap_or(command.args.len()).max(self.after);
        let options = self.options(&names);
        match self.row.place {
            OptionPlace::AfterCall => drop(command.args.splice(self.after..self.after, options)),
            OptionPlace::BeforeDashes => drop(command.args.splice(end..end, options)),
            OptionPlace::AfterDashes => {
                command.args.truncate(end);
                command.args.push("--".to_owned());
                command.args.extend(options);
            }
            OptionPlace::End => {
                self.drop_paths(&mut command.args, &names);
                command.args.extend(options);
            }
        }
    }

    fn options(&self, names: &[String]) -> Vec<String> {
        let part = names
            .iter()
            .map(|name| regex::escape(name))
            .collect::<Vec<_>>()
            .join("|");
        let any = format!("^({part})$");
        let fill = |option: &&str| {
            let is_delimited = option.ends_with('/') || option.contains("}/");
            let escape = |text: &str| {
                if is_delimited {
                    text.replace('/', r"\/")
                } else {
                    text.to_owned()
                }
            };
            option
                .replace("{any}", &escape(&any))
                .replace("{part}", &escape(&part))
        };
        let each = names.iter().flat_map(|name| {
            let words = self.row.each.iter();
            words.map(move |word| word.replace("{name}", name))
        });
        self.row.once.iter().map(fill).chain(each).collect()
    }

    /// Removes paths that contain one of the tests: otherwise the whole path would run in addition to the
    /// test.
    fn drop_paths(&self, args: &mut Vec<String>, names: &[String]) {
        if !self.row.has_paths {
            return;
        }
        let rest = args.split_off(self.after);
        let mut is_value = false;
        for word in rest {
            if is_value || !names.iter().any(|name| holds(&word, name)) {
                is_value = takes_value(&word);
                args.push(word);
            }
        }
    }
}

/// Whether a path, or a part of a file, is or contains a test: `tests`, `./tests/test_a.py`,
/// `tests/test_a.py::TestB`.
fn holds(path: &str, test: &str) -> bool {
    let path = path.trim_start_matches("./").trim_end_matches('/');
    let rest = test.strip_prefix(path);
    path.is_empty()
        || path == "."
        || rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['/', ':', '[']))
}

/// Whether the next word may belong to this one: `-k NAME`, `--rootdir DIRECTORY`. A flag in front of a path
/// counts as such, too; the path then stays, and more than the test runs.
fn takes_value(word: &str) -> bool {
    const FLAGS: &[&str] = &[
        "-q",
        "-qq",
        "-v",
        "-vv",
        "-vvv",
        "-x",
        "-s",
        "-l",
        "--exitfirst",
        "--verbose",
        "--quiet",
    ];
    word.starts_with('-') && !word.contains('=') && !FLAGS.contains(&word)
}

/// Where a call ends among the words of a command, as a number of its arguments.
fn end_of_call(words: &[&str], call: &[&str]) -> Option<usize> {
    let (program, rest) = call.split_first()?;
    let start = words
        .iter()
        .position(|word| word.rsplit('/').next() == Some(program))?;
    rest.iter().try_fold(start, |at, wanted| {
        let next = words[at + 1..].iter().position(|word| word == wanted)?;
        let between = &words[at + 1..at + 1 + next];
        let are_options = between.iter().all(|word| word.starts_with(['-', '+']));
        are_options.then_some(at + 1 + next)
    })
}
