//! Commands that run only some of the tests.
//!
//! How to select tests with each runner is data (`tool-facts`). Code that reads a result must look for
//! the test by its name, since a runner may run more than requested (a pattern that matches several names) or
//! nothing.

use crate::capability::Command;
use crate::tool_facts::{self, Place, Selection, TestName};

/// The name of a test for a selection, from the name that the runner prints.
fn selected_name(rule: TestName, printed: &str) -> String {
    match rule {
        TestName::AsPrinted => printed.to_owned(),
        TestName::LastWord => last_word(printed).to_owned(),
        TestName::WithoutParts => until(last_word(printed), "/").to_owned(),
        TestName::Titles => printed.replace(" > ", " "),
        TestName::WithoutNamespace => {
            let name = until(printed, " with data set ");
            name.rsplit('\\').next().unwrap_or(name).to_owned()
        }
        TestName::Dotted => printed.replace('#', "."),
    }
}

fn last_word(text: &str) -> &str {
    text.rsplit(' ').next().unwrap_or(text)
}

fn until<'a>(text: &'a str, end: &str) -> &'a str {
    text.split(end).next().unwrap_or(text)
}

/// How the tests that a command runs can be selected.
#[derive(Clone, Copy)]
pub struct TestSelection {
    row: &'static Selection,
    /// The number of arguments up to the end of the words that start the runner.
    after: usize,
}

impl TestSelection {
    /// The selection of the runner that a command starts, as far as its words show.
    pub fn of(command: &Command) -> Option<Self> {
        let words: Vec<&str> = command.words().collect();
        let rows = tool_facts::tools().filter_map(|tool| tool.selection.as_ref());
        let called = rows.filter_map(|row| {
            let ends = row.calls.iter().filter_map(|call| end_of_call(&words, call));
            ends.min().map(|after| Self { row, after })
        });
        called.min_by_key(|called| called.after)
    }

    /// The runner's name: `pytest`, `go`.
    pub fn runner(&self) -> &'static str {
        &self.row.runner
    }

    /// The number of the command's arguments up to the end of the words that start the runner. Options of the
    /// runner may stand there.
    pub fn after_call(&self) -> usize {
        self.after
    }

    /// Makes the command run only these tests, by the names that the runner prints.
    pub fn restrict<'t>(&self, command: &mut Command, tests: impl IntoIterator<Item = &'t str>) {
        let mut names: Vec<String> = tests
            .into_iter()
            .map(|test| selected_name(self.row.name, test))
            .collect();
        names.dedup();
        let end = command.args.iter().position(|word| word == "--");
        let end = end.unwrap_or(command.args.len()).max(self.after);
        let options = self.options(&names);
        match self.row.place {
            Place::AfterCall => drop(command.args.splice(self.after..self.after, options)),
            Place::BeforeDashes => drop(command.args.splice(end..end, options)),
            Place::AfterDashes => {
                command.args.truncate(end);
                command.args.push("--".to_owned());
                command.args.extend(options);
            }
            Place::End => {
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
        let fill = |option: &String| {
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
                is_value = self.takes_value(&word);
                args.push(word);
            }
        }
    }

    /// Returns whether the next word may belong to this one: `-k NAME`, `--rootdir DIRECTORY`. An unknown flag in
    /// front of a path counts as such, too; the path then stays, and more than the test runs.
    fn takes_value(&self, word: &str) -> bool {
        word.starts_with('-') && !word.contains('=') && !self.row.flags.iter().any(|flag| flag == word)
    }
}

/// Returns whether a path, or a part of a file, is or contains a test: `tests`, `./tests/test_a.py`,
/// `tests/test_a.py::TestB`.
fn holds(path: &str, test: &str) -> bool {
    let path = path.trim_start_matches("./").trim_end_matches('/');
    let rest = test.strip_prefix(path);
    path.is_empty()
        || path == "."
        || rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['/', ':', '[']))
}

/// Where a call ends among the words of a command, as a number of its arguments.
fn end_of_call(words: &[&str], call: &[String]) -> Option<usize> {
    let (program, rest) = call.split_first()?;
    let start = words
        .iter()
        .position(|word| word.rsplit('/').next() == Some(program.as_str()))?;
    rest.iter().try_fold(start, |at, wanted| {
        let next = words[at + 1..].iter().position(|word| word == wanted)?;
        let between = &words[at + 1..at + 1 + next];
        let are_options = between.iter().all(|word| word.starts_with(['-', '+']));
        are_options.then_some(at + 1 + next)
    })
}
