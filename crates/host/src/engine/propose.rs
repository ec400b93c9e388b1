//! Makes proposals for causes: asks the strategies, removes proposals that the guard or the operator refuses,
//! ranks the rest.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::sync::Arc;

use unbreak_core::policy::guard::{self, Rule, Situation};
use unbreak_core::policy::safety::{self, Standing};
use unbreak_core::registry::{Kind, Origin};
use unbreak_core::tool_facts::checks_types_first;
use unbreak_core::{
    Command, DeterminedBy, Diagnostic, ErrorType, Fix, FixContext, FixStrategy, RefusedFix, Registry,
    RelPath, SafetyClass, Signature, TestedBy,
};

use super::Setting;
use super::analyze::Cause;
use super::contest;
use super::ledger::{self, Ledger};
use super::narrator::Narrator;
use super::past::Past;
use super::proof::{is_compiled, shown_by_tests};
use super::recall;

/// Which strategies are asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Reach {
    /// Cheap strategies.
    Usual,
    /// Strategies that are asked when the others have no proposals (left).
    LastResort,
    /// Language models, which cost money.
    Model,
}

impl Reach {
    /// Returns whether a strategy belongs to this group.
    fn holds(self, strategy: &dyn FixStrategy) -> bool {
        let own = match (strategy.needs_model(), strategy.is_last_resort()) {
            (true, _) => Self::Model,
            (false, true) => Self::LastResort,
            (false, false) => Self::Usual,
        };
        self == own
    }
}

/// The context for asking strategies.
pub(super) struct Proposer<'a> {
    pub(super) setting: &'a Setting<'a>,
    pub(super) reach: Reach,
    pub(super) registry: &'a Registry,
    pub(super) context: FixContext<'a>,
    pub(super) assume_yes: bool,
    /// Whether everything is rolled back at the end.
    pub(super) dry_run: bool,
}

impl Proposer<'_> {
    /// Every fix that may be tried for a cause, the best first.
    pub(super) async fn propose(&self, cause: &Cause, ledger: &mut Ledger) -> Vec<Fix> {
        let mut fixes = match self.reach {
            Reach::Usual => self.recalled(cause, ledger).await,
            Reach::LastResort | Reach::Model => Vec::new(),
        };
        let mut asked = BTreeSet::new();
        for candidate in &cause.analysis.candidates {
            let strategy = self.registry.strategy(&candidate.strategy);
            let is_wanted = |strategy: &&Arc<dyn FixStrategy>| self.reach.holds(&***strategy);
            let Some(strategy) = strategy.filter(is_wanted) else {
                continue;
            };
            if !asked.insert(&candidate.strategy) {
                continue;
            }
            let proposed = strategy.propose(&cause.analysis, &self.context);
            let Some(proposed) = self.setting.wait_for(proposed).await else {
                break;
            };
            match proposed {
                Ok(Ok(proposed)) => fixes.extend(proposed.into_iter().filter(|fix| !fix.is_noop())),
                Ok(Err(error)) => ledger.problem(format!("strategy {}: {error}", candidate.strategy)),
                Err(panic) => ledger.problem(format!("strategy {} {panic}", candidate.strategy)),
            }
        }
        fixes.retain(|fix| self.registry.allows(fix));
        recall::keep_the_better_evidence(&mut fixes, self.context.workspace);
        let ceiling = ceiling(
            &cause.analysis.diagnostic,
            self.context.diagnostics,
            self.context.command,
        );
        let guesses: BTreeSet<u64> = fixes
            .iter()
            .filter(|fix| may_be_a_guess(fix, ceiling))
            .map(ledger::digest)
            .collect();
        for fix in &mut fixes {
            let is_stated = fix.evidence.determined_by != DeterminedBy::Unstated;
            fix.evidence.may_change_meaning |= is_stated && fix.safety == SafetyClass::Unsafe;
        }
        let contested: Vec<bool> = fixes
            .iter()
            .map(|fix| contest::rivals(fix, &fixes).next().is_some())
            .collect();
        let shown = shown_by_tests(&cause.analysis.diagnostic);
        for (fix, is_contested) in fixes.iter_mut().zip(contested) {
            // Tests that could not run before show more if they fail with the rivals of a fix.
            let shown = match shown {
                TestedBy::Covered if is_contested => TestedBy::Test,
                shown => shown,
            };
            grade(fix, ceiling.min(shown));
            fix.title = one_line(&fix.title);
        }
        let past = self.past(cause, &fixes, ledger).await;
        self.rank(&mut fixes, &cause.analysis.diagnostic, &past, &guesses);
        fixes
    }

    /// Learned fixes of such a cause from other places; asked once, before the strategies.
    async fn recalled(&self, cause: &Cause, ledger: &mut Ledger) -> Vec<Fix> {
        let Some(memory) = self.context.memory.filter(|_| self.reach == Reach::Usual) else {
            return Vec::new();
        };
        let recalled = recall::recalled(&cause.analysis, self.context.workspace, memory).await;
        recalled.unwrap_or_else(|error| {
            ledger.problem(format!("learned fixes are not known: {error}"));
            Vec::new()
        })
    }

    /// The record of such causes; empty if there is no choice.
    async fn past(&self, cause: &Cause, fixes: &[Fix], ledger: &mut Ledger) -> Past {
        let Some(memory) = self.context.memory.filter(|_| fixes.len() > 1) else {
            return Past::default();
        };
        let past = Past::of(&Signature::of(&cause.analysis.diagnostic), memory).await;
        past.unwrap_or_else(|error| {
            ledger.problem(format!("past fixes are not known: {error}"));
            Past::default()
        })
    }

    /// The best fix that has not been tried, that no rule refuses and that the operator approves.
    pub(super) fn choose<'f>(
        &self,
        cause: &Cause,
        fixes: &'f [Fix],
        ledger: &mut Ledger,
        narrator: &mut Narrator<'_>,
    ) -> Option<&'f Fix> {
        let untried = fixes
            .iter()
            .filter(|fix| ledger.may_try(&cause.key, fix))
            .collect::<Vec<_>>();
        for fix in untried {
            match self.refusal(cause, fix, narrator) {
                None => return Some(fix),
                Some(refused) => ledger.refuse(&cause.key, refused),
            }
        }
        None
    }

    fn refusal(&self, cause: &Cause, fix: &Fix, narrator: &mut Narrator<'_>) -> Option<RefusedFix> {
        let targets: Vec<&Diagnostic> = cause.analysis.diagnostics().collect();
        let command: Vec<&str> = self.context.command.words().collect();
        let read = |file: &RelPath| self.context.workspace.read_text(file).ok();
        let situation = Situation {
            targets: &targets,
            errors: self.context.diagnostics,
            command: &command,
            allowed: self.context.allowed,
            is_own_strategy: self.is_own(&fix.strategy),
            read: &read,
        };
        let (rule, reason) = match guard::check(fix, &situation) {
            Err(refusal) => (refusal.rule.name(), refusal.reason),
            // Effects of a command outside the tree cannot be rolled back.
            Ok(()) if self.dry_run && !fix.commands.is_empty() => {
                ("dry-run", format!("a dry run does not run '{}'", fix.commands[0]))
            }
            Ok(()) if self.is_approved(fix, narrator) => return None,
            Ok(()) => ("approval", "it was not approved (see --yes)".to_owned()),
        };
        Some(RefusedFix {
            strategy: fix.strategy.clone(),
            title: fix.title.clone(),
            rule: rule.to_owned(),
            reason,
        })
    }

    /// Returns whether a strategy is code of this program.
    fn is_own(&self, strategy: &str) -> bool {
        let origin = self.registry.origin(Kind::Strategy, strategy);
        !matches!(origin, Some(Origin::Loaded { .. }))
    }

    /// `--yes` answers for everything except classes that must be allowed by name, which the guard has
    /// checked.
    fn is_approved(&self, fix: &Fix, narrator: &mut Narrator<'_>) -> bool {
        let by_class =
            fix.needs.is_some() || self.context.allows(Rule::RunsCommand.name()) && !fix.commands.is_empty();
        fix.safety == SafetyClass::Safe || by_class || self.assume_yes || narrator.approves(fix)
    }

    /// Sorts possible guesses last, learned fixes behind those that something here determines, safe before unsafe, then
    /// fixes that helped before, then by the operator's order of strategies, then a linter's own edits, then what the
    /// history shows, then by likelihood, then by size, the smallest first; ties by strategy, so that the order is
    /// deterministic.
    fn rank(&self, fixes: &mut [Fix], target: &Diagnostic, past: &Past, guesses: &BTreeSet<u64>) {
        let place = |fix: &Fix| {
            let place = self.registry.place(Kind::Strategy, &fix.strategy);
            let first = if fix.strategy == recall::LEARNED {
                0
            } else {
                usize::MAX
            };
            place.unwrap_or(first)
        };
        // What was learned elsewhere does not come before what the tool, the language or the history says of this place.
        let is_told = |fix: &Fix| {
            let determined_by = fix.evidence.determined_by;
            determined_by.is_determined() || determined_by == DeterminedBy::ToolHint
        };
        let has_told = fixes.iter().any(is_told);
        let key = |fix: &Fix| {
            let is_known = fix.strategy == recall::LEARNED || past.knows(fix);
            let is_shown = fix.evidence.determined_by == DeterminedBy::History;
            let is_linters_own =
                target.error_type == ErrorType::Lint && fix.evidence.determined_by == DeterminedBy::ToolEdit;
            let likely = (
                Reverse(is_known),
                place(fix),
                Reverse(is_linters_own),
                Reverse(is_shown),
                Reverse(past.expect(fix)),
            );
            let is_behind = has_told && fix.strategy == recall::LEARNED;
            (
                guesses.contains(&ledger::digest(fix)),
                is_behind,
                fix.safety,
                likely,
                fix.size(),
            )
        };
        fixes.sort_by(|a, b| key(a).cmp(&key(b)).then_with(|| a.strategy.cmp(&b.strategy)));
    }
}

/// The strongest check that can test a fix for `target`. A checker of sources only looks at the text, unless
/// the command continues to run tests; whether one runs the line is known only afterwards.
fn ceiling(target: &Diagnostic, errors: &[Diagnostic], command: &Command) -> TestedBy {
    let is_of_a_test = |error: &Diagnostic| !error.frames.is_empty() || error.test.is_some();
    match target.error_type {
        _ if errors.iter().any(is_of_a_test) => TestedBy::Test,
        ErrorType::Lint if checks_types_first(&target.parser) => TestedBy::TypeChecker,
        ErrorType::Lint => TestedBy::Linter,
        _ if speaks_of_tests(command) => TestedBy::Test,
        ErrorType::Type => TestedBy::TypeChecker,
        ErrorType::Import | ErrorType::Build => TestedBy::Compiler,
        _ => TestedBy::Test,
    }
}

/// Returns whether a command's words show that it runs tests: `go test`, `make test`, `bundle exec rspec`.
fn speaks_of_tests(command: &Command) -> bool {
    let mut words = command.words();
    words.any(|word| word.contains("test") || word.contains("spec"))
}

/// Returns whether a fix counts as a guess under the weakest check that may test it: a parser, if no compiler has to
/// check its files first.
fn may_be_a_guess(fix: &Fix, ceiling: TestedBy) -> bool {
    let worst = match is_compiled(fix) {
        true => TestedBy::Compiler,
        false => TestedBy::Parser,
    };
    safety::of(fix, worst.min(ceiling)) == Standing::Guess
}

/// Gives a fix the best class that its evidence can reach.
fn grade(fix: &mut Fix, ceiling: TestedBy) {
    let standing = safety::of(fix, ceiling);
    if fix.safety == SafetyClass::Safe && standing != Standing::Safe {
        fix.safety = SafetyClass::Unsafe;
    }
    if standing == Standing::Guess {
        fix.needs.get_or_insert_with(|| Rule::Guess.name().to_owned());
    }
}

/// A title that is safe in any output: a plug-in's line feed would begin a new line, which some readers would
/// take for a command.
fn one_line(title: &str) -> String {
    let words = title.split(|c: char| c.is_whitespace() || c.is_control());
    words
        .filter(|word| !word.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}
