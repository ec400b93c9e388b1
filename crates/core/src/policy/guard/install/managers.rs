//! The install commands of package managers, from their documentation.

use super::package;

/// One install command: its first words, and the allowed arguments.
pub(super) struct Form {
    /// The program and the subcommand; `python` is any interpreter.
    pub(super) words: &'static [&'static str],
    /// Flags without a value.
    pub(super) flags: &'static [&'static str],
    /// Flags with a value.
    pub(super) valued: &'static [(&'static str, Value)],
    /// The syntax of its package names, if it takes any.
    pub(super) packages: Option<fn(&str) -> bool>,
}

/// The value of a flag.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Value {
    /// A name.
    Word,
    /// A file of the tree that exists before the fix.
    File,
    /// A directory of the tree with a project that can be installed.
    Project,
}

impl std::fmt::Display for Value {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Word => "NAME",
            Self::File => "FILE",
            Self::Project => "DIRECTORY",
        })
    }
}

/// Programs that start an interpreter in the project's environment.
pub(super) const LAUNCHERS: &[&[&str]] = &[
    &["uv", "run"],
    &["poetry", "run"],
    &["pdm", "run"],
    &["pipenv", "run"],
    &["hatch", "run"],
    &["rye", "run"],
    &["pixi", "run"],
];

/// Files that name the dependencies of a project and their sources.
pub(super) const MANIFESTS: &[&str] = &[
    "pyproject.toml",
    "requirements.txt",
    "requirements-dev.txt",
    "requirements.in",
    "setup.cfg",
    "setup.py",
    "Pipfile",
    "Pipfile.lock",
    "poetry.lock",
    "pdm.lock",
    "uv.lock",
    "uv.toml",
    "pip.conf",
    "environment.yml",
    "environment.yaml",
    "package.json",
    "package-lock.json",
    "npm-shrinkwrap.json",
    "pnpm-lock.yaml",
    "yarn.lock",
    "bun.lock",
    ".npmrc",
    ".yarnrc",
    ".yarnrc.yml",
    "Cargo.toml",
    "Cargo.lock",
    "go.mod",
    "go.sum",
    "Gemfile",
    "Gemfile.lock",
    "composer.json",
    "composer.lock",
    "NuGet.Config",
    "nuget.config",
    "pom.xml",
];

/// Files that make a directory a Python project, which pip can install in place.
pub(super) const PROJECTS: &[&str] = &["pyproject.toml", "setup.py"];

const PIP_FLAGS: &[&str] = &[
    "-q",
    "--quiet",
    "-U",
    "--upgrade",
    "--user",
    "--no-deps",
    "--no-input",
    "--pre",
    "--disable-pip-version-check",
];
const PIP_VALUED: &[(&str, Value)] = &[
    ("-r", Value::File),
    ("--requirement", Value::File),
    ("-c", Value::File),
    ("--constraint", Value::File),
    ("-e", Value::Project),
    ("--editable", Value::Project),
];
const NPM_FLAGS: &[&str] = &[
    "-D",
    "-E",
    "-O",
    "-P",
    "-S",
    "--save",
    "--save-dev",
    "--save-exact",
    "--save-optional",
    "--no-save",
    "--no-audit",
    "--no-fund",
    "--ignore-scripts",
    "--legacy-peer-deps",
    "--silent",
];
const PNPM_FLAGS: &[&str] = &[
    "-D",
    "-E",
    "-w",
    "--dev",
    "--save-dev",
    "--save-exact",
    "--frozen-lockfile",
    "--ignore-scripts",
    "--silent",
];
const GROUPS: &[(&str, Value)] = &[
    ("-G", Value::Word),
    ("--group", Value::Word),
    ("--extra", Value::Word),
    ("--extras", Value::Word),
    ("--optional", Value::Word),
    ("--only", Value::Word),
    ("--with", Value::Word),
    ("--without", Value::Word),
];
const NO_FLAGS: &[&str] = &[];
const NO_VALUES: &[(&str, Value)] = &[];

/// Makes a form.
const fn of(
    words: &'static [&'static str],
    flags: &'static [&'static str],
    valued: &'static [(&'static str, Value)],
    packages: Option<fn(&str) -> bool>,
) -> Form {
    Form {
        words,
        flags,
        valued,
        packages,
    }
}

/// Every accepted form.
pub(super) const FORMS: &[Form] = &[
    of(&["pip", "install"], PIP_FLAGS, PIP_VALUED, Some(package::python)),
    of(&["pip3", "install"], PIP_FLAGS, PIP_VALUED, Some(package::python)),
    of(
        &["python", "-m", "pip", "install"],
        PIP_FLAGS,
        PIP_VALUED,
        Some(package::python),
    ),
    of(
        &["uv", "pip", "install"],
        PIP_FLAGS,
        PIP_VALUED,
        Some(package::python),
    ),
    of(&["uv", "add"], &["--dev"], GROUPS, Some(package::python)),
    of(
        &["uv", "sync"],
        &["--all-extras", "--all-groups", "--dev", "--frozen", "--locked"],
        GROUPS,
        None,
    ),
    of(
        &["poetry", "add"],
        &["-D", "--dev"],
        GROUPS,
        Some(package::python),
    ),
    of(
        &["poetry", "install"],
        &["--all-extras", "--all-groups", "--no-root", "--sync"],
        GROUPS,
        None,
    ),
    of(&["pdm", "add"], &["-d", "--dev"], GROUPS, Some(package::python)),
    of(
        &["pdm", "install"],
        &["-d", "--dev", "--frozen-lockfile"],
        GROUPS,
        None,
    ),
    of(&["pdm", "sync"], &["-d", "--dev"], GROUPS, None),
    of(
        &["pipenv", "install"],
        &["-d", "--dev", "--deploy"],
        NO_VALUES,
        Some(package::python),
    ),
    of(&["pipenv", "sync"], &["-d", "--dev"], NO_VALUES, None),
    of(
        &["conda", "install"],
        &["-y", "--yes", "-q"],
        &[("-n", Value::Word)],
        Some(package::plain),
    ),
    of(
        &["mamba", "install"],
        &["-y", "--yes", "-q"],
        &[("-n", Value::Word)],
        Some(package::plain),
    ),
    of(&["npm", "ci"], NPM_FLAGS, NO_VALUES, None),
    of(&["npm", "install"], NPM_FLAGS, NO_VALUES, Some(package::npm)),
    of(&["npm", "i"], NPM_FLAGS, NO_VALUES, Some(package::npm)),
    of(&["npm", "add"], NPM_FLAGS, NO_VALUES, Some(package::npm)),
    of(&["pnpm", "install"], PNPM_FLAGS, NO_VALUES, None),
    of(&["pnpm", "add"], PNPM_FLAGS, NO_VALUES, Some(package::npm)),
    of(
        &["yarn", "install"],
        &["--frozen-lockfile", "--immutable"],
        NO_VALUES,
        None,
    ),
    of(
        &["yarn", "add"],
        &["-D", "-E", "--dev", "--exact"],
        NO_VALUES,
        Some(package::npm),
    ),
    of(&["bun", "install"], &["--frozen-lockfile"], NO_VALUES, None),
    of(
        &["bun", "add"],
        &["-d", "-E", "--dev", "--exact"],
        NO_VALUES,
        Some(package::npm),
    ),
    of(&["cargo", "fetch"], &["--locked"], NO_VALUES, None),
    of(
        &["cargo", "add"],
        &["--build", "--dev", "--no-default-features", "--optional"],
        &[
            ("-F", Value::Word),
            ("--features", Value::Word),
            ("-p", Value::Word),
            ("--package", Value::Word),
        ],
        Some(package::plain),
    ),
    of(
        &["rustup", "component", "add"],
        NO_FLAGS,
        &[("--toolchain", Value::Word)],
        Some(package::plain),
    ),
    of(
        &["rustup", "target", "add"],
        NO_FLAGS,
        &[("--toolchain", Value::Word)],
        Some(package::plain),
    ),
    of(&["go", "get"], &["-t", "-u"], NO_VALUES, Some(package::go)),
    of(&["go", "mod", "download"], NO_FLAGS, NO_VALUES, Some(package::go)),
    of(&["go", "mod", "tidy"], NO_FLAGS, NO_VALUES, None),
    of(&["bundle", "install"], &["--quiet"], NO_VALUES, None),
    of(
        &["bundle", "add"],
        NO_FLAGS,
        &[("--group", Value::Word), ("--version", Value::Word)],
        Some(package::plain),
    ),
    of(
        &["gem", "install"],
        &["--no-document"],
        &[("-v", Value::Word), ("--version", Value::Word)],
        Some(package::plain),
    ),
    of(
        &["composer", "install"],
        &["--no-interaction", "--no-scripts"],
        NO_VALUES,
        None,
    ),
    of(
        &["composer", "require"],
        &["--dev", "--no-interaction", "--no-scripts"],
        NO_VALUES,
        Some(package::composer),
    ),
    of(&["dotnet", "restore"], NO_FLAGS, NO_VALUES, None),
    of(
        &["dotnet", "add", "package"],
        NO_FLAGS,
        &[("--version", Value::Word), ("-v", Value::Word)],
        Some(package::plain),
    ),
    of(&["mvn", "dependency:resolve"], &["-B", "-q"], NO_VALUES, None),
    of(&["mvn", "dependency:go-offline"], &["-B", "-q"], NO_VALUES, None),
    of(
        &["apt-get", "install"],
        &["-y", "--yes", "-q", "--no-install-recommends"],
        NO_VALUES,
        Some(package::plain),
    ),
    of(
        &["apt", "install"],
        &["-y", "--yes", "-q", "--no-install-recommends"],
        NO_VALUES,
        Some(package::plain),
    ),
    of(
        &["dnf", "install"],
        &["-y", "-q"],
        NO_VALUES,
        Some(package::plain),
    ),
    of(
        &["apk", "add"],
        &["--no-cache", "-q"],
        NO_VALUES,
        Some(package::plain),
    ),
    of(
        &["brew", "install"],
        &["-q", "--quiet"],
        NO_VALUES,
        Some(package::plain),
    ),
];
