//! `@copilotkit/aimock`, which speaks the formats of the large providers.

use std::fs;
use std::io::{self, BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;

use serde_json::Value;
use tempfile::TempDir;

/// Its program in the directory of the Node tools.
const PROGRAM: &str = "node_modules/@copilotkit/aimock/dist/cli.js";

/// A running mock server. It ends when this is dropped.
#[derive(Debug)]
pub struct Aimock {
    process: Child,
    address: String,
    _directory: TempDir,
}

impl Drop for Aimock {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Aimock {
    /// Starts it on a free port. It answers what `fixtures` say, and nothing else.
    ///
    /// # Errors
    /// When it is not installed in `tools`, or does not start.
    pub fn start(tools: &Path, fixtures: &Value) -> io::Result<Self> {
        let program = tools.join(PROGRAM);
        if !program.exists() {
            let missing = format!("{} is missing: run cargo xtask setup", program.display());
            return Err(io::Error::new(io::ErrorKind::NotFound, missing));
        }
        let directory = tempfile::tempdir()?;
        let file = directory.path().join("fixtures.json");
        fs::write(&file, fixtures.to_string())?;
        #[expect(clippy::disallowed_methods, reason = "a real server stands for the provider")]
        let mut command = Command::new("node");
        command
            .arg(program)
            .args(["-p", "0", "--strict", "-f"])
            .arg(file)
            .stdin(Stdio::null())
            .stdout(Stdio::piped());
        let mut server = Self {
            process: command.spawn()?,
            address: String::new(),
            _directory: directory,
        };
        let said = server.process.stdout.take().ok_or(io::ErrorKind::BrokenPipe)?;
        let mut lines = BufReader::new(said).lines().map_while(Result::ok);
        let address = lines.find_map(|line| Some(line.split_once("listening on ")?.1.to_owned()));
        server.address = address.ok_or_else(|| io::Error::other("aimock does not start"))?;
        // Its further lines are read, so that it never waits for a reader.
        thread::spawn(move || lines.for_each(drop));
        Ok(server)
    }

    /// Where it listens: `http://` and an address.
    pub fn address(&self) -> &str {
        &self.address
    }
}
