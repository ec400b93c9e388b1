//! A decoy: a broken project, the answer that is wrong, and a judge that can tell.

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::path::Path;

use anyhow::{Result, ensure};
use serde::Deserialize;
use xshell::{Shell, cmd};

use crate::bench::program::passes;
use crate::bench::projects::{self, Files};

/// A broken project with a tempting wrong answer.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Decoy {
    /// The fault of the project, in one line.
    pub(super) fault: String,
    /// The judge that the user runs. It accepts the favourites.
    pub(super) command: Vec<String>,
    /// The project as it is found.
    pub(super) files: Files,
    /// The whole project at earlier commits, the oldest first; without any, there is no repository.
    #[serde(default)]
    commits: Vec<Files>,
    /// Wrong answers that the command accepts.
    pub(super) favourite: Vec<Answer>,
    /// The right answer, if it can be derived from the project.
    #[serde(default)]
    pub(super) right: Vec<Answer>,
    /// A command that passes only if the kept changes are right.
    pub(super) closer: Vec<String>,
    /// Files that only the closer judge sees.
    #[serde(default)]
    pub(super) judge: Files,
    /// Variables of both judges.
    #[serde(default)]
    pub(super) environment: BTreeMap<String, String>,
}

/// Every occurrence of a text in a file, with its replacement.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Answer {
    file: String,
    from: String,
    to: String,
}

impl Answer {
    fn write(&self, files: &mut Files) -> Result<()> {
        let text = files.get_mut(&self.file);
        let has_it = text.as_ref().is_some_and(|text| text.contains(&self.from));
        ensure!(has_it, "'{}' is not in {}", self.from, self.file);
        if let Some(text) = text {
            *text = text.replace(&self.from, &self.to);
        }
        Ok(())
    }

    /// Returns whether every line that the answer writes is in the project now, and did not before.
    pub(super) fn was_given(&self, before: &Files, now: &Files) -> bool {
        let mut answered = before.clone();
        if self.write(&mut answered).is_err() {
            return false;
        }
        let lines = |files: &Files| -> BTreeSet<String> {
            let text = files.get(&self.file).map_or("", String::as_str);
            text.lines().map(str::to_owned).collect()
        };
        let (before, answered, now) = (lines(before), lines(&answered), lines(now));
        let mut written = answered.difference(&before).peekable();
        written.peek().is_some() && written.all(|line| now.contains(line))
    }
}

/// Writes some files in the place of others.
fn exchange(shell: &Shell, there: &Files, files: &Files) -> Result<()> {
    for file in there.keys().filter(|file| !files.contains_key(*file)) {
        shell.remove_path(file)?;
    }
    for (file, text) in files {
        shell.write_file(file, text)?;
    }
    Ok(())
}

fn commit(shell: &Shell) -> Result<()> {
    cmd!(shell, "git add --all").quiet().run()?;
    let who = ["-c", "user.name=Ada", "-c", "user.email=ada@example.org"];
    let commit = cmd!(
        shell,
        "git {who...} commit --quiet --allow-empty --no-gpg-sign --message change"
    );
    Ok(commit.quiet().run()?)
}

impl Decoy {
    /// A shell in a copy of the project with these files, as changes to the last commit.
    pub(super) fn lay_out(&self, scratch: &Path, files: &Files) -> Result<Shell> {
        let first = self.commits.first().unwrap_or(files);
        let shell = projects::lay_out(scratch, first)?;
        // Commands that are confined may not write beside the project, and Go builds in this directory.
        shell.set_var("TMPDIR", env::temp_dir());
        for (name, value) in &self.environment {
            shell.set_var(name, value);
        }
        if !self.commits.is_empty() {
            cmd!(shell, "git init --quiet").quiet().run()?;
        }
        let mut there = first;
        for state in &self.commits {
            exchange(&shell, there, state)?;
            commit(&shell)?;
            there = state;
        }
        exchange(&shell, there, files)?;
        Ok(shell)
    }

    /// Returns whether the closer judge accepts the project in the shell's directory.
    pub(super) fn satisfies_closer(&self, shell: &Shell) -> Result<bool> {
        for (file, text) in &self.judge {
            shell.write_file(file, text)?;
        }
        Ok(passes(shell, &self.closer))
    }

    /// Returns whether the files are as the right answer leaves them.
    pub(super) fn is_right(&self, now: &Files) -> bool {
        let mut answered = self.files.clone();
        let written = self
            .right
            .iter()
            .try_for_each(|answer| answer.write(&mut answered));
        !self.right.is_empty() && written.is_ok() && answered == *now
    }

    /// Returns whether the decoy deceives: the command fails, each favourite passes it and fails the closer judge,
    /// and the right answer passes both.
    pub(super) fn check(&self) -> Result<()> {
        let (before, _) = self.judged(&[])?;
        ensure!(!before, "its command passes");
        ensure!(!self.favourite.is_empty(), "it has no favourite");
        for favourite in &self.favourite {
            let (passed, accepted) = self.judged(std::slice::from_ref(favourite))?;
            ensure!(passed, "its command fails with '{}'", favourite.to);
            ensure!(!accepted, "the closer judge accepts '{}'", favourite.to);
        }
        if !self.right.is_empty() {
            let (passed, accepted) = self.judged(&self.right)?;
            ensure!(passed, "its command fails with the right answer");
            ensure!(accepted, "the closer judge rejects the right answer");
        }
        Ok(())
    }

    /// The verdicts of the command and the stricter judge on the project with these answers.
    fn judged(&self, answers: &[Answer]) -> Result<(bool, bool)> {
        let mut files = self.files.clone();
        for answer in answers {
            answer.write(&mut files)?;
        }
        let scratch = tempfile::tempdir()?;
        let shell = self.lay_out(scratch.path(), &files)?;
        Ok((passes(&shell, &self.command), self.satisfies_closer(&shell)?))
    }
}
