//! A directory, and an agent in it that has the tools.

use std::path::Path;

use git2::{Oid, Repository, Signature};
use serde_json::Value;
use tempfile::TempDir;
use unbreak_host::{Agent, AgentError, CancelToken, SandboxOptions, ToolOptions};
use {unbreak_parsers as _, unbreak_tools_debug as _};

/// A workspace, and a place for state outside it.
pub(crate) struct World {
    root: TempDir,
    state: TempDir,
}

impl World {
    pub(crate) fn new(files: &[(&str, &str)]) -> Self {
        let world = Self {
            root: TempDir::new().unwrap(),
            state: TempDir::new().unwrap(),
        };
        for (name, text) in files {
            let path = world.root().join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }
        world
    }

    pub(crate) fn root(&self) -> &Path {
        self.root.path()
    }

    /// Where the agent keeps what it remembers.
    pub(crate) fn state(&self) -> &Path {
        self.state.path()
    }

    /// Calls a tool; nothing of it may be left afterwards.
    pub(crate) fn call(&self, tool: &str, input: Value) -> Result<Value, AgentError> {
        let mut sandbox = SandboxOptions::default();
        sandbox.writable.push(std::env::temp_dir());
        let agent = Agent::builder()
            .directory(self.root())
            .state_directory(self.state.path())
            // Some commands write beside the tree.
            .sandbox(sandbox)
            .with_linked()
            .build()
            .unwrap();
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .unwrap();
        let options = ToolOptions::default();
        let cancel = CancelToken::new();
        let called = runtime.block_on(agent.call_tool(tool, input, &options, &cancel));
        let scratch = self.state.path().join("scratch");
        let left = std::fs::read_dir(scratch).into_iter().flatten().flatten();
        let left: Vec<_> = left
            .map(|entry| entry.file_name())
            .filter(|name| name != "lock")
            .collect();
        assert!(left.is_empty(), "left behind: {left:?}");
        called
    }

    /// The error of a call that must not succeed.
    pub(crate) fn refused(&self, tool: &str, input: Value) -> String {
        self.call(tool, input).unwrap_err().to_string()
    }
}

/// Makes a commit with these files on top of its parents, and points HEAD's branch at it.
pub(crate) fn commit(root: &Path, files: &[(&str, String)], parents: &[Oid]) -> Oid {
    let repository = Repository::init(root).unwrap();
    let mut index = repository.index().unwrap();
    for (name, text) in files {
        std::fs::write(root.join(name), text).unwrap();
        index.add_path(Path::new(name)).unwrap();
    }
    index.write().unwrap();
    let tree = repository.find_tree(index.write_tree().unwrap()).unwrap();
    let who = Signature::now("Ada", "ada@example.org").unwrap();
    let parents: Vec<_> = parents
        .iter()
        .map(|id| repository.find_commit(*id).unwrap())
        .collect();
    let parents: Vec<_> = parents.iter().collect();
    let summary = format!("change {}", files[0].1.trim());
    let id = repository
        .commit(None, &who, &who, &summary, &tree, &parents)
        .unwrap();
    repository
        .reference("refs/heads/main", id, true, "commit")
        .unwrap();
    repository.set_head("refs/heads/main").unwrap();
    id
}
