//! The debug tools as commands for people.

use tempfile::TempDir;

use crate::support::unbreak;

#[test]
fn each_command_says_what_it_found_and_ends_with_it() {
    let directory = TempDir::new().unwrap();
    let sometimes = "echo x >> n; test $(( $(wc -l < n) % 2 )) != 0 || { echo 'error: second'; exit 1; }";
    for (args, code, said) in [
        (
            &["repro", "--", "sh", "-c", "echo 'error: bad'; exit 1"][..],
            0,
            "reproduced: 3 of 3 (29 to 100 %",
        ),
        (&["repro", "-n", "2", "--", "true"], 1, "not reproduced: 0 of 2"),
        (&["repro", "--expect", "none", "--", "true"], 2, ""),
        (
            &["flaky", "-n", "4", "--", "sh", "-c", sometimes],
            1,
            "flaky: failed 2 of 4",
        ),
        (
            &["flaky", "--sequential", "--jobs", "2", "--", "true"],
            0,
            "passes: failed 0 of 31",
        ),
        (&["flaky", "--threshold", "2", "--", "true"], 2, ""),
        (
            &["trace", "--", "sh", "-c", "echo 'error: bad'; exit 3"],
            1,
            "it ended after ",
        ),
        (&["trace", "--", "true"], 0, "it ended after "),
        (&["bisect", "--good", "HEAD~3", "--", "true"], 2, ""),
        (&["bisect", "--", "true"], 2, ""),
        (&["diff", "--before", "HEAD", "--", "true"], 2, ""),
    ] {
        let ran = unbreak(directory.path(), args);
        assert_eq!(ran.code, code, "{args:?}: {}{}", ran.stdout, ran.stderr);
        assert!(ran.stdout.contains(said), "{args:?}: {}", ran.stdout);
        assert_eq!(ran.stderr.is_empty(), code != 2, "{}", ran.stderr);
    }
}
