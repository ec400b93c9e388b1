//! The rules by name.

use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// The things that a fix may do only if they are allowed by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Rule {
    /// Changes a failing test beyond its imports, or the fixtures that feed it.
    EditsFailingTest,
    /// Removes or changes an assertion, a test's expected data, or the subject of a test.
    WeakensTest,
    /// Removes or renames a test, or a file of tests.
    DeletesTest,
    /// Keeps a test, or the failing code, from running or from counting.
    SkipsTest,
    /// Silences a checker, swallows an exception, or makes a condition always true.
    AddsSuppression,
    /// Changes the configuration of a check, the check itself, or the tools it runs.
    LoosensConfig,
    /// Removes a file of code, or more than a tenth of its words.
    DeletesCode,
    /// Installs a package.
    Install,
    /// Runs a command.
    RunsCommand,
    /// Makes code start a process, open a connection, run text as code, or read files outside the project.
    ReachesOut,
    /// Returns what the failing test expects for the test's own values, without computing it.
    KnowsAnswer,
    /// Takes similar spelling for the same meaning, and no check that tests it can detect the difference.
    Guess,
    /// The command no longer looks at the place where it failed: it passes even with a deliberate fault
    /// there.
    LooksAway,
}

impl Rule {
    /// Every rule.
    pub const ALL: [Self; 13] = [
        Self::EditsFailingTest,
        Self::WeakensTest,
        Self::DeletesTest,
        Self::SkipsTest,
        Self::AddsSuppression,
        Self::LoosensConfig,
        Self::DeletesCode,
        Self::Install,
        Self::RunsCommand,
        Self::ReachesOut,
        Self::KnowsAnswer,
        Self::Guess,
        Self::LooksAway,
    ];

    /// The rule's name, which is also the class that `--allow` takes.
    pub fn name(self) -> &'static str {
        match self {
            Self::EditsFailingTest => "edits-failing-test",
            Self::WeakensTest => "weakens-test",
            Self::DeletesTest => "deletes-test",
            Self::SkipsTest => "skips-test",
            Self::AddsSuppression => "adds-suppression",
            Self::LoosensConfig => "loosens-config",
            Self::DeletesCode => "deletes-code",
            Self::Install => "install",
            Self::RunsCommand => "runs-command",
            Self::ReachesOut => "reaches-out",
            Self::KnowsAnswer => "knows-answer",
            Self::Guess => "guess",
            Self::LooksAway => "looks-away",
        }
    }
}

impl std::fmt::Display for Rule {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

/// No rule has this name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("there is no class called '{0}'")]
pub struct UnknownRule(pub String);

impl FromStr for Rule {
    type Err = UnknownRule;

    fn from_str(name: &str) -> Result<Self, UnknownRule> {
        Self::ALL
            .into_iter()
            .find(|rule| rule.name() == name)
            .ok_or_else(|| UnknownRule(name.to_owned()))
    }
}
