//! Outputs whose last words are that all went well.

/// The number of lines at the end that are looked at.
const LAST: usize = 2;

/// Returns whether the end of an output says that the command passed, and not that anything failed.
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
    const NONE: [&str; 7] = [
        "0 errors",
        "0 failed",
        "0 failures",
        "no errors",
        "errors: 0",
        "failures: 0",
        "failed: 0",
    ];
    let lines: Vec<String> = output
        .lines()
        .rev()
        .filter(|line| !line.trim().is_empty())
        .take(LAST)
        .map(str::to_lowercase)
        .collect();
    let is_well = |end: &[String]| {
        let says = |words: &[&str]| {
            words
                .iter()
                .any(|word| end.iter().any(|line| line.contains(word)))
        };
        let bad = |line: &String| {
            let uncounted = NONE
                .iter()
                .fold(line.clone(), |text, count| text.replace(count, ""));
            BADLY.iter().any(|word| uncounted.contains(word))
        };
        says(&WELL) && !end.iter().any(bad)
    };
    // The last line alone counts as well: what stands above it was survived.
    is_well(&lines) || is_well(&lines[..lines.len().min(1)])
}
