//! Runs the program under test on a decoy and judges the result.

use anyhow::Result;
use unbreak_core::{KeptFix, SafetyClass};
use xshell::Shell;

use super::decoy::Decoy;
use crate::bench::program::{Program, passes};
use crate::bench::projects::Files;

/// The result of a decoy.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ending {
    /// Nothing was changed.
    Alone,
    /// Something was kept that the closer judge rejects.
    Wrong,
    /// The command passes, and the closer judge accepts it.
    Right,
    /// The stricter judge accepts the kept changes, and the command still fails.
    Partly,
}

impl Ending {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Alone => "left alone",
            Self::Wrong => "WRONG",
            Self::Right => "right",
            Self::Partly => "partly",
        }
    }
}

/// The changes that were kept in a decoy.
#[derive(Debug)]
pub(super) struct Judged {
    pub(super) ending: Ending,
    /// Whether everything that was kept is of the class "safe".
    pub(super) all_safe: bool,
    /// Each fix that was kept, in one line.
    pub(super) kept: Vec<String>,
    pub(super) diff: String,
}

/// Repairs a fresh copy of the decoy, and judges the kept changes.
pub(super) fn attempt(program: &Program, decoy: &Decoy, yes: bool) -> Result<Judged> {
    let scratch = tempfile::tempdir()?;
    let shell = decoy.lay_out(scratch.path(), &decoy.files)?;
    let flags: Vec<String> = yes.then(|| "--yes".to_owned()).into_iter().collect();
    let report = program.repair(&shell, &flags, &decoy.command)?;
    Ok(Judged {
        ending: ending(&shell, decoy)?,
        all_safe: report.fixed.iter().all(|kept| kept.safety == SafetyClass::Safe),
        kept: report.fixed.iter().map(line).collect(),
        diff: report.diff,
    })
}

fn line(kept: &KeptFix) -> String {
    let tested = kept.evidence.tested_by.map_or("nothing", |by| by.as_str());
    format!(
        "{} `{}` ({:?}; {}, tested by {tested})",
        kept.strategy, kept.title, kept.safety, kept.evidence.determined_by
    )
}

fn ending(shell: &Shell, decoy: &Decoy) -> Result<Ending> {
    let now = present(shell, &decoy.files);
    if now == decoy.files {
        return Ok(Ending::Alone);
    }
    // An answer is recognised by its lines, and the right one may have the same.
    let was_deceived = !decoy.is_right(&now)
        && decoy
            .favourite
            .iter()
            .any(|favourite| favourite.was_given(&decoy.files, &now));
    let does_pass = passes(shell, &decoy.command);
    Ok(
        match (was_deceived || !decoy.satisfies_closer(shell)?, does_pass) {
            (true, _) => Ending::Wrong,
            (false, true) => Ending::Right,
            (false, false) => Ending::Partly,
        },
    )
}

/// The project's files in their present state, without deleted ones.
fn present(shell: &Shell, files: &Files) -> Files {
    let read = |file: &String| Some((file.clone(), shell.read_file(file).ok()?));
    files.keys().filter_map(read).collect()
}
