//! Evidence for a fix: what determined the change, and what tested it.
//!
//! Both are values, so that one function ([`policy::safety`](crate::policy::safety)) can decide which changes
//! are kept without a question, and so that a report can say why a change is right and what would have shown
//! that it is wrong.

use serde::{Deserialize, Serialize};

/// Evidence for one fix.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Evidence {
    /// The origin of the change.
    pub determined_by: DeterminedBy,
    /// Whether no other candidate was as plausible.
    #[serde(default)]
    pub is_only_candidate: bool,
    /// Whether every use of the replacement was checked and fits: the members used on it exist, it is called
    /// only if it is callable, it shadows nothing. For a search: whether it uses only names that the file
    /// has.
    #[serde(default)]
    pub every_use_fits: bool,
    /// Whether the strategy, or the tool that offers the change, says that it may change the meaning of a
    /// working program.
    #[serde(default)]
    pub may_change_meaning: bool,
    /// The check that tested the change, once it was verified.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tested_by: Option<TestedBy>,
}

impl Evidence {
    /// Evidence with only its origin known.
    pub const fn new(determined_by: DeterminedBy) -> Self {
        Self {
            determined_by,
            is_only_candidate: false,
            every_use_fits: false,
            may_change_meaning: false,
            tested_by: None,
        }
    }

    /// A spelling close to the present one.
    pub const fn spelling(is_only_candidate: bool, every_use_fits: bool) -> Self {
        Self {
            is_only_candidate,
            every_use_fits,
            ..Self::new(DeterminedBy::Spelling)
        }
    }

    /// A search over small changes; `keeps_to_the_names` when it writes no name or number that the file does
    /// not have.
    pub const fn search(keeps_to_the_names: bool) -> Self {
        Self {
            every_use_fits: keeps_to_the_names,
            ..Self::new(DeterminedBy::Search)
        }
    }
}

impl Default for Evidence {
    fn default() -> Self {
        Self::new(DeterminedBy::Unstated)
    }
}

impl From<DeterminedBy> for Evidence {
    fn from(determined_by: DeterminedBy) -> Self {
        Self::new(determined_by)
    }
}

/// The origin of a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum DeterminedBy {
    /// The tool that reports the error offers this edit as machine-applicable.
    ToolEdit,
    /// The tool that reports the error offers this edit, but not as machine-applicable.
    ToolHint,
    /// The message names the replacement: "use X instead", "did you mean X".
    Message,
    /// It is the only candidate that resolves: the module that has the name, the class that has the member.
    Resolution,
    /// The text was there at an earlier commit, or a change to the definition shows at other uses what to write.
    History,
    /// A fixed rewrite: the language or the library says what replaces the old form.
    Convention,
    /// A rule written for this version of the library and this message names the replacement.
    Rule,
    /// Similar spelling.
    Spelling,
    /// A search over small changes until the file parses or compiles.
    Search,
    /// One of several changes that fit: by types, arguments or values, by where a bracket can be closed, by
    /// what resolves. Nothing says which one was meant.
    Fitting,
    /// Members that a declared interface or base class requires, with bodies that are not written yet.
    Contract,
    /// A stub or placeholder that only makes a use compile.
    Placeholder,
    /// A fix of such a failure in another place, taken from a [template](crate::template).
    Learned,
    /// A language model.
    Model,
    /// The strategy does not say.
    Unstated,
}

impl DeterminedBy {
    /// Every origin.
    pub const ALL: [Self; 15] = [
        Self::ToolEdit,
        Self::ToolHint,
        Self::Message,
        Self::Resolution,
        Self::History,
        Self::Convention,
        Self::Rule,
        Self::Spelling,
        Self::Search,
        Self::Fitting,
        Self::Contract,
        Self::Placeholder,
        Self::Learned,
        Self::Model,
        Self::Unstated,
    ];

    /// Its name, as in JSON.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::ToolEdit => "tool-edit",
            Self::ToolHint => "tool-hint",
            Self::Message => "message",
            Self::Resolution => "resolution",
            Self::History => "history",
            Self::Convention => "convention",
            Self::Rule => "rule",
            Self::Spelling => "spelling",
            Self::Search => "search",
            Self::Fitting => "fitting",
            Self::Contract => "contract",
            Self::Placeholder => "placeholder",
            Self::Learned => "learned",
            Self::Model => "model",
            Self::Unstated => "unstated",
        }
    }

    /// Returns whether it leaves a body or a value to be written by someone.
    pub const fn is_unwritten(self) -> bool {
        matches!(self, Self::Contract | Self::Placeholder)
    }

    /// Returns whether the text of the change follows from something other than similarity or trial.
    pub const fn is_determined(self) -> bool {
        matches!(
            self,
            Self::ToolEdit | Self::Message | Self::Resolution | Self::History | Self::Convention | Self::Rule
        )
    }
}

impl std::fmt::Display for DeterminedBy {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

/// The check that tested a change, the weakest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum TestedBy {
    /// The command's exit code alone: no check is known to have looked at the change.
    ExitCode,
    /// A parser accepts the file.
    Parser,
    /// The module loads.
    Import,
    /// A linter no longer complains.
    Linter,
    /// A compiler accepts it.
    Compiler,
    /// A type checker accepts it.
    TypeChecker,
    /// The edited line ran; no assertion is known to depend on it.
    Executed,
    /// The file could not be read before. Now tests pass, and they ran the edited line. None of them is known to depend on
    /// it.
    Covered,
    /// A test that failed by itself now passes, and it ran the edited line. Or tests that could not run before now pass,
    /// ran it, and fail with each of the other changes that fit there.
    Test,
}

impl TestedBy {
    /// Every check, the weakest first.
    pub const ALL: [Self; 9] = [
        Self::ExitCode,
        Self::Parser,
        Self::Import,
        Self::Linter,
        Self::Compiler,
        Self::TypeChecker,
        Self::Executed,
        Self::Covered,
        Self::Test,
    ];

    /// Its name, as in JSON.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::ExitCode => "exit-code",
            Self::Parser => "parser",
            Self::Import => "import",
            Self::Linter => "linter",
            Self::Compiler => "compiler",
            Self::TypeChecker => "type-checker",
            Self::Executed => "executed",
            Self::Covered => "covered",
            Self::Test => "test",
        }
    }

    /// Returns whether the check can detect a wrong meaning, at least by types.
    pub fn sees_meaning(self) -> bool {
        self >= Self::Compiler
    }
}

impl std::fmt::Display for TestedBy {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}
