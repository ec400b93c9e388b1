//! Runs the user's command and reads its output: the only judge.

use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use unbreak_core::capability::CapabilityError;
use unbreak_core::policy::guard::Rule;
use unbreak_core::policy::verdict::Observation;
use unbreak_core::{
    Command, Completed, Diagnostic, ErrorType, EventKind, ExitState, Fact, Fingerprint, Reader, Severity,
    Workspace,
};
use unbreak_parsers::{Distinct, Pipeline, Resolved, Resolver, attach_source, facts, work};

use super::deliver::{self, Deliverables};
use super::narrator::Narrator;
use crate::agent::RunOptions;
use crate::error::AgentError;
use crate::runner::ProcessRunner;
use crate::workspace::Tree;

/// The most diagnostics that are kept of one run; the first thousands are enough to understand a log of a
/// million errors.
const KEPT_DIAGNOSTICS: usize = 5_000;

/// An output of at most this many bytes is kept as a whole.
const TAIL: u64 = 8 * 1024;

/// How long the command may write nothing once assertions have failed in an earlier run: so many times its longest run,
/// and this in any case, because an edit can have much compiled again. An edit can also bring an endless loop about, and
/// whoever waits for that waits for the limit of a whole run.
const SILENCE: u32 = 20;
const LEAST_SILENCE: Duration = Duration::from_secs(300);

/// Rules whose fixes make the command try less, as intended by an operator who allows them.
const LEAVE_OUT: [Rule; 3] = [Rule::DeletesTest, Rule::SkipsTest, Rule::LoosensConfig];

/// Returns whether two runs failed in the same way.
pub(super) fn are_alike(one: &Observation, other: &Observation) -> bool {
    let prints =
        |it: &Observation| -> BTreeSet<Fingerprint> { it.errors.iter().map(Fingerprint::of).collect() };
    one.exit == other.exit && prints(one) == prints(other)
}

/// The command, ready to be run.
pub(super) struct Oracle<'a> {
    pub(super) command: &'a Command,
    runner: &'a ProcessRunner,
    pipeline: &'a Pipeline,
    resolver: Resolver,
    tree: &'a Tree,
    runs: u32,
    budget: Option<u32>,
    may_try_less: bool,
    wants_warnings: bool,
    deliverables: Deliverables,
    command_time: Duration,
    longest: Duration,
    has_asserted: bool,
}

impl<'a> Oracle<'a> {
    pub(super) fn new(
        command: &'a Command,
        runner: &'a ProcessRunner,
        pipeline: &'a Pipeline,
        tree: &'a Tree,
        options: &RunOptions,
    ) -> Result<Self, AgentError> {
        let resolver = resolver(command, tree);
        Ok(Self {
            command,
            runner,
            pipeline,
            resolver,
            tree,
            runs: 0,
            budget: options.budget_runs,
            may_try_less: LEAVE_OUT.iter().any(|rule| options.allow.contains(rule.name())),
            wants_warnings: options.warnings,
            deliverables: Deliverables::of(&options.deliverables, tree)?,
            command_time: Duration::ZERO,
            longest: Duration::ZERO,
            has_asserted: false,
        })
    }

    /// How often it ran.
    pub(super) fn runs(&self) -> u32 {
        self.runs
    }

    /// Returns whether it may run once more.
    pub(super) fn may_be_asked(&self) -> bool {
        self.left() != Some(0)
    }

    /// How often it may still run; `None` for no limit.
    pub(super) fn left(&self) -> Option<u32> {
        self.budget.map(|budget| budget.saturating_sub(self.runs))
    }

    /// Returns whether two more runs are within the budget.
    pub(super) fn may_be_asked_twice(&self) -> bool {
        self.left().is_none_or(|left| left >= 2)
    }

    /// Counts runs of the command that were made elsewhere.
    pub(super) fn charge(&mut self, runs: u32, took: Duration) {
        self.runs += runs;
        self.command_time += took;
    }

    /// The total time of the command.
    pub(super) fn command_time(&self) -> Duration {
        self.command_time
    }

    /// The average time of one run.
    pub(super) fn usual_time(&self) -> Option<Duration> {
        self.command_time.checked_div(self.runs)
    }

    /// How long the command may write nothing from now on.
    pub(super) fn silence(&self) -> Option<Duration> {
        // Who wants no limit of time wants none of silence.
        self.runner.limits().timeout?;
        match self.has_asserted {
            true => Some((self.longest * SILENCE).max(LEAST_SILENCE)),
            false => self.runner.limits().silence,
        }
    }

    /// Runs the command and reads its output as it comes.
    pub(super) async fn ask(&mut self, narrator: &mut Narrator<'_>) -> Result<Observation, AgentError> {
        self.ask_as(self.command, narrator).await
    }

    /// The same for the command in another environment.
    pub(super) async fn ask_as(
        &mut self,
        command: &Command,
        narrator: &mut Narrator<'_>,
    ) -> Result<Observation, AgentError> {
        narrator.tell(EventKind::Execute {
            command: command.to_string(),
            runs: self.runs,
        });
        self.runs += 1;
        let mut parse = self.pipeline.start();
        let mut found = Vec::new();
        let started = Instant::now();
        let mut read = |bytes: &[u8]| {
            parse.feed(bytes);
            let room = KEPT_DIAGNOSTICS.saturating_sub(found.len());
            found.extend(parse.take().take(room));
        };
        let runner = self.runner.silent_for(self.silence());
        let streamed = runner.stream(command, &mut read).await;
        let took = started.elapsed();
        self.command_time += took;
        self.longest = self.longest.max(took);
        self.tree.refresh();
        let exit = match streamed {
            // An interrupt just before the start is not a failure of the command.
            Err(CapabilityError::Cancelled) => ExitState::Cancelled,
            streamed => streamed?.exit,
        };
        let parsed = parse.finish(Some(exit));
        found.extend(parsed.diagnostics);
        if exit.is_success() && self.wants_warnings {
            found.extend(self.quoted(&parsed.tail));
        }
        let diagnostics = self.resolve(found);
        self.has_asserted |= diagnostics.iter().any(|it| it.error_type == ErrorType::Assertion);
        let command_ms = millis(started.elapsed());
        let missing = self.deliverables.missing(self.tree);
        narrator.tell(EventKind::Parse {
            exit,
            diagnostics: diagnostics.clone(),
            command_ms,
        });
        Ok(Observation {
            exit,
            errors: self
                .to_repair(exit, diagnostics)
                .into_iter()
                .chain(deliver::diagnostics(&missing, self.tree))
                .collect(),
            missing,
            stopped_early: parsed.stopped_early || stops_at_first(self.command),
            work: (!self.may_try_less).then(|| work::of(&parsed.tail)),
            tail: parsed.tail,
            is_all: parsed.bytes <= TAIL,
            run: self.runs,
        })
    }

    /// The errors of a run that fails. Of one that succeeds, the announcements of changes, if they are wanted.
    fn to_repair(&self, exit: ExitState, mut diagnostics: Vec<Diagnostic>) -> Vec<Diagnostic> {
        if !exit.is_success() || !self.wants_warnings {
            place_what_linkers_miss(&mut diagnostics, self.tree);
            return errors(exit, diagnostics);
        }
        diagnostics.retain(announces_a_change);
        diagnostics
    }

    /// The diagnostics in the indented lines at the end of an output: test runners quote the warnings of a run
    /// in their summaries.
    fn quoted(&self, tail: &str) -> Vec<Diagnostic> {
        let quoted = tail.lines().filter(|line| line.starts_with([' ', '\t']));
        let lines: Vec<&str> = quoted.map(str::trim_start).collect();
        let parsed = self
            .pipeline
            .parse(lines.join("\n").as_bytes(), Some(ExitState::Code(0)));
        parsed.diagnostics
    }

    /// Resolves paths into the workspace, and adds the source around each place.
    fn resolve(&self, mut diagnostics: Vec<Diagnostic>) -> Vec<Diagnostic> {
        let is_file = is_file(self.tree);
        let mut sources: HashMap<String, Option<String>> = HashMap::new();
        let mut resolved = Resolved::default();
        for diagnostic in &mut diagnostics {
            self.resolver.resolve(diagnostic, &mut resolved, &is_file);
        }
        let mut distinct = Distinct::default();
        diagnostics.retain(|diagnostic| distinct.is_new(diagnostic));
        for diagnostic in &mut diagnostics {
            let Some(file) = diagnostic.file().map(str::to_owned) else {
                continue;
            };
            let source = sources.entry(file).or_insert_with_key(|file| self.source(file));
            if let Some(source) = source {
                attach_source(diagnostic, source);
            }
        }
        diagnostics
    }

    fn source(&self, file: &str) -> Option<String> {
        self.tree
            .locate(file)
            .and_then(|file| self.tree.read_text(&file).ok())
    }
}

/// Options with which test runners stop at the first failure (pytest, unittest, go, jest, mocha,
/// vitest, rspec, phpunit).
const STOP_AT_FIRST: &[&str] = &[
    "-x",
    "--exitfirst",
    "--maxfail",
    "--failfast",
    "-failfast",
    "--fail-fast",
    "--bail",
    "--stop-on-failure",
];

/// Returns whether a command has such an option. A runner's message about it is parsed, but not all print one.
fn stops_at_first(command: &Command) -> bool {
    let mut options = command.words().map(|word| word.split('=').next().unwrap_or(word));
    options.any(|option| STOP_AT_FIRST.contains(&option))
}

fn is_file(tree: &Tree) -> impl Fn(&str) -> bool {
    |path| tree.locate(path).is_some_and(|file| tree.is_file(&file))
}

fn resolver(command: &Command, tree: &Tree) -> Resolver {
    Resolver::new(tree.root(), &started_in(command, tree.root()))
}

/// Options and commands of a shell that are followed by the directory in which a tool works.
const INTO: &[&str] = &["-C", "--directory", "--prefix", "--cwd", "cd", "pushd"];

/// The directory in which a command works, as far as its words show: `make -C src`, `sh -c 'cd src && make'`.
fn started_in(command: &Command, root: &Path) -> PathBuf {
    let given = command.directory.as_ref();
    let mut directory = given.map_or(root.to_owned(), |given| root.join(given));
    let words: Vec<&str> = command.words().flat_map(str::split_whitespace).collect();
    for (at, word) in words.iter().enumerate() {
        let joined = word.split_once('=').filter(|(option, _)| INTO.contains(option));
        let next = || words.get(at + 1).copied().filter(|_| INTO.contains(word));
        let Some(named) = joined.map(|(_, named)| named).or_else(next) else {
            continue;
        };
        let below = directory.join(named.trim_matches(['\'', '"', ';']));
        if below.is_dir() {
            directory = below;
        }
    }
    directory
}

/// Reads the output of commands of strategies and debug tools, with the parsers that read the command itself.
pub(crate) struct PipelineReader<'a> {
    pub(crate) pipeline: &'a Pipeline,
    pub(crate) tree: &'a Tree,
}

impl Reader for PipelineReader<'_> {
    fn read(&self, command: &Command, completed: &Completed) -> Vec<Diagnostic> {
        let mut parse = self.pipeline.start();
        parse.feed(&completed.stdout);
        parse.feed(b"\n");
        parse.feed(&completed.stderr);
        let mut found: Vec<Diagnostic> = parse.take().collect();
        found.extend(parse.finish(Some(completed.exit)).diagnostics);
        found.truncate(KEPT_DIAGNOSTICS);
        let resolver = resolver(command, self.tree);
        let mut resolved = Resolved::default();
        for diagnostic in &mut found {
            resolver.resolve(diagnostic, &mut resolved, &is_file(self.tree));
        }
        found
    }

    fn understand(&self, diagnostic: &mut Diagnostic) {
        facts::fill(diagnostic);
    }
}

/// The errors that keep a failed command from passing, or, if it reports none, its mildest findings (linters
/// fail on warnings).
fn errors(exit: ExitState, mut diagnostics: Vec<Diagnostic>) -> Vec<Diagnostic> {
    if exit.is_success() {
        return Vec::new();
    }
    let worst = diagnostics.iter().map(|diagnostic| diagnostic.severity).max();
    let floor = worst.unwrap_or(Severity::Error).min(Severity::Error);
    diagnostics.retain(|diagnostic| diagnostic.severity >= floor);
    diagnostics
}

/// Gives a missing name without a line the place at which the file first has it: linkers name the file only.
fn place_what_linkers_miss(diagnostics: &mut [Diagnostic], tree: &Tree) {
    let of_builds = |it: &&mut Diagnostic| it.error_type == ErrorType::Build && it.location.line.is_none();
    for diagnostic in diagnostics.iter_mut().filter(of_builds) {
        let (Some(Fact::UndefinedName { name, .. }), Some(file)) = (&diagnostic.fact, diagnostic.file())
        else {
            continue;
        };
        let text = tree.locate(file).and_then(|file| tree.read_text(&file).ok());
        let place = text.as_deref().and_then(|text| first_word(text, name));
        if let Some((line, column)) = place {
            diagnostic.location.line = Some(line);
            diagnostic.location.column = Some(column);
        }
    }
}

/// The line and column, from 1, where a text first has a word outside of comments.
fn first_word(text: &str, word: &str) -> Option<(u32, u32)> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    text.lines().zip(1..).find_map(|(line, number)| {
        let begin = line.trim_start();
        let is_comment = ["//", "/*", "*"].iter().any(|mark| begin.starts_with(mark));
        let mut places = line.match_indices(word).map(|(at, _)| at);
        let at = places.find(|at| {
            let (before, behind) = (&line[..*at], &line[at + word.len()..]);
            !before.ends_with(is_part) && !behind.starts_with(is_part)
        });
        let column = u32::try_from(line[..at?].chars().count() + 1).ok()?;
        (!is_comment).then_some((number, column))
    })
}

/// Returns whether a warning says that something is going to change or to be removed.
fn announces_a_change(diagnostic: &Diagnostic) -> bool {
    const WORDS: [&str; 6] = [
        "deprecat",
        "futurewarning",
        "will be removed",
        "will change",
        "renamed",
        "removed in",
    ];
    let code = diagnostic.code.as_deref().unwrap_or_default();
    let text = format!("{code} {}", diagnostic.message).to_lowercase();
    diagnostic.severity <= Severity::Warning && WORDS.iter().any(|word| text.contains(word))
}

pub(super) fn millis(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}
