//! A directory with files, as the host would show it, and a runner that starts real processes.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::Arc;
use std::time::Instant;

use async_trait::async_trait;
use unbreak_core::capability::CapabilityError;
use unbreak_core::{Command, Completed, ExitState, RelPath, Runner, Workspace};

/// A scratch copy of a project.
pub(crate) struct Tree {
    directory: tempfile::TempDir,
    root: PathBuf,
}

impl Tree {
    /// An empty directory.
    pub(crate) fn new() -> Self {
        let directory = tempfile::tempdir().unwrap();
        let root = directory.path().canonicalize().unwrap();
        Self { directory, root }
    }

    /// A copy of a directory.
    pub(crate) fn copy_of(source: &Path) -> Self {
        let tree = Self::new();
        for file in files_below(source) {
            tree.write(
                &file,
                &std::fs::read_to_string(source.join(file.as_str())).unwrap(),
            );
        }
        tree
    }

    /// Writes a file, and the directories that lead to it.
    pub(crate) fn write(&self, file: &RelPath, text: &str) {
        let path = self.directory.path().join(file.as_str());
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
}

impl Workspace for Tree {
    fn root(&self) -> &Path {
        &self.root
    }

    fn read(&self, file: &RelPath) -> Result<Vec<u8>, CapabilityError> {
        std::fs::read(self.root.join(file.as_str())).map_err(|_| CapabilityError::NotFound(file.clone()))
    }

    fn files(&self) -> Arc<[RelPath]> {
        files_below(&self.root).into()
    }
}

/// Every file below a directory, sorted.
pub(crate) fn files_below(root: &Path) -> Vec<RelPath> {
    fn walk(directory: &Path, found: &mut Vec<PathBuf>) {
        for entry in std::fs::read_dir(directory).unwrap() {
            let path = entry.unwrap().path();
            let name = path
                .file_name()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned();
            if path.is_dir() && name != "__pycache__" && !name.ends_with("_cache") {
                walk(&path, found);
            } else if path.is_file() {
                found.push(path);
            }
        }
    }
    let mut found = Vec::new();
    walk(root, &mut found);
    let relative = |path: &PathBuf| RelPath::new(path.strip_prefix(root).unwrap().to_str().unwrap()).unwrap();
    let mut files: Vec<RelPath> = found.iter().map(relative).collect();
    files.sort();
    files
}

/// Starts processes in a tree, with the tools of `cargo xtask setup` first on the `PATH`.
pub(crate) struct Processes {
    root: PathBuf,
}

impl Processes {
    pub(crate) fn in_tree(tree: &Tree) -> Self {
        Self {
            root: tree.root().to_owned(),
        }
    }
}

/// Where `cargo xtask setup` puts the Python tools.
pub(crate) fn tools() -> PathBuf {
    let bin = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../.tools/venv/bin");
    assert!(
        bin.join("ruff").is_file(),
        "{} has no ruff: run `cargo xtask setup`",
        bin.display()
    );
    bin.canonicalize().unwrap()
}

/// Where it puts the Node tools.
pub(crate) fn node_tools() -> PathBuf {
    let bin = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../.tools/node/node_modules/.bin");
    assert!(
        bin.join("tsc").is_file(),
        "{} has no tsc: run `cargo xtask setup`",
        bin.display()
    );
    bin.canonicalize().unwrap()
}

#[async_trait]
impl Runner for Processes {
    async fn run(&self, command: &Command) -> Result<Completed, CapabilityError> {
        let started = Instant::now();
        let path = format!(
            "{}:{}:{}",
            tools().display(),
            node_tools().display(),
            std::env::var("PATH").unwrap()
        );
        let directory = command.directory.as_ref().map_or("", RelPath::as_str);
        #[expect(
            clippy::disallowed_methods,
            reason = "these tests stand a plain runner behind the capability"
        )]
        let child = std::process::Command::new(&command.program)
            .args(&command.args)
            .envs(&command.env)
            .env("PATH", path)
            .env("NO_COLOR", "1")
            .env_remove("VIRTUAL_ENV")
            .current_dir(self.root.join(directory))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn();
        let mut child = child.map_err(|error| CapabilityError::Start {
            program: command.program.clone(),
            reason: error.to_string(),
        })?;
        let mut stdin = child.stdin.take().unwrap();
        // A program that does not read its input closes it; that is no failure.
        let _ = stdin.write_all(command.stdin.as_deref().unwrap_or_default().as_bytes());
        drop(stdin);
        let output = child.wait_with_output().unwrap();
        Ok(Completed {
            exit: ExitState::Code(output.status.code().unwrap_or(-1)),
            stdout: output.stdout,
            stderr: output.stderr,
            truncated: false,
            duration: started.elapsed(),
        })
    }
}
