//! git: conflicts, patches that do not apply, whitespace.

use unbreak_core::{Descriptor, ErrorType, Example, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Pattern},
};

register_parser!(
    Grammar::new(
        &DESCRIPTOR,
        &[
            "CONFLICT (",
            "error: patch failed: ",
            ": trailing whitespace.",
            ": space before tab in indent.",
            ": indent with spaces.",
            ": tab in indent.",
            ": new blank line at EOF.",
            ": leftover conflict marker",
            "fatal: not a git repository",
            "fatal: unable to access ",
            "fatal: repository ",
            "fatal: Remote branch ",
            "fatal: couldn't find remote ref ",
            "fatal: ambiguous argument ",
            "fatal: bad revision ",
            "fatal: Could not read from remote repository",
            "fatal: Authentication failed",
            "fatal: Unable to create ",
            "fatal: pathspec ",
            "error: pathspec ",
            "fatal: refusing to merge",
            "error: failed to push some refs",
            "would be overwritten by ",
        ]
    )
    .lines(&LINES)
);

const DOCS: &str = r#"
## What it understands

Conflicts of a merge (`CONFLICT (content): Merge conflict in FILE`), patches that do not apply
(`error: patch failed: FILE:12`), and the whitespace that `git diff --check` and `git apply` complain of
(`FILE:7: trailing whitespace.`). What git says on stderr before it gives up begins with `fatal: `; of those
the ones that no other program says are read.

## Versions seen

git 2.39, 2.45.
"#;

static LINES: [Pattern; 6] = [
    Pattern::of(
        ErrorType::Build,
        r"^CONFLICT \((?<code>[\w/ -]+)\): (?<message>Merge conflict in (?<file>.+))$",
    ),
    Pattern::of(
        ErrorType::Build,
        r"^CONFLICT \((?<code>[\w/ -]+)\): (?<message>(?<file>\S+) (?:deleted|renamed|added) .+)$",
    ),
    Pattern::of(
        ErrorType::Build,
        r"^error: (?<message>patch failed): {file}:{line}$",
    ),
    Pattern::lint(
        r"^{file}:{line}: (?<message>(?:trailing whitespace|space before tab in indent|indent with spaces|tab in indent|new blank line at EOF)\.)$",
    ),
    Pattern::syntax(r"^{file}:{line}: (?<message>leftover conflict marker)$"),
    Pattern::of(
        ErrorType::Build,
        r"^(?:fatal|error): (?<message>(?:not a git repository|unable to access '|repository '|Remote branch |couldn't find remote ref |ambiguous argument '|bad revision '|Could not read from remote repository|Authentication failed|Unable to create '|pathspec '|refusing to merge|failed to push some refs|.+ would be overwritten by ).*)$",
    ),
];

static EXAMPLES: [Example; 3] = [
    Example::new(
        "a merge",
        r#"Auto-merging shop.c
CONFLICT (content): Merge conflict in shop.c
"#,
        r#"[{"severity": "error", "code": "content", "file": "shop.c", "message": "Merge conflict in shop.c"}]"#,
    ),
    Example::new(
        "a patch",
        r#"error: patch failed: src/shop.c:12
error: src/shop.c: patch does not apply
"#,
        r#"[{"type": "build", "severity": "error", "file": "src/shop.c", "line": 12, "message": "patch failed"}]"#,
    ),
    Example::new(
        "git diff --check",
        r#"notes.txt:7: trailing whitespace.
+total  
shop.c:9: leftover conflict marker
"#,
        r#"[{"type": "lint", "severity": "warning", "file": "notes.txt", "line": 7, "message": "trailing whitespace."}, {"type": "syntax", "severity": "error", "file": "shop.c", "line": 9}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "git",
    "git: conflicts, patches and whitespace",
    DOCS,
    &[],
    &EXAMPLES,
);
