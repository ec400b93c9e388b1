//! The latest changes to the files of a failure, according to git.

use unbreak_core::{Command, RelPath, Runner};

/// The most bytes of a diff that are shown.
const MOST_BYTES: usize = 6_000;

/// A change to the files of a failure.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Hunk {
    /// The origin of the change: "not committed", or a commit's id and subject.
    pub(crate) origin: String,
    /// The unified diff.
    pub(crate) diff: String,
}

/// The uncommitted changes in these files, or else the last commit that changed them. Empty without git.
pub(super) async fn last_changes(runner: &dyn Runner, files: &[RelPath]) -> Vec<Hunk> {
    if files.is_empty() {
        return Vec::new();
    }
    if let Some(diff) = git(runner, &["diff", "HEAD", "--no-color", "--no-ext-diff"], files).await {
        return vec![Hunk {
            origin: "changes that are not committed".to_owned(),
            diff,
        }];
    }
    let log = ["log", "-1", "--no-color", "--no-ext-diff", "-p", "--format=%h %s"];
    let Some(logged) = git(runner, &log, files).await else {
        return Vec::new();
    };
    let (subject, diff) = logged.split_once('\n').unwrap_or((&logged, ""));
    vec![Hunk {
        origin: format!("the last commit that changed these files: {subject}"),
        diff: diff.trim_start().to_owned(),
    }]
}

async fn git(runner: &dyn Runner, arguments: &[&str], files: &[RelPath]) -> Option<String> {
    let files = files.iter().map(RelPath::as_str);
    let words = arguments.iter().copied().chain(["--"]).chain(files);
    let done = runner.run(&Command::new("git", words)).await.ok()?;
    let text = done.stdout_text().trim_end().to_owned();
    (done.exit.is_success() && !text.is_empty()).then(|| shortened(text))
}

fn shortened(mut text: String) -> String {
    if text.len() > MOST_BYTES {
        text.truncate(text.floor_char_boundary(MOST_BYTES));
        text.push_str("\n[...]");
    }
    text
}
