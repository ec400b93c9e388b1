//! What tests, assertions, suppressions and check configurations look like.

use std::sync::LazyLock;

use regex::Regex;

use crate::path::RelPath;

fn any_of(patterns: &[&str]) -> Regex {
    #[expect(
        clippy::expect_used,
        reason = "the patterns are constants, and every one is used by the tests"
    )]
    Regex::new(&format!("(?m){}", patterns.join("|"))).expect("constant pattern")
}

/// Comments and attributes that silence a checker, and code that swallows whatever is raised.
pub(super) static SUPPRESSION: LazyLock<Regex> = LazyLock::new(|| {
    any_of(&[
        r"#\s*type:\s*ignore[^\n]*",
        r"#\s*(?:ruff:\s*|flake8:\s*)?noqa[^\n]*",
        r"#\s*(?:pyright|mypy|pyrefly|ty|pytype):\s*[\w-]*(?:ignore|disable|off)[^\n]*",
        r"#\s*pylint:\s*(?:disable|skip)[^\n]*",
        r"#\s*(?:fmt|isort|yapf):\s*(?:off|skip|disable)[^\n]*",
        r"#\s*pragma:\s*no\s?cover",
        r"#\s*rubocop:\s*(?:disable|todo)[^\n]*",
        r"#\s*shellcheck\s+disable[^\n]*",
        r"(?:eslint|oxlint|tslint|stylelint|jshint|prettier|biome|deno-lint)-(?:disable|ignore)[\w-]*",
        r"@ts-(?:ignore|expect-error|nocheck)",
        r"@(?:phpstan|psalm)-(?:ignore|suppress)[\w-]*",
        r"phpcs:(?:ignore|disable)",
        r"#!?\[(?:cfg_attr\([^\]]*)?(?:allow|expect)\s*\(",
        r"//\s*nolint\b[^\n]*",
        r"\bNOLINT(?:NEXTLINE|BEGIN)?\b",
        r"\bNOSONAR\b",
        r"@SuppressWarnings\b",
        r"@Suppress\(",
        r"#pragma\s+warning\s+disable",
        r"#pragma\s+(?:GCC|clang)\s+diagnostic\s+ignored",
        r#"\b(?:simplefilter|filterwarnings)\(\s*["']ignore"#,
        r"\bexcept\b[^:\n]*:\s*(?:pass|\.\.\.)\s*$",
        r"\bsuppress\(\s*(?:Base)?Exception\b",
        r"\bcatch\s*(?:\([^)]*\))?\s*\{\s*\}",
    ])
});

/// Marks that keep a test from running or from counting.
pub(super) static SKIP: LazyLock<Regex> = LazyLock::new(|| {
    any_of(&[
        r"\bxfail\b",
        r"\bmark\.skip(?:if)?\b",
        r"\bpytest\.(?:skip|importorskip|exit)\s*\(",
        r"\b(?:unittest\.)?skip(?:If|Unless|Test)\s*\(",
        r"@(?:unittest\.)?skip\b",
        r"\bexpectedFailure\b",
        r"\bSkipTest\b",
        r"\b__test__\s*=\s*False",
        r"\bcollect_ignore(?:_glob)?\b",
        r"\b(?:it|test|describe|suite|context)\.(?:skip|todo|fails|failing)\b",
        r"\b(?:xit|xtest|xdescribe|xcontext)\s*\(",
        r"#\[ignore\b",
        r"\bt\.Skip(?:f|Now)?\s*\(",
        r"@(?:Disabled|Ignore)\b",
        r"\bmarkTestSkipped\b",
        r"\bGTEST_SKIP\b",
        r"\b(?:sys\.exit|os\._exit|process\.exit)\(0?\)",
    ])
});

/// The beginning of a test case.
pub(super) static TEST_CASE: LazyLock<Regex> = LazyLock::new(|| {
    any_of(&[
        r"^\s*(?:async\s+)?def\s+test\w*",
        r"^\s*class\s+Test\w*",
        r"^\s*(?:it|test|specify)\s*(?:\.each[^(]*\([^)]*\))?\s*\(",
        r"#\[(?:\w+::)*test\b",
        r"^func\s+(?:Test|Fuzz|Example)\w*\s*\(",
        r"^\s*@(?:Parameterized)?Test\b",
        r"^\s*TEST(?:_F|_P)?\s*\(",
        r"\bfunction\s+test\w+\s*\(",
    ])
});

/// Names of files that hold tests.
pub(super) static TEST_FILE: LazyLock<Regex> = LazyLock::new(|| {
    any_of(&[
        r"(?:^|/)test_[^/]*\.py$",
        r"(?:^|/)[^/]*_test\.(?:py|go|rb|exs|cc|cpp|dart)$",
        r"(?:^|/)tests?\.py$",
        r"(?:^|/)[^/]*\.(?:test|spec)\.[cm]?[jt]sx?$",
        r"(?:^|/)__tests__/[^/]*\.[cm]?[jt]sx?$",
        r"(?:^|/)[^/]*_spec\.rb$",
        r"(?:^|/)[^/]*Tests?\.(?:java|kt|cs|php|swift|scala)$",
        r"(?:^|/)tests/[^/]*\.rs$",
    ])
});

static ASSERTION: LazyLock<Regex> = LazyLock::new(|| {
    any_of(&[
        r"\bassert\w*\b",
        r"\bexpect\w*\s*\(",
        r"\braises\b|\bwarns\b",
        r"\bfail\s*\(",
        r"\bEXPECT_\w+|\bASSERT_\w+",
        r"\.should\b",
        r"\brequire\.\w+\(",
        r"\bt\.(?:Error|Fatal)f?\(",
        r"\bshould_panic\b",
        r"^\s*>>>",
        r"\bapprox\b",
        r"\bparametrize\b",
    ])
});

static IMPORT: LazyLock<Regex> = LazyLock::new(|| {
    any_of(&[
        r"^\s*(?:import|from)\s.*$",
        r"^\s*(?:use|extern crate)\s.*$",
        r"^\s*#include\s.*$",
        r"^\s*(?:const|let|var)\s.*\brequire\(.*$",
        r"^\s*\w[\w.]*(?:\s+as\s+\w+)?,?\s*$",
        r"^\s*[(){}]\s*$",
        r"^\s*$",
    ])
});

/// A bare word that ends a test early, and so is no name in a bracketed import.
static LEAVES: LazyLock<Regex> =
    LazyLock::new(|| any_of(&[r"^\s*(?:return|pass|raise|break|continue|yield|quit|exit)\b"]));

/// Files that configure a check, or say what a test run does.
pub(super) fn is_check_config(file: &RelPath) -> bool {
    const NAMES: &[&str] = &[
        "pytest.ini",
        ".pytest.ini",
        "tox.ini",
        "setup.cfg",
        "pyproject.toml",
        ".flake8",
        "ruff.toml",
        ".ruff.toml",
        "mypy.ini",
        ".mypy.ini",
        "pyrightconfig.json",
        "pyrefly.toml",
        "ty.toml",
        ".pylintrc",
        "pylintrc",
        ".coveragerc",
        ".isort.cfg",
        "noxfile.py",
        "sitecustomize.py",
        "usercustomize.py",
        "package.json",
        "biome.json",
        "biome.jsonc",
        ".oxlintrc.json",
        ".eslintignore",
        ".prettierignore",
        "clippy.toml",
        ".clippy.toml",
        "nextest.toml",
        ".golangci.yml",
        ".golangci.yaml",
        ".golangci.toml",
        ".rubocop.yml",
        ".rspec",
        "phpstan.neon",
        "phpstan.neon.dist",
        "phpunit.xml",
        "phpunit.xml.dist",
        "psalm.xml",
        ".shellcheckrc",
        ".yamllint",
        ".pre-commit-config.yaml",
        "Makefile",
        "makefile",
        "GNUmakefile",
        "justfile",
        ".clang-tidy",
        "checkstyle.xml",
        "detekt.yml",
        ".swiftlint.yml",
        ".hadolint.yaml",
        ".stylelintrc.json",
        "sonar-project.properties",
    ];
    const STEMS: &[&str] = &[
        "tsconfig",
        "jsconfig",
        ".eslintrc",
        "eslint.config",
        "jest.config",
        "vitest.config",
        ".mocharc",
        "stylelint.config",
    ];
    let name = file.file_name();
    NAMES.contains(&name)
        || STEMS.iter().any(|stem| name.starts_with(stem))
        || file.as_str().starts_with(".github/workflows/")
        || file.as_str().starts_with(".cargo/")
}

/// The words of every line that asserts something, in order.
pub(super) fn assertions(text: &str) -> Vec<Vec<&str>> {
    let mut found = Vec::new();
    for line in text.lines().filter(|line| ASSERTION.is_match(line)) {
        found.push(line.split_whitespace().collect());
    }
    found
}

/// Whether both texts hold the same names, numbers and text, and differ in punctuation, white
/// space and keywords only: what a repair of broken syntax changes.
pub(super) fn same_words(before: &str, after: &str) -> bool {
    const KEYWORDS: &[&str] = &[
        "def", "if", "elif", "else", "in", "import", "for", "while", "return", "f",
    ];
    let words = |text: &str| {
        let all = text
            .split(|c: char| !c.is_alphanumeric() && c != '_')
            .filter(|word| !word.is_empty());
        all.filter(|word| !KEYWORDS.contains(word))
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    words(before) == words(after)
}

/// Whether the lines that only one of the texts has are imports (or parts of a bracketed one).
pub(super) fn differ_in_imports_only(before: &str, after: &str) -> bool {
    let (before, after): (Vec<&str>, Vec<&str>) = (before.lines().collect(), after.lines().collect());
    let head = before.iter().zip(&after).take_while(|(a, b)| a == b).count();
    let rest = before.len().min(after.len()) - head;
    let tail = before
        .iter()
        .rev()
        .zip(after.iter().rev())
        .take(rest)
        .take_while(|(a, b)| a == b)
        .count();
    let changed = before[head..before.len() - tail]
        .iter()
        .chain(&after[head..after.len() - tail]);
    changed
        .into_iter()
        .all(|line| IMPORT.is_match(line) && !LEAVES.is_match(line))
}
