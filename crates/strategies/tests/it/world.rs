//! A directory with files, as the host would show it, and a runner that starts real processes.

use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::sync::{Arc, Mutex, mpsc};
use std::time::{Duration, Instant};

use async_trait::async_trait;
use unbreak_core::capability::CapabilityError;
use unbreak_core::{Command, Completed, Conversation, ExitState, RelPath, Runner, Workspace};

/// A scratch copy of a project.
pub(crate) struct Tree {
    directory: tempfile::TempDir,
    root: PathBuf,
    at_start: BTreeMap<RelPath, String>,
}

impl Tree {
    /// An empty directory.
    pub(crate) fn new() -> Self {
        let directory = tempfile::tempdir().unwrap();
        let root = directory.path().canonicalize().unwrap();
        Self {
            directory,
            root,
            at_start: BTreeMap::new(),
        }
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

    /// Takes the present texts for those from which a run began.
    pub(crate) fn begin(&mut self) {
        let texts = self
            .files()
            .iter()
            .map(|file| (file.clone(), self.read_text(file).unwrap()))
            .collect();
        self.at_start = texts;
    }

    /// Writes a file, and the directories that lead to it.
    pub(crate) fn write(&self, file: &RelPath, text: &str) {
        let path = self.directory.path().join(file.as_str());
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }

    /// Deletes a file.
    pub(crate) fn remove(&self, file: &RelPath) {
        std::fs::remove_file(self.directory.path().join(file.as_str())).unwrap();
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

    fn copy_to(&self, directory: &Path) -> Result<(), CapabilityError> {
        for file in files_below(&self.root) {
            let to = directory.join(file.as_str());
            std::fs::create_dir_all(to.parent().unwrap()).unwrap();
            std::fs::copy(self.root.join(file.as_str()), to).unwrap();
        }
        Ok(())
    }

    fn text_at_start(&self, file: &RelPath) -> Option<String> {
        let start = self.at_start.get(file)?;
        (self.read_text(file).ok().as_ref() != Some(start)).then(|| start.clone())
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
            if path.is_dir() && name != "__pycache__" && name != ".git" && !name.ends_with("_cache") {
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
    for tool in ["tsc", "typescript-language-server"] {
        assert!(
            bin.join(tool).is_file(),
            "{} has no {tool}: run `cargo xtask setup`",
            bin.display()
        );
    }
    bin.canonicalize().unwrap()
}

impl Processes {
    /// A process with the tools first on its `PATH`, talked to through pipes.
    fn start(&self, command: &Command) -> Result<Child, CapabilityError> {
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
        child.map_err(|error| CapabilityError::Start {
            program: command.program.clone(),
            reason: error.to_string(),
        })
    }
}

/// What interpreters have said of what they have installed, by what they were asked.
static INSTALLED: Mutex<BTreeMap<Vec<String>, Completed>> = Mutex::new(BTreeMap::new());

impl Processes {
    /// The key of a question that has the same answer in every tree: what the interpreter on the `PATH` has installed.
    /// It is told the directory of the tree only to leave it out.
    fn about_installed(&self, command: &Command) -> Option<Vec<String>> {
        let root = self.root.to_str()?;
        let [flag, script, about, names @ ..] = command.args.as_slice() else {
            return None;
        };
        let is_question = flag == "-c" && about == root && !command.program.contains('/');
        is_question.then(|| [&[command.program.clone(), script.clone()], names].concat())
    }

    fn start_and_wait(&self, command: &Command) -> Result<Completed, CapabilityError> {
        let started = Instant::now();
        let mut child = self.start(command)?;
        let mut stdin = child.stdin.take().unwrap();
        // A program that does not read its input closes it; that is not a failure.
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

#[async_trait]
impl Runner for Processes {
    async fn run(&self, command: &Command) -> Result<Completed, CapabilityError> {
        let Some(question) = self.about_installed(command) else {
            return self.start_and_wait(command);
        };
        let known = INSTALLED.lock().unwrap().get(&question).cloned();
        if let Some(known) = known {
            return Ok(known);
        }
        let completed = self.start_and_wait(command)?;
        INSTALLED.lock().unwrap().insert(question, completed.clone());
        Ok(completed)
    }

    fn elsewhere(&self, directory: &Path) -> Result<Box<dyn Runner>, CapabilityError> {
        Ok(Box::new(Self {
            root: directory.to_owned(),
        }))
    }

    async fn converse(&self, command: &Command) -> Result<Box<dyn Conversation>, CapabilityError> {
        let mut child = self.start(command)?;
        let mut stdout = child.stdout.take().unwrap();
        let (sender, heard) = mpsc::channel();
        std::thread::spawn(move || {
            let mut chunk = [0; 1 << 16];
            while let Ok(length @ 1..) = stdout.read(&mut chunk) {
                if sender.send(chunk[..length].to_vec()).is_err() {
                    break;
                }
            }
        });
        let heard = Mutex::new(heard);
        Ok(Box::new(Talk { child, heard }))
    }
}

/// A process that is talked to; its standard error is left unread.
struct Talk {
    child: Child,
    heard: Mutex<mpsc::Receiver<Vec<u8>>>,
}

impl Drop for Talk {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        self.child.wait().unwrap();
    }
}

#[async_trait]
impl Conversation for Talk {
    async fn say(&mut self, bytes: Vec<u8>, _limit: Duration) -> Result<(), CapabilityError> {
        let said = self.child.stdin.as_mut().unwrap().write_all(&bytes);
        said.map_err(|error| CapabilityError::Other(error.to_string()))
    }

    async fn hear(&mut self, limit: Duration) -> Result<Vec<u8>, CapabilityError> {
        match self.heard.lock().unwrap().recv_timeout(limit) {
            Ok(bytes) => Ok(bytes),
            Err(mpsc::RecvTimeoutError::Timeout) => Ok(Vec::new()),
            Err(mpsc::RecvTimeoutError::Disconnected) => Err(CapabilityError::Ended {
                program: "the server".to_owned(),
                exit: ExitState::Code(self.child.wait().unwrap().code().unwrap_or(-1)),
                said: String::new(),
            }),
        }
    }
}
