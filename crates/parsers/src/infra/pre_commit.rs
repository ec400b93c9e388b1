//! pre-commit, and the hooks that come from it.

use unbreak_core::{Descriptor, ErrorType, Example, Severity, register_parser};

use crate::format::{
    self,
    grammar::{Block, Grammar, Part, Pattern},
};

register_parser!(Grammar::new(&DESCRIPTOR, &TRIGGERS).lines(&LINES).blocks(&BLOCKS));

const DOCS: &str = r#"
## What it understands

- `- files were modified by this hook`, below the hook's id: the check fails, and running it again may pass.
- What the hooks of `pre-commit-hooks` print: `check-json`, `check-toml`, `check-xml`,
  `check-merge-conflict`, `check-added-large-files`, `check-case-conflict`, `check-docstring-first`,
  `check-executables-have-shebangs`, `check-symlinks`, `debug-statements`, `detect-private-key` and
  `name-tests-test`.

What other hooks print is read as their tools'.

## Versions seen

pre-commit 4.7, pre-commit-hooks 6.
"#;

static TRIGGERS: [&str; 15] = [
    "- hook id: ",
    ": Failed to json decode (",
    ": Failed to xml parse (",
    ".toml: ",
    ": Merge conflict string '",
    "Private key found: ",
    "db imported",
    "breakpoint called",
    ": Broken symlink",
    " does not match pattern ",
    " KB) exceeds ",
    "Case-insensitivity conflict found: ",
    ": marked executable but has no ",
    ": Module docstring appears after code",
    ": Multiple module docstrings",
];

static LINES: [Pattern; 12] = [
    Pattern::syntax(
        r"^{file}: Failed to json decode \({message}: line {line} column {column} \(char \d+\)\)$",
    ),
    Pattern::syntax(
        r"^(?<file>{drive}[^:]+\.toml): {message} \(at (?:line {line}, column {column}|end of document)\)$",
    ),
    Pattern::syntax(r"^{file}: Failed to xml parse \((?:.*:)?{line}:{column}: {message}\)$")
        .columns_from_zero(),
    Pattern::syntax("^{file}:{line}: (?<message>Merge conflict string '[<=>|]+' found)$"),
    Pattern::lint("^(?<message>Private key found): (?<file>.+)$").severity(Severity::Error),
    Pattern::lint(
        r"^(?<file>{drive}[^:]+\.py):{line}:{column}: (?<message>[\w.]+ imported|breakpoint called)$",
    )
    .severity(Severity::Error)
    .columns_from_zero(),
    Pattern::lint(r"^{file}: (?<message>Broken symlink)$").severity(Severity::Error),
    Pattern::lint(r"^(?<file>\S+\.py) (?<message>does not match pattern .+)$").severity(Severity::Error),
    Pattern::lint(r"^(?<file>\S.*) (?<message>\(\d+ KB\) exceeds \d+ KB\.)$").severity(Severity::Error),
    Pattern::lint("^(?<message>Case-insensitivity conflict found): (?<file>.+)$").severity(Severity::Error),
    Pattern::lint(r"^{file}: (?<message>marked executable but has no \(or invalid\) shebang!)$")
        .severity(Severity::Error),
    Pattern::lint(
        "^{file}:{line}: (?<message>(?:Module docstring appears after code|Multiple module docstrings) .+)$",
    )
    .severity(Severity::Error),
];

static PARTS: [Part; 4] = [
    Part::one("^- hook id: {code}$"),
    Part::maybe("^- duration: .*$"),
    Part::maybe(r"^- exit code: \d+$"),
    Part::one("^- (?<message>files were modified by this hook)$"),
];

static BLOCKS: [Block; 1] = [Block::of(ErrorType::Lint, &PARTS)];

static EXAMPLES: [Example; 5] = [
    Example::new(
        "a formatter",
        "black....................................................................Failed
- hook id: black
- exit code: 123
- files were modified by this hook
",
        r#"[{"type": "lint", "severity": "error", "code": "black", "message": "files were modified by this hook"}]"#,
    ),
    Example::new(
        "check-json",
        "conf/shop.json: Failed to json decode (Expecting property name enclosed in double quotes: line 1 column 9 (char 8))\n",
        r#"[{"type": "syntax", "severity": "error", "file": "conf/shop.json", "line": 1, "column": 9, "message": "Expecting property name enclosed in double quotes"}]"#,
    ),
    Example::new(
        "check-xml",
        "a.xml: Failed to xml parse (a.xml:1:8: mismatched tag)\n",
        r#"[{"type": "syntax", "file": "a.xml", "line": 1, "column": 9, "message": "mismatched tag"}]"#,
    ),
    Example::new(
        "debug-statements",
        "shop.py:1:0: pdb imported\n",
        r#"[{"type": "lint", "severity": "error", "file": "shop.py", "line": 1, "column": 1, "message": "pdb imported"}]"#,
    ),
    Example::new(
        "a file that is too large",
        "data/big.bin (879 KB) exceeds 500 KB.\n",
        r#"[{"type": "lint", "severity": "error", "file": "data/big.bin", "message": "(879 KB) exceeds 500 KB."}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "pre-commit",
    "pre-commit, and the hooks that come from it",
    DOCS,
    &[],
    &EXAMPLES,
);
