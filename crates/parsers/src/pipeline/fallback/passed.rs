//! Outputs whose last words are that all went well.

/// The number of lines at the end that are looked at.
const LAST: usize = 2;

/// Whether the end of an output says that the command passed, and not that anything failed.
pub(super) fn says_so(output: &str) -> bool {
    const WELL: [&str; 15] = [
        "success",
        "succeeded",
        "passed",
        " ok",
        "finished",
        "done",
        "complete",
        "0 errors",
        "0 failed",
        "0 failures",
        "no errors",
        "no issues",
        "up to date",
        "all good",
        "✓",
    ];
    const BADLY: [&str; 5] = ["fail", "error", "abort", "fatal", "exit code"];
    let lines = output
        .lines()
        .rev()
        .filter(|line| !line.trim().is_empty())
        .take(LAST);
    let end = lines.collect::<Vec<_>>().join("\n").to_lowercase();
    let without_counts = [
        "0 errors",
        "0 failed",
        "0 failures",
        "no errors",
        "errors: 0",
        "failures: 0",
        "failed: 0",
    ]
    .iter()
    .fold(end.clone(), |text, count| text.replace(count, ""));
    WELL.iter().any(|word| end.contains(word)) && !BADLY.iter().any(|word| without_counts.contains(word))
}
