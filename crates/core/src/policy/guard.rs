//! Never hide the failure.
//!
//! A fix that deletes, skips or rewrites the test that revealed the bug, that adds a suppression, or that
//! loosens the check's configuration makes the command pass and repairs nothing. The guard looks at what a
//! fix does to the *text* of the files it touches, whatever proposed it, and refuses by the name of a
//! [`Rule`]. The operator can allow a rule's class by that name.
//!
//! Five kinds of change cannot hide anything and are allowed even in a failing test: imports, a repair of
//! syntax that keeps every word and operator, a machine-applicable edit of the tool that complains, a missing
//! name that follows the rename of its definition, if the history shows that rename, and a check that a tool removed
//! under one name and has under another.
//!
//! Some things cannot be seen in the text, and a reader of the diff must look for them: a program that knows
//! the expected value in a less obvious way than a literal; an import that now names a different
//! implementation; an assertion that a repair of indentation moved to a place that is not reached; a narrow
//! exception handled by doing nothing useful.

mod answer;
mod benign;
mod change;
mod command;
mod install;
mod marks;
mod offered;
mod places;
mod renamed;
mod rule;
mod situation;
mod source;
mod suite;

use std::collections::BTreeSet;

use crate::diagnostic::ErrorType;
use crate::evidence::DeterminedBy;
use crate::fix::{Edit, FileOp, Fix, apply_edits};
use crate::path::RelPath;
use crate::tool_facts::Kind;
use change::Change;

pub use marks::warm_up;
pub(crate) use places::is_test_support;
pub use places::{holds_packages, is_installed, is_test_file};
pub use rule::{Rule, UnknownRule};
pub use situation::Situation;

/// A fix that may not be applied.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{rule}: {reason}")]
pub struct Refusal {
    /// The rule.
    pub rule: Rule,
    /// The part of the fix that the rule objects to.
    pub reason: String,
}

/// Checks a fix against all rules, except those that the operator allowed.
///
/// # Errors
/// If it breaks a rule: the first one.
pub fn check(fix: &Fix, situation: &Situation<'_>) -> Result<(), Refusal> {
    situation.check_commands(fix)?;
    situation.check_redirection(fix)?;
    for op in &fix.files {
        situation.check_file_op(op)?;
    }
    let files: BTreeSet<&RelPath> = fix.edits.iter().map(|edit| &edit.file).collect();
    for file in files {
        let edits: Vec<&Edit> = fix.edits.iter().filter(|edit| &edit.file == file).collect();
        let before = (situation.read)(file).unwrap_or_default();
        // The workspace refuses edits that do not apply, with a better reason.
        let Ok(after) = apply_edits(&before, edits.iter().copied()) else {
            continue;
        };
        let mut change = Change::new(file, &before, &after);
        change.is_offered = offered::are_vouched_for(&edits, &before, situation.targets)
            || situation.is_own_strategy && offered::is_linters_own(fix, situation.targets);
        change.follows_a_rename = situation.is_own_strategy
            && (offered::follow_a_rename(fix, &edits, &before, situation.targets)
                || offered::restore_names(fix, &edits, (&before, &after), situation.targets));
        change.follows_a_move =
            situation.is_own_strategy && offered::follow_a_move(fix, &edits, situation.targets);
        change.is_restored = situation.is_own_strategy && fix.evidence.determined_by == DeterminedBy::History;
        change.was_broken = situation.does_not_parse(file);
        change.follows_a_library = situation.is_own_strategy
            && (offered::follow_a_library(fix, situation.targets)
                || change.was_broken && offered::follow_the_language(fix));
        situation.check_change(&change)?;
    }
    Ok(())
}

impl Situation<'_> {
    fn check_commands(&self, fix: &Fix) -> Result<(), Refusal> {
        let class = fix.needs.as_deref();
        if let Some(class) = class.filter(|class| !self.allowed.contains(*class)) {
            let rule = class.parse().unwrap_or(Rule::RunsCommand);
            let reason = format!("“{}” needs --allow {class}", fix.title);
            return Err(Refusal { rule, reason });
        }
        if class == Some(Rule::Install.name()) {
            let checked = install::check(fix, self.read);
            return checked.or_else(|reason| self.refuse(Rule::RunsCommand, || reason));
        }
        match fix.commands.first() {
            Some(command) => self.refuse(Rule::RunsCommand, || format!("would run '{command}'")),
            None => Ok(()),
        }
    }

    /// A failing test must not be redirected to a file made for it: it would test something else than before.
    fn check_redirection(&self, fix: &Fix) -> Result<(), Refusal> {
        let creates = |op: &FileOp| match op {
            FileOp::Create { file, content } => places::is_code(file) && !content.trim().is_empty(),
            _ => false,
        };
        let test = fix.edits.iter().find(|edit| self.is_failing_test(&edit.file));
        match test {
            Some(edit) if fix.files.iter().any(creates) => self.refuse(Rule::EditsFailingTest, || {
                format!("would lead {} to a new file", edit.file)
            }),
            _ => Ok(()),
        }
    }

    fn check_file_op(&self, op: &FileOp) -> Result<(), Refusal> {
        for file in op.touched() {
            self.check_place(file)?;
        }
        match op {
            FileOp::Create { file, content } => {
                self.check_config(file, None)?;
                self.check_stub(file)?;
                self.check_hidden(file, None)?;
                self.check_change(&Change::new(file, "", content))
            }
            FileOp::Rename { from, to } => {
                self.check_config(to, None)?;
                self.check_hidden(to, Some(from))?;
                if places::is_code(from) && from.extension() != to.extension() {
                    self.refuse(Rule::LoosensConfig, || {
                        format!("would make {from} a file that the check does not look at")
                    })?;
                }
                self.check_loss(from, &format!("rename {from} to {to}"))
            }
            FileOp::Delete { file } => {
                self.check_loss(file, &format!("delete {file}"))?;
                match places::is_code(file) {
                    true => self.refuse(Rule::DeletesCode, || format!("would delete {file}")),
                    false => Ok(()),
                }
            }
        }
    }

    /// A stub of a module's types hides the rest of the module from the checker.
    fn check_stub(&self, file: &RelPath) -> Result<(), Refusal> {
        let module = file
            .as_str()
            .strip_suffix('i')
            .filter(|_| file.extension() == "pyi");
        let module = module.and_then(|module| RelPath::new(module).ok());
        match module.is_some_and(|module| (self.read)(&module).is_some()) {
            true => self.refuse(Rule::AddsSuppression, || {
                format!("{file} would hide the module beside it from the type checker")
            }),
            false => Ok(()),
        }
    }

    /// A file must not disappear from its place.
    fn check_loss(&self, file: &RelPath, what: &str) -> Result<(), Refusal> {
        self.check_config(file, None)?;
        let rule = if places::is_runner_plug_in(file) {
            Rule::LoosensConfig
        } else if is_test_file(file) {
            Rule::DeletesTest
        } else if places::is_test_data(file) {
            Rule::WeakensTest
        } else {
            return Ok(());
        };
        self.refuse(rule, || format!("would {what}"))
    }

    fn check_change(&self, change: &Change<'_>) -> Result<(), Refusal> {
        self.check_place(change.file)?;
        self.check_config(change.file, Some(change))?;
        self.check_marks(change)?;
        self.check_code(change)?;
        self.check_reach(change)?;
        self.check_answer(change)?;
        self.check_tests(change)?;
        self.check_support(change)?;
        self.check_size(change)
    }

    /// Files outside the project's own sources are not a place for repairs.
    fn check_place(&self, file: &RelPath) -> Result<(), Refusal> {
        if places::is_installed(file) {
            return self.refuse(Rule::LoosensConfig, || {
                format!("{file} belongs to an installed package")
            });
        }
        if places::shadows_a_tool(file) && (self.read)(file).is_none() {
            return self.refuse(Rule::LoosensConfig, || {
                format!("{file} would replace the tool of that name")
            });
        }
        Ok(())
    }

    /// A new file must not be loaded instead of another; `former` is the name that it had.
    fn check_hidden(&self, file: &RelPath, former: Option<&RelPath>) -> Result<(), Refusal> {
        let is_there = |path: &str| {
            let path = RelPath::new(path).ok().filter(|path| Some(path) != former);
            path.is_some_and(|path| (self.read)(&path).is_some())
        };
        let hidden = (self.read)(file)
            .is_none()
            .then(|| places::hides(file, &is_there));
        self.unless_none(Rule::LoosensConfig, hidden.flatten().as_deref(), |hidden| {
            format!("{file} would be loaded instead of {hidden}")
        })
    }

    fn check_config(&self, file: &RelPath, change: Option<&Change<'_>>) -> Result<(), Refusal> {
        if change.is_some_and(Change::is_of_form) {
            return Ok(());
        }
        let is_read = places::is_data(file) && self.points_nowhere();
        if is_read && change.is_some_and(Change::is_of_syntax) {
            return Ok(());
        }
        let leads = |change: &Change<'_>| {
            change.leads_to_what_is_there(&self.messages(), &|name| self.exists(file, name))
        };
        let may_edit = |change: &Change<'_>| {
            leads(change) || change.makes_a_directory(&self.messages()) || change.follows_a_library
        };
        let is_the_check = command::is_part_of_check(self.command, file) && !change.is_some_and(may_edit);
        if is_the_check && (change.is_none() || !self.passed_through(file)) {
            return self.refuse(Rule::LoosensConfig, || format!("{file} is the check itself"));
        }
        let told = self.said_of(file);
        let is_mended = change.is_some_and(|change| {
            change.follows_a_move
                || change.follows_a_library
                || leads(change)
                || self.lacks_a_definition() && change.links_more(&|name| self.exists(file, name))
                || change.makes_a_needed_target()
                || change.is_number_as_meant(&self.messages())
                || self.points_at(file) && change.is_harmless()
                || change.is_spelt_as_told(&told)
                || change.is_of_dead_options(&told)
                || change.is_spelt_as_listed(&told)
                || change.is_set_as_told(&told)
                || change.is_spelt_as_listed(&self.said_of_no_file())
                || change.is_spelt_as_listed(&self.said_of_nothing_found())
                || change.is_spelling_of(&self.messages(), &|name| self.exists(file, name))
        });
        if !places::is_check_config(file) || is_mended {
            return Ok(());
        }
        self.refuse(Rule::LoosensConfig, || format!("{file} configures the check"))
    }

    /// Returns whether the linker misses something.
    fn lacks_a_definition(&self) -> bool {
        const SAID: [&str; 3] = ["undefined reference to", "undefined symbol", "Undefined symbols"];
        let messages = self.messages();
        messages
            .iter()
            .any(|message| SAID.iter().any(|said| message.contains(said)))
    }

    /// Returns whether there is a file of this name in the tree, or beside another file.
    fn exists(&self, file: &RelPath, name: &str) -> bool {
        let beside = format!("{}/{name}", file.parent());
        let mut paths = [name, beside.as_str()]
            .into_iter()
            .filter_map(|path| RelPath::new(path).ok());
        paths.any(|path| (self.read)(&path).is_some())
    }

    /// The messages of the errors to be fixed.
    fn messages(&self) -> Vec<&str> {
        self.targets
            .iter()
            .map(|target| target.message.as_str())
            .collect()
    }

    /// The messages about a file of the errors to be fixed.
    fn said_of(&self, file: &RelPath) -> Vec<&str> {
        let here = self
            .targets
            .iter()
            .filter(|target| target.file() == Some(file.as_str()));
        here.map(|target| target.message.as_str()).collect()
    }

    /// The messages of the errors to be fixed that name no file: a missing script or target.
    fn said_of_no_file(&self) -> Vec<&str> {
        let nowhere = self.targets.iter().filter(|target| target.file().is_none());
        nowhere.map(|target| target.message.as_str()).collect()
    }

    /// The messages that say that something is not found, wherever it was looked for.
    fn said_of_nothing_found(&self) -> Vec<&str> {
        let mut messages = self.messages();
        messages.retain(|message| message.contains("not found"));
        messages
    }

    /// Marks that may not be added anywhere, in comments or in code.
    fn check_marks(&self, change: &Change<'_>) -> Result<(), Refusal> {
        let file = change.file;
        let add = |what: &str| format!("would add '{}' to {file}", what.trim());
        let marks = [
            (Rule::AddsSuppression, change.new_silence()),
            (Rule::SkipsTest, change.more_of(Kind::Skips)),
            (Rule::AddsSuppression, change.more_of(Kind::KnowsTheTest)),
            (Rule::LoosensConfig, change.more_of(Kind::Hooks)),
        ];
        for (rule, added) in marks {
            self.unless_none(rule, added, add)?;
        }
        let is_told = change.is_offered || change.is_spelt_as_told(&self.said_of(file));
        let less = (!is_told).then(|| change.less_strict()).flatten();
        self.unless_none(Rule::LoosensConfig, less, |line| {
            format!("would take '{line}' from {file}")
        })?;
        let setting = (!places::is_code(file)).then(|| change.more_of(Kind::Loosens));
        self.unless_none(Rule::LoosensConfig, setting.flatten(), add)
    }

    /// Calls and words that may not be added to code, unless they were there misspelt or broken.
    fn check_code(&self, change: &Change<'_>) -> Result<(), Refusal> {
        if change.is_of_spelling() || change.was_broken && change.is_of_syntax() {
            return Ok(());
        }
        let add = |what: &str| format!("would add '{}' to {}", what.trim(), change.file);
        let code = [
            (Rule::SkipsTest, change.more_live(Kind::Dead)),
            (Rule::SkipsTest, change.more_live(Kind::Exits)),
            (Rule::AddsSuppression, change.more_live(Kind::CatchesAll)),
            (Rule::AddsSuppression, change.more_live(Kind::Swallows)),
            (Rule::AddsSuppression, change.more_live(Kind::AlwaysTrue)),
            (Rule::AddsSuppression, change.more_live(Kind::Untyped)),
        ];
        for (rule, added) in code {
            self.unless_none(rule, added, add)?;
        }
        let is_about_types = self
            .targets
            .iter()
            .any(|target| target.error_type == ErrorType::Type);
        let any = is_about_types.then(|| change.more_live(Kind::AnyAnnotation));
        self.unless_none(Rule::AddsSuppression, any.flatten(), add)?;
        let evasion = is_about_types.then(|| change.more_of(Kind::EvadesTypes));
        self.unless_none(Rule::AddsSuppression, evasion.flatten(), add)?;
        self.check_placeholder(change)?;
        self.check_report(change)?;
        match is_about_types && change.states_fewer_types() {
            true => self.refuse(Rule::AddsSuppression, || {
                format!("would remove types that {} states", change.file)
            }),
            false => Ok(()),
        }
    }

    /// A name that is missing must not be bound to nothing, only so that it is bound.
    fn check_placeholder(&self, change: &Change<'_>) -> Result<(), Refusal> {
        let missing = self.missing_in(change.file);
        let bound = missing.into_iter().find(|name| change.binds_to_nothing(name));
        self.unless_none(Rule::AddsSuppression, bound, |name| {
            format!("would bind '{name}' to nothing in {}", change.file)
        })
    }

    /// What reports the failure must not go, only so that nothing reports it.
    fn check_report(&self, change: &Change<'_>) -> Result<(), Refusal> {
        let here = self.targets.iter().filter_map(|target| {
            let frame = target.innermost_own_frame().map(|frame| &frame.location);
            let place = frame.unwrap_or(&target.location);
            let is_here = place.file.as_deref() == Some(change.file.as_str());
            place.line.filter(|_| is_here)
        });
        let gone = here.filter_map(|line| change.missing_report(line)).next();
        self.unless_none(Rule::AddsSuppression, gone, |line| {
            format!(
                "would remove '{line}', which reports the failure, from {}",
                change.file
            )
        })
    }

    /// Effects outside the project that may not be added to code, unless the complaining tool offers them.
    fn check_reach(&self, change: &Change<'_>) -> Result<(), Refusal> {
        if change.is_of_spelling() || change.is_offered || change.was_broken && change.is_of_syntax() {
            return Ok(());
        }
        let reach = change
            .more_live(Kind::ReachesOut)
            .or_else(|| change.more_of(Kind::PlacesOutside));
        self.unless_none(Rule::ReachesOut, reach, |what| {
            format!("would add '{}' to {}", what.trim(), change.file)
        })
    }

    /// Code that was written only for the failing test.
    fn check_answer(&self, change: &Change<'_>) -> Result<(), Refusal> {
        let is_program = places::is_code(change.file) && !is_test_file(change.file);
        let borrowed = is_program.then(|| change.more_of(Kind::OfTests)).flatten();
        self.unless_none(Rule::KnowsAnswer, borrowed, |what| {
            format!(
                "would let {} use what belongs to tests: '{}'",
                change.file,
                what.trim()
            )
        })?;
        let may_know = is_program || places::is_data(change.file) && !places::is_test_data(change.file);
        let known = may_know.then(|| change.known_answer(self.targets)).flatten();
        self.unless_none(Rule::KnowsAnswer, known, |line| {
            format!(
                "'{}' in {} is what the failing test expects",
                line.trim(),
                change.file
            )
        })
    }

    fn check_tests(&self, change: &Change<'_>) -> Result<(), Refusal> {
        let file = change.file;
        if let Some(test) = change.missing_test() {
            self.refuse(Rule::DeletesTest, || format!("would remove {test} from {file}"))?;
        }
        let is_of_syntax = change.was_broken && change.is_of_syntax();
        let is_no_other_test = is_of_syntax || change.follows_a_library;
        // Without one of its quotes, a text does not show which assertions run.
        if is_no_other_test && change.asserts_no_less() || is_of_syntax && change.is_restored {
            return Ok(());
        }
        let is_same = || change.is_of_same_checks(&self.messages());
        let is_slip = || {
            change.corrects_slips_of(&self.missing_in(file))
                || change.leads_to_what_is_there(&self.messages(), &|name| self.exists(file, name))
        };
        let is_harmless = || change.only_waits() || change.is_of_setup();
        if change.is_offered || change.follows_a_rename || is_same() || is_slip() || is_harmless() {
            return Ok(());
        }
        if !change.keeps_assertions(self.is_failed_assertion_in(file)) {
            self.refuse(Rule::WeakensTest, || {
                format!("would change an assertion in {file}")
            })?;
        }
        if self.is_failing_test(file) && !change.keeps_tests() {
            self.refuse(Rule::EditsFailingTest, || {
                format!("would rewrite {file}, whose tests fail")
            })?;
        }
        Ok(())
    }

    /// Helpers, fixtures and data: part of the test, though not of its text.
    fn check_support(&self, change: &Change<'_>) -> Result<(), Refusal> {
        let file = change.file;
        let reports = |kind| self.targets.iter().any(|target| target.error_type == kind);
        if places::is_test_data(file) {
            let is_about_it = self.points_at(file) && (reports(ErrorType::Lint) || change.is_of_syntax())
                || change.makes_it_readable();
            return match is_about_it || change.was_broken && change.is_of_syntax() {
                true => Ok(()),
                false => self.refuse(Rule::WeakensTest, || format!("would change the test data {file}")),
            };
        }
        let expected = places::is_data(file)
            .then(|| change.missing_expectation())
            .flatten();
        self.unless_none(Rule::WeakensTest, expected, |value| {
            format!("would change what a check expects: '{value}' in {file}")
        })?;
        if !places::is_test_support(file) {
            return Ok(());
        }
        if let Some(what) = change.more_of(Kind::Interferes) {
            self.refuse(Rule::WeakensTest, || format!("would add '{what}' to {file}"))?;
        }
        let feeds_it = reports(ErrorType::Assertion) && !self.passed_through(file);
        match feeds_it && !change.is_of_imports() {
            true => self.refuse(Rule::EditsFailingTest, || {
                format!("would change {file}, which feeds the failing test")
            }),
            false => Ok(()),
        }
    }

    fn check_size(&self, change: &Change<'_>) -> Result<(), Refusal> {
        let lost = change.lost_share();
        let is_dead = || change.is_of_dead_options(&self.said_of(change.file));
        match lost {
            Some(percent)
                if !(change.is_offered || change.is_of_merge() || change.removes_a_copy() || is_dead()) =>
            {
                self.refuse(Rule::DeletesCode, || {
                    format!("would remove {percent} % of {}", change.file)
                })
            }
            _ => Ok(()),
        }
    }

    fn unless_none(
        &self,
        rule: Rule,
        found: Option<&str>,
        reason: impl Fn(&str) -> String,
    ) -> Result<(), Refusal> {
        found.map_or(Ok(()), |found| self.refuse(rule, || reason(found)))
    }

    fn refuse(&self, rule: Rule, reason: impl FnOnce() -> String) -> Result<(), Refusal> {
        if self.allowed.contains(rule.name()) {
            return Ok(());
        }
        Err(Refusal {
            rule,
            reason: reason(),
        })
    }
}
