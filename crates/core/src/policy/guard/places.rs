//! The role of a file in the check, by its path: tests, their support files, configuration.

use crate::path::RelPath;

use super::patterns;

/// Whether a file holds tests, by the naming rules of the common runners (pytest, unittest, go test,
/// jest, vitest, mocha, JUnit, RSpec, PHPUnit, cargo's `tests/`).
pub fn is_test_file(file: &RelPath) -> bool {
    patterns::TEST_FILE.is_match(file.as_str())
}

/// Whether a file supports tests without holding any: fixtures, helpers, set-up.
pub(super) fn is_test_support(file: &RelPath) -> bool {
    const NAMES: &[&str] = &[
        "conftest.py",
        "spec_helper.rb",
        "rails_helper.rb",
        "test_helper.rb",
    ];
    const STEMS: &[&str] = &["setupTests.", "jest.setup.", "vitest.setup."];
    !is_test_file(file)
        && (is_in_test_tree(file)
            || NAMES.contains(&file.file_name())
            || STEMS.iter().any(|stem| file.file_name().starts_with(stem)))
}

/// Whether a file holds expected data or input of tests, and is not a program.
pub(super) fn is_test_data(file: &RelPath) -> bool {
    const SNAPSHOTS: &[&str] = &["ambr", "approved", "expected", "golden", "snap"];
    SNAPSHOTS.contains(&file.extension()) || is_in_test_tree(file) && !is_code(file)
}

/// Whether pytest loads a file as a plug-in.
pub(super) fn is_conftest(file: &RelPath) -> bool {
    file.file_name() == "conftest.py"
}

fn is_in_test_tree(file: &RelPath) -> bool {
    const TREES: &[&str] = &[
        "test",
        "tests",
        "testdata",
        "__tests__",
        "__snapshots__",
        "__fixtures__",
        "approved",
        "baseline",
        "baselines",
        "expected",
        "fixtures",
        "golden",
        "goldens",
        "snapshots",
        "spec",
        "specs",
    ];
    file.parent().split('/').any(|part| TREES.contains(&part))
}

/// Whether a file holds data that tools read.
pub(super) fn is_data(file: &RelPath) -> bool {
    ["cfg", "ini", "json", "toml", "yaml", "yml"].contains(&file.extension())
}

/// Whether a file holds a program.
pub(super) fn is_code(file: &RelPath) -> bool {
    const CODE: &[&str] = &[
        "c", "cc", "cjs", "cpp", "cs", "cts", "cxx", "dart", "ex", "exs", "go", "h", "hpp", "java", "js",
        "jsx", "kt", "lua", "mjs", "mts", "php", "py", "pyi", "rb", "rs", "scala", "sh", "swift", "ts",
        "tsx", "vue",
    ];
    CODE.contains(&file.extension())
}

/// Whether a file belongs to an installed package, and not to the project.
pub(super) fn is_installed(file: &RelPath) -> bool {
    const INSTALLED: &[&str] = &[
        "node_modules",
        "site-packages",
        "dist-packages",
        ".venv",
        "venv",
        ".tox",
        ".nox",
    ];
    file.as_str().split('/').any(|part| INSTALLED.contains(&part))
}

/// Whether a new file of this name would be imported in place of the checking tool.
pub(super) fn shadows_a_tool(file: &RelPath) -> bool {
    const TOOLS: &[&str] = &[
        "pytest", "_pytest", "pluggy", "unittest", "doctest", "nose", "mypy", "pyright", "ruff", "flake8",
        "pylint", "tox", "nox", "coverage",
    ];
    let first = file.as_str().split('/').next().unwrap_or_default();
    TOOLS.contains(&first.trim_end_matches(".py"))
}

/// Files that configure a check or a test run.
pub(super) fn is_check_config(file: &RelPath) -> bool {
    const NAMES: &[&str] = &[
        "pytest.ini",
        ".pytest.ini",
        "pytest.toml",
        ".pytest.toml",
        "tox.ini",
        "tox.toml",
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
        "pylintrc.toml",
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
        ".nycrc",
        "clippy.toml",
        ".clippy.toml",
        "rustfmt.toml",
        ".rustfmt.toml",
        "deny.toml",
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
        "makefile",
        "gnumakefile",
        "justfile",
        ".clang-tidy",
        "checkstyle.xml",
        "detekt.yml",
        ".swiftlint.yml",
        ".hadolint.yaml",
        ".stylelintrc.json",
        "sonar-project.properties",
        "unbreak.toml",
        "typos.toml",
        "_typos.toml",
        // The files that checkers leave out.
        ".gitignore",
        ".ignore",
        ".rgignore",
    ];
    const STEMS: &[&str] = &[
        "tsconfig",
        "jsconfig",
        ".eslintrc",
        "eslint.config",
        "jest.config",
        "vitest.config",
        "vite.config",
        "playwright.config",
        "cypress.config",
        "karma.conf",
        ".mocharc",
        ".prettierrc",
        "stylelint.config",
    ];
    const DIRECTORIES: &[&str] = &[".github/workflows/", ".cargo/"];
    // Some file systems fold case.
    let name = file.file_name().to_ascii_lowercase();
    NAMES.contains(&name.as_str())
        || STEMS.iter().any(|stem| name.starts_with(stem))
        || DIRECTORIES
            .iter()
            .any(|directory| file.as_str().starts_with(directory))
}
