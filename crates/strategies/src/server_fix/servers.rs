//! The language servers that are queried. A server is an entry here.

use std::time::Duration;

/// A language server.
#[derive(Debug)]
pub(super) struct Server {
    /// Its name, which is also the program's.
    pub(super) program: &'static str,
    /// The arguments that start the program as a server.
    pub(super) arguments: &'static [&'static str],
    /// The endings of the files that it knows, with the protocol's names for their languages.
    pub(super) languages: &'static [(&'static str, &'static str)],
    /// Files that mark the root of a project that it can open; empty when it needs none.
    pub(super) markers: &'static [&'static str],
    /// Its commands that do nothing but send the client an edit.
    pub(super) commands: &'static [&'static str],
    /// Whether it reports when it has read the project, and knows little before.
    pub(super) announces_rest: bool,
    /// Whether it knows findings of style, beside names and types.
    pub(super) knows_style: bool,
    /// Its output when it is not installed although the program exists: rustup has proxies for
    /// missing components.
    pub(super) absent: &'static [&'static str],
    /// The time limit of a session.
    pub(super) limit: Duration,
}

const PYTHON: &[(&str, &str)] = &[("py", "python"), ("pyi", "python")];
const SCRIPT: &[(&str, &str)] = &[
    ("ts", "typescript"),
    ("mts", "typescript"),
    ("cts", "typescript"),
    ("tsx", "typescriptreact"),
    ("js", "javascript"),
    ("mjs", "javascript"),
    ("cjs", "javascript"),
    ("jsx", "javascriptreact"),
];
const C: &[(&str, &str)] = &[
    ("c", "c"),
    ("h", "c"),
    ("cc", "cpp"),
    ("cpp", "cpp"),
    ("cxx", "cpp"),
    ("hpp", "cpp"),
    ("hh", "cpp"),
    ("m", "objective-c"),
];

const PLAIN: Server = Server {
    program: "",
    arguments: &[],
    languages: &[],
    markers: &[],
    commands: &[],
    announces_rest: false,
    knows_style: false,
    absent: &[],
    limit: Duration::from_secs(60),
};

/// The servers for each language, the quickest first. Pyright is not included: for an error it only
/// offers ways to report less.
pub(super) const SERVERS: &[Server] = &[
    Server {
        program: "ty",
        arguments: &["server"],
        languages: PYTHON,
        ..PLAIN
    },
    Server {
        program: "pyrefly",
        arguments: &["lsp"],
        languages: PYTHON,
        ..PLAIN
    },
    Server {
        program: "basedpyright-langserver",
        arguments: &["--stdio"],
        languages: PYTHON,
        ..PLAIN
    },
    Server {
        program: "typescript-language-server",
        arguments: &["--stdio"],
        languages: SCRIPT,
        commands: &[
            "_typescript.applyWorkspaceEdit",
            "_typescript.applyCodeActionCommand",
        ],
        ..PLAIN
    },
    Server {
        program: "rust-analyzer",
        languages: &[("rs", "rust")],
        markers: &["Cargo.toml", "rust-project.json"],
        announces_rest: true,
        absent: &["Unknown binary", "is not installed"],
        limit: Duration::from_secs(90),
        ..PLAIN
    },
    Server {
        program: "gopls",
        languages: &[("go", "go")],
        markers: &["go.mod", "go.work"],
        commands: &["gopls.apply_fix", "gopls.add_import"],
        // The checks of vet and staticcheck.
        knows_style: true,
        ..PLAIN
    },
    Server {
        program: "clangd",
        arguments: &["--background-index=false", "--log=error"],
        languages: C,
        commands: &["clangd.applyFix"],
        // Those of clang-tidy.
        knows_style: true,
        ..PLAIN
    },
];

impl Server {
    /// The protocol's name for the language of a file, when the server knows it.
    pub(super) fn language(&self, file: &str) -> Option<&'static str> {
        let (_, ending) = file.rsplit_once('.')?;
        let known = self.languages.iter().find(|(own, _)| *own == ending);
        known.map(|(_, language)| *language)
    }
}

/// The servers that know the language of a file.
pub(super) fn for_file(file: &str) -> impl Iterator<Item = &'static Server> {
    SERVERS
        .iter()
        .filter(move |server| server.language(file).is_some())
}
