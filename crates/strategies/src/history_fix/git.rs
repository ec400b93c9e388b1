//! Queries git. It runs without locks; a late or truncated answer is discarded.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use unbreak_core::{Command, FixContext, RelPath, Runner};

use super::patch::Patch;
use crate::state;

/// The time limit of one query.
const PATIENCE: Duration = Duration::from_secs(5);

/// The number of recent commits that are searched.
const COMMITS: &str = "50";

/// Format of diffs: no colours, external programs or renames, paths relative to the workspace.
const STYLE: [&str; 7] = [
    "--no-color",
    "--no-ext-diff",
    "--no-textconv",
    "--no-renames",
    "--no-prefix",
    "--relative",
    "-U0",
];

/// The most bytes of answers that are kept.
const MOST_KEPT: usize = 32 * 1024 * 1024;

/// What an answer depends on.
#[derive(Clone, Copy)]
enum Of {
    /// Only on what had been committed when the run began: it holds to the end.
    Commits,
    /// On the files of the working tree, or what it is compared with.
    Tree,
}

/// The answers of git, `None` where it refuses: the failures of a run are queried one after another, and again after
/// each change.
#[derive(Debug, Default)]
pub(crate) struct Answers(Mutex<Kept>);

#[derive(Debug, Default)]
struct Kept {
    commits: BTreeMap<String, Option<String>>,
    /// The state of the tree that they describe.
    state: u64,
    tree: BTreeMap<String, Option<String>>,
}

impl Kept {
    fn of(&mut self, of: Of, state: u64) -> &mut BTreeMap<String, Option<String>> {
        if self.state != state {
            self.state = state;
            self.tree.clear();
        }
        match of {
            Of::Commits => &mut self.commits,
            Of::Tree => &mut self.tree,
        }
    }
}

impl Answers {
    /// Forgets them: in the next run there may be another commit.
    pub(super) fn forget(&self) {
        if let Ok(mut kept) = self.0.lock() {
            *kept = Kept::default();
        }
    }

    fn get(&self, of: Of, state: u64, question: &str) -> Option<Option<String>> {
        self.0.lock().ok()?.of(of, state).get(question).cloned()
    }

    fn keep(&self, of: Of, state: u64, question: String, answer: Option<String>) {
        let Ok(mut kept) = self.0.lock() else {
            return;
        };
        let answers = kept.of(of, state);
        let size: usize = answers.values().flatten().map(String::len).sum();
        if size > MOST_KEPT {
            answers.clear();
        }
        answers.insert(question, answer);
    }
}

/// The repository around a workspace, if there is one.
pub(crate) struct Git<'a> {
    runner: &'a dyn Runner,
    root: String,
    /// The state of the tree.
    state: u64,
    answers: &'a Answers,
    /// The commits about names that were asked for.
    commits: Mutex<BTreeMap<String, Arc<[Patch]>>>,
}

impl<'a> Git<'a> {
    /// `None` where it is clear without calling git that there is no repository.
    pub(crate) fn of(context: &FixContext<'a>, answers: &'a Answers) -> Option<Self> {
        let root = context.workspace.root();
        let has_directory = root.ancestors().any(|directory| directory.join(".git").exists());
        let is_elsewhere = || std::env::var_os("GIT_DIR").is_some();
        (has_directory || is_elsewhere()).then(|| Self {
            runner: context.runner,
            root: root.to_string_lossy().into_owned(),
            state: state::digest(context),
            answers,
            commits: Mutex::default(),
        })
    }

    /// The difference between the working tree and HEAD; `None` without git, a repository or a commit.
    pub(super) async fn uncommitted(&self) -> Option<Patch> {
        let text = self.differences(Of::Tree, &["diff"], &["HEAD"]).await?;
        Some(Patch::parse(&text))
    }

    /// The hunks of each recent commit that contain a name, the newest first. Rules ask for the same name one after
    /// the other, and git once.
    pub(super) async fn commits_about(&self, name: &str) -> Arc<[Patch]> {
        let known = self.commits.lock().ok();
        if let Some(found) = known.and_then(|known| known.get(name).cloned()) {
            return found;
        }
        let found: Arc<[Patch]> = self.commits_with(&regex::escape(name)).await.into();
        if let Ok(mut known) = self.commits.lock() {
            known.insert(name.to_owned(), Arc::clone(&found));
        }
        found
    }

    /// The hunks of each recent commit with a changed line that matches an extended expression, the newest first.
    pub(super) async fn commits_with(&self, expression: &str) -> Vec<Patch> {
        let older = ["rev-list", "--skip", COMMITS, "--max-count=1", "HEAD"];
        let Some(before) = self.answer(Of::Commits, &older).await else {
            return Vec::new();
        };
        let range = match before.trim() {
            "" => "HEAD".to_owned(),
            before => format!("{before}..HEAD"),
        };
        let about = format!("-G{expression}");
        let log = [
            "log",
            "-p",
            "--no-merges",
            "--format=%x00%H",
            "--pickaxe-all",
            &about,
        ];
        let text = self
            .differences(Of::Commits, &log, &[&range])
            .await
            .unwrap_or_default();
        text.split('\0').skip(1).map(commit).collect()
    }

    /// The difference of a file between the state before a commit and the working tree.
    pub(super) async fn since_before(&self, commit: &str, file: &RelPath) -> Option<Patch> {
        let before = format!("{commit}^");
        let text = self
            .differences(Of::Tree, &["diff"], &[&before, "--", file.as_str()])
            .await?;
        Some(Patch::parse(&text))
    }

    /// The text of a file before a change: at HEAD for the working tree, or before a commit.
    pub(super) async fn text_before(&self, patch: &Patch, file: &RelPath) -> Option<String> {
        let commit = match patch.commit.as_str() {
            "" => "HEAD".to_owned(),
            commit => format!("{commit}^"),
        };
        self.answer(Of::Commits, &["show", &format!("{commit}:./{file}")])
            .await
    }

    /// What the last commit changed, compared with its first parent.
    pub(super) async fn last_commit(&self) -> Option<Patch> {
        let text = self
            .differences(Of::Commits, &["diff"], &["HEAD^", "HEAD"])
            .await?;
        Some(Patch {
            commit: "HEAD".to_owned(),
            ..Patch::parse(&text)
        })
    }

    /// The files that the working tree and each recent commit moved, by their old and new paths, the newest first.
    pub(super) async fn moves(&self) -> Vec<Vec<(String, String)>> {
        const STYLE: [&str; 4] = ["--name-status", "--find-renames", "--diff-filter=R", "--relative"];
        let read = |text: &str| -> Vec<(String, String)> {
            let lines = text.lines().filter_map(|line| {
                let (_, paths) = line.split_once('\t')?;
                let (old, new) = paths.split_once('\t')?;
                Some((old.to_owned(), new.to_owned()))
            });
            lines.collect()
        };
        let own = self
            .answer(Of::Tree, &[&["diff"], STYLE.as_slice(), &["HEAD"]].concat())
            .await;
        let log = [
            &["log", "-n", COMMITS, "--no-merges", "--format=%x00"],
            STYLE.as_slice(),
        ]
        .concat();
        let log = self.answer(Of::Commits, &log).await.unwrap_or_default();
        let all = std::iter::once(own.unwrap_or_default()).chain(log.split('\0').map(str::to_owned));
        all.map(|text| read(&text))
            .filter(|moves| !moves.is_empty())
            .collect()
    }

    /// The text of a file at HEAD, or before the commit that removed it.
    pub(crate) async fn last_text(&self, file: &str) -> Option<String> {
        let at = |commit: &str| format!("{commit}:./{file}");
        if let Some(text) = self.answer(Of::Tree, &["show", &at("HEAD")]).await {
            return Some(text);
        }
        let removal = [
            "log",
            "-1",
            "--format=%H",
            "--no-renames",
            "--diff-filter=D",
            "--",
            file,
        ];
        let commit = self.answer(Of::Commits, &removal).await?;
        let commit = Some(commit.trim()).filter(|commit| !commit.is_empty())?;
        self.answer(Of::Commits, &["show", &at(&format!("{commit}^"))])
            .await
    }

    /// A difference in the format of [`STYLE`].
    async fn differences(&self, of: Of, question: &[&str], about: &[&str]) -> Option<String> {
        self.answer(of, &[question, &STYLE, about].concat()).await
    }

    async fn answer(&self, of: Of, words: &[&str]) -> Option<String> {
        let question = format!("{}\0{}", self.root, words.join("\0"));
        if let Some(answer) = self.answers.get(of, self.state, &question) {
            return answer;
        }
        let quiet = [
            "-C",
            self.root.as_str(),
            "--no-optional-locks",
            "--no-pager",
            "-c",
            "core.quotePath=false",
            "-c",
            "core.fsmonitor=false",
        ];
        let mut command = Command::new("git", quiet.into_iter().chain(words.iter().copied()));
        command.timeout = Some(PATIENCE);
        let completed = self.runner.run(&command).await.ok()?;
        let is_whole = completed.exit.is_success() && !completed.truncated;
        let answer = is_whole.then(|| String::from_utf8_lossy(&completed.stdout).into_owned());
        self.answers.keep(of, self.state, question, answer.clone());
        answer
    }
}

/// A commit's hash on the first line, then its difference.
fn commit(text: &str) -> Patch {
    let (hash, difference) = text.split_once('\n').unwrap_or((text, ""));
    Patch {
        commit: hash.trim().to_owned(),
        ..Patch::parse(difference)
    }
}
