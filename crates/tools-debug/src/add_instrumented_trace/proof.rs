//! Proves that a probed file is still a valid program.

use std::path::Path;
use std::time::Duration;

use unbreak_core::{Command, Runner};

use super::edit::Edited;

/// The longest that a checker may take.
const PATIENCE: Duration = Duration::from_secs(20);

/// The checkers that accept the probed file, in addition to the grammar.
///
/// Some languages' checkers need the whole project; if they reject the file without probes, they
/// cannot judge it with them.
///
/// # Errors
/// When a checker refuses the file because of its probes: its words.
pub(super) async fn prove(
    runner: &dyn Runner,
    edited: &Edited,
    file: &Path,
    original: &Path,
    scratch: &Path,
) -> Result<Vec<&'static str>, String> {
    let mut proofs = vec!["tree-sitter"];
    let Some(checker) = edited.dialect.checker(&edited.ending) else {
        return Ok(proofs);
    };
    let check = |file: &Path| {
        let scratch = scratch.to_string_lossy();
        let arguments = checker.arguments.iter();
        let arguments = arguments.map(|argument| argument.replace("{scratch}", &scratch));
        let arguments = arguments.chain([file.to_string_lossy().into_owned()]);
        let mut command = Command::new(checker.program, arguments);
        command.timeout = Some(PATIENCE);
        command
    };
    match runner.run(&check(file)).await {
        Ok(completed) if completed.exit.is_success() => proofs.push(checker.program),
        // A program that is not there proves nothing.
        Err(_) => {}
        Ok(refused) => {
            let before = runner.run(&check(original)).await;
            if before.is_ok_and(|before| before.exit.is_success()) {
                let words = String::from_utf8_lossy(&refused.stderr).into_owned();
                return Err(format!(
                    "{} refuses the file with the probe: {}",
                    checker.program,
                    words.trim()
                ));
            }
        }
    }
    Ok(proofs)
}
