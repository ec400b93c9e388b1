//! The agent's tools: Python programs in its source. Like other parts of a program they are loaded at the
//! start, so a repair takes effect at the next start.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result};
use serde_json::Value;
use unbreak_core::{Command, Runner as _};
use unbreak_host::CancelToken;
use unbreak_host::heal::ToolCall;
use unbreak_host::runner::{Limits, ProcessRunner};

/// The message of a failed tool.
pub(crate) struct ToolFailure(pub(crate) String);

/// The tools, by name.
pub(crate) struct Tools {
    programs: BTreeMap<String, String>,
    runner: ProcessRunner,
}

impl Tools {
    /// The tools of the agent with this source, for a task in a directory.
    pub(crate) fn load(source: &Path, directory: &Path) -> Result<Self> {
        let mut programs = BTreeMap::new();
        for entry in fs::read_dir(source.join("tools"))? {
            let file = entry?.path();
            let name = file
                .file_stem()
                .and_then(|name| name.to_str())
                .unwrap_or_default();
            if file.extension().is_some_and(|extension| extension == "py") && name != "__init__" {
                programs.insert(name.to_owned(), fs::read_to_string(&file)?);
            }
        }
        Ok(Self {
            programs,
            runner: ProcessRunner::new(directory, Limits::default(), CancelToken::new()),
        })
    }

    /// The files of the tools.
    pub(crate) fn files(&self) -> impl Iterator<Item = String> {
        self.programs.keys().map(|name| format!("tools/{name}.py"))
    }

    /// Calls a tool: its arguments are JSON on standard input, its result is JSON on standard output.
    pub(crate) async fn call(&self, call: &ToolCall) -> Result<Result<Value, ToolFailure>> {
        let program = self.programs.get(&call.tool);
        let program = program.with_context(|| format!("there is no tool {}", call.tool))?;
        let mut command = Command::new("python3", ["-c", program]);
        command.stdin = Some(call.arguments.to_string());
        let ran = self.runner.run(&command).await?;
        if !ran.exit.is_success() {
            return Ok(Err(ToolFailure(
                String::from_utf8_lossy(&ran.stderr).into_owned(),
            )));
        }
        Ok(Ok(serde_json::from_slice(&ran.stdout)?))
    }
}
