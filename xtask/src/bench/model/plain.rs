//! The plain loop: send the error, apply the answer, run, three times.

use std::fs;

use anyhow::Result;
use xshell::cmd;

use super::answers::Simulation;
use super::{COMMAND, Case, End};
use crate::bench::projects;

/// The number of questions.
const ROUNDS: usize = 3;

/// Repairs a case with a simulated model, as simple agents do it.
pub(super) fn repair(case: &Case, mut simulation: Simulation) -> Result<End> {
    let scratch = tempfile::tempdir()?;
    let shell = projects::lay_out(scratch.path(), &case.files())?;
    let (mut calls, mut tokens) = (0, 0);
    for _ in 0..ROUNDS {
        let ran = cmd!(shell, "timeout 20 {COMMAND...}")
            .quiet()
            .ignore_status()
            .output()?;
        if ran.status.success() {
            break;
        }
        let path = shell.current_dir().join(&case.file);
        let source = fs::read_to_string(&path).unwrap_or_default();
        let prompt = format!("{}\n{source}", String::from_utf8_lossy(&ran.stderr));
        let answer = simulation.answer(&prompt, false);
        calls += 1;
        tokens += (prompt.len().div_ceil(4) + answer.len().div_ceil(4)) as u64;
        apply(&shell.current_dir(), &answer);
    }
    End::of(&shell, case, (calls, tokens))
}

/// Replaces the first occurrence of a block's text; a block that does not fit is ignored.
fn apply(root: &std::path::Path, answer: &str) {
    let Some((before, rest)) = answer.split_once("<<<<<<< SEARCH\n") else {
        return;
    };
    let Some((search, rest)) = rest.split_once("\n=======\n") else {
        return;
    };
    let replace = rest
        .split_once("\n>>>>>>> REPLACE")
        .map_or(rest, |(replace, _)| replace);
    let Some(file) = before.trim_end().lines().last() else {
        return;
    };
    let path = root.join(file.trim());
    if let Ok(text) = fs::read_to_string(&path) {
        // Like any failed write of such a loop, this one shows in the next run.
        let _ = fs::write(path, text.replacen(search, replace, 1));
    }
}
