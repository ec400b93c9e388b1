//! The modules that the user's interpreter can import. The interpreter is queried; there are no
//! tables that go out of date.

use std::collections::{BTreeMap, BTreeSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde::Deserialize;
use unbreak_core::{Command, FixContext, RelPath, Runner};

use super::interpreter;

/// The script that answers.
const PROBE: &str = include_str!("probe.py");

/// An interpreter that does not answer in this time is not queried again for this proposal.
const PATIENCE: Duration = Duration::from_secs(20);

/// How long an answer is cached. Packages come and go while an agent lives, but rarely while it
/// looks at one failure.
const FRESH: Duration = Duration::from_secs(120);

/// An interpreter and its answers so far.
pub(crate) struct Environment<'a> {
    runner: &'a dyn Runner,
    key: String,
    root: String,
    directory: Option<RelPath>,
    facts: Arc<Facts>,
}

/// An interpreter's description of itself.
#[derive(Debug, Clone)]
pub(crate) struct Facts {
    /// The command that starts it.
    pub(crate) interpreter: Vec<String>,
    /// The same without what a version manager puts in front of it, which takes longer than the interpreter itself.
    executable: Vec<String>,
    /// Top-level modules of its standard library.
    pub(crate) stdlib: BTreeSet<String>,
    /// Names that need no import.
    pub(crate) builtins: BTreeSet<String>,
    /// Other top-level modules that it can import, except the workspace's own.
    pub(crate) installed: BTreeSet<String>,
    /// Installed distributions by their normalised names, with their versions as far as these are known.
    pub(crate) distributions: BTreeMap<String, String>,
    /// The version of the language.
    pub(crate) version: String,
}

/// The entity that a dotted name stands for.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct Subject {
    /// Whether it is a module.
    pub(crate) module: bool,
    /// Whether it can be called.
    pub(crate) callable: bool,
    /// Whether it is a function whose call is awaited.
    pub(crate) coroutine: bool,
    /// Its attributes.
    pub(crate) members: BTreeSet<String>,
    /// The names it means to be imported from it, when it is a module.
    pub(crate) exports: BTreeSet<String>,
    /// The modules directly in it, when it is a package; most must be imported themselves.
    pub(crate) submodules: BTreeSet<String>,
    /// The modules that come with it: `path` of `os`.
    pub(crate) loaded: BTreeSet<String>,
    /// The names of its parameters, with their stars, where the interpreter knows them.
    pub(crate) parameters: Option<Vec<String>>,
}

impl Subject {
    /// Returns whether `name` can be reached through it.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.members.contains(name) || self.exports.contains(name) || self.submodules.contains(name)
    }
}

#[derive(Deserialize)]
struct Answer {
    stdlib: BTreeSet<String>,
    builtins: BTreeSet<String>,
    installed: BTreeSet<String>,
    distributions: BTreeMap<String, String>,
    version: String,
    executable: Option<String>,
    subjects: BTreeMap<String, Option<Subject>>,
    homes: BTreeMap<String, Vec<String>>,
    words: BTreeMap<String, usize>,
}

struct Remembered {
    since: Instant,
    /// The run after which the answers do not count any more, by the [`mark`] of its output.
    until_after: Option<u64>,
    facts: Arc<Facts>,
    subjects: BTreeMap<String, Option<Arc<Subject>>>,
    words: BTreeMap<String, usize>,
    homes: BTreeMap<String, Vec<String>>,
}

/// Starting an interpreter costs more than all the rest of a proposal: all strategies share its
/// answers, by workspace and command.
static REMEMBERED: LazyLock<Mutex<BTreeMap<String, Remembered>>> = LazyLock::new(Mutex::default);

impl<'a> Environment<'a> {
    /// The environment that the user's command runs in; `None` when no interpreter answers.
    pub(crate) async fn of(context: &FixContext<'a>) -> Option<Self> {
        let root = context.workspace.root().to_string_lossy().into_owned();
        let directory = context.command.directory.clone();
        let key = format!(
            "{root}\n{}\n{}",
            directory.as_ref().map_or("", RelPath::as_str),
            context.command
        );
        if let Some(facts) = remembered(&key, context.output) {
            return Some(Self {
                runner: context.runner,
                key,
                root,
                directory,
                facts,
            });
        }
        let candidates = interpreter::candidates(context.command, context.workspace, context.runner).await;
        for interpreter in candidates {
            let command = probe(&interpreter, &root, directory.clone(), &[]);
            let Some(answer) = ask(context.runner, &command).await else {
                continue;
            };
            let facts = Arc::new(answer.facts(interpreter));
            remember(&key, &facts);
            return Some(Self {
                runner: context.runner,
                key,
                root,
                directory,
                facts,
            });
        }
        None
    }

    /// Drops the cached answers for a workspace's environments after the next run: something may be installed for it.
    pub(crate) fn doubt(context: &FixContext<'_>) {
        let root = format!("{}\n", context.workspace.root().to_string_lossy());
        let mut remembered = lock();
        let of_workspace = remembered.iter_mut().filter(|(key, _)| key.starts_with(&root));
        for (_, known) in of_workspace {
            known.until_after = Some(mark(context.output));
        }
    }

    pub(crate) fn facts(&self) -> &Facts {
        &self.facts
    }

    /// The last line of what a program of ours prints, run by the interpreter.
    pub(crate) async fn run(&self, program: &str, arguments: &[&str]) -> Option<String> {
        let interpreter = &self.facts.executable;
        let own = interpreter[1..].iter().map(String::as_str);
        let args = own.chain(["-c", program]).chain(arguments.iter().copied());
        let mut command = Command::new(interpreter[0].clone(), args);
        command.directory.clone_from(&self.directory);
        command.timeout = Some(PATIENCE);
        let completed = self.runner.run(&command).await.ok()?;
        completed.stdout_text().lines().next_back().map(str::to_owned)
    }

    /// Returns whether a top-level module can be imported from outside of the workspace.
    pub(crate) fn has_module(&self, top: &str) -> bool {
        self.facts.stdlib.contains(top) || self.facts.installed.contains(top)
    }

    /// Looks dotted names up; names that cannot be imported are left out.
    pub(crate) async fn look_up<'n>(
        &self,
        names: impl IntoIterator<Item = &'n str>,
    ) -> BTreeMap<String, Arc<Subject>> {
        let names: BTreeSet<&str> = names.into_iter().collect();
        let unknown: Vec<&str> = {
            let remembered = lock();
            let known = remembered.get(&self.key);
            names
                .iter()
                .copied()
                .filter(|name| !known.is_some_and(|known| known.subjects.contains_key(*name)))
                .collect()
        };
        if !unknown.is_empty() {
            self.learn(&unknown).await;
        }
        let remembered = lock();
        let subjects = remembered.get(&self.key).map(|known| &known.subjects);
        let found = names.into_iter().filter_map(|name| {
            let subject = subjects?.get(name)?.clone()?;
            Some((name.to_owned(), subject))
        });
        found.collect()
    }

    /// Looks one dotted name up.
    pub(crate) async fn subject(&self, name: &str) -> Option<Arc<Subject>> {
        self.look_up([name]).await.remove(name)
    }

    /// The number of modules of the standard library that use each word, in any case and as part of
    /// any other; empty if the interpreter does not answer.
    pub(crate) async fn usage(&self, words: &BTreeSet<String>) -> BTreeMap<String, usize> {
        let known = lock()
            .get(&self.key)
            .map(|known| known.words.clone())
            .unwrap_or_default();
        let unknown = words.iter().filter(|word| !known.contains_key(*word));
        let marked: Vec<String> = unknown.map(|word| format!("#{word}")).collect();
        if !marked.is_empty() {
            self.learn(&marked.iter().map(String::as_str).collect::<Vec<_>>())
                .await;
        }
        let known = lock()
            .get(&self.key)
            .map(|known| known.words.clone())
            .unwrap_or_default();
        known
            .into_iter()
            .filter(|(word, _)| words.contains(word))
            .collect()
    }

    /// Other modules that have a name which `module` does not have, one for each different object: in the
    /// standard library, the `usual` modules first, for a module of that; else in the module's distribution
    /// and those it requires.
    pub(crate) async fn homes(&self, module: &str, name: &str, usual: &[&str]) -> Vec<String> {
        let question = format!("?{module}:{name}:{}", usual.join(","));
        if let Some(known) = lock().get(&self.key).and_then(|known| known.homes.get(&question)) {
            return known.clone();
        }
        let (directory, interpreter) = (self.directory.clone(), &self.facts.executable);
        let command = probe(interpreter, &self.root, directory, &[&question]);
        let answer = ask(self.runner, &command).await;
        let homes = answer.and_then(|answer| answer.homes.into_values().next());
        let homes = homes.unwrap_or_default();
        if let Some(known) = lock().get_mut(&self.key) {
            known.homes.insert(question, homes.clone());
        }
        homes
    }

    async fn learn(&self, names: &[&str]) {
        let command = probe(&self.facts.executable, &self.root, self.directory.clone(), names);
        let Some(answer) = ask(self.runner, &command).await else {
            return;
        };
        if let Some(known) = lock().get_mut(&self.key) {
            known.words.extend(answer.words);
            let subjects = answer.subjects.into_iter();
            known
                .subjects
                .extend(subjects.map(|(name, subject)| (name, subject.map(Arc::new))));
        }
    }
}

impl Answer {
    fn facts(self, interpreter: Vec<String>) -> Facts {
        // What is more than a program's name may set the stage for the interpreter.
        let executable = match (interpreter.as_slice(), self.executable) {
            ([_], Some(executable)) if !executable.is_empty() => vec![executable],
            _ => interpreter.clone(),
        };
        Facts {
            interpreter,
            executable,
            stdlib: self.stdlib,
            builtins: self.builtins,
            installed: self.installed,
            distributions: self.distributions,
            version: self.version,
        }
    }
}

fn probe(interpreter: &[String], root: &str, directory: Option<RelPath>, names: &[&str]) -> Command {
    let args = ["-c", PROBE, root].into_iter().chain(names.iter().copied());
    let args = interpreter[1..].iter().map(String::as_str).chain(args);
    let mut command = Command::new(interpreter[0].clone(), args);
    command.directory = directory;
    command.timeout = Some(PATIENCE);
    command
        .env
        .insert("PYTHONDONTWRITEBYTECODE".to_owned(), "1".to_owned());
    command
}

async fn ask(runner: &dyn Runner, command: &Command) -> Option<Answer> {
    let completed = runner.run(command).await.ok()?;
    let output = completed.stdout_text();
    let line = output.lines().rev().find(|line| line.starts_with('{'))?;
    serde_json::from_str(line).ok()
}

fn remembered(key: &str, output: &str) -> Option<Arc<Facts>> {
    let mut remembered = lock();
    let is_of_run = |run: u64| run == mark(output);
    remembered.retain(|of, known| {
        known.since.elapsed() < FRESH && (of != key || known.until_after.is_none_or(is_of_run))
    });
    remembered.get(key).map(|known| Arc::clone(&known.facts))
}

fn remember(key: &str, facts: &Arc<Facts>) {
    let known = Remembered {
        since: Instant::now(),
        until_after: None,
        facts: Arc::clone(facts),
        subjects: BTreeMap::new(),
        words: BTreeMap::new(),
        homes: BTreeMap::new(),
    };
    lock().insert(key.to_owned(), known);
}

/// Tells the output of one run from that of another.
fn mark(output: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    output.hash(&mut hasher);
    hasher.finish()
}

fn lock() -> std::sync::MutexGuard<'static, BTreeMap<String, Remembered>> {
    REMEMBERED.lock().unwrap_or_else(PoisonError::into_inner)
}
