//! Records a tool's output as a case of the parsers' tests.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use serde_json::json;
use xshell::{Shell, cmd};

use crate::layout;

/// The project's path in all cases, wherever they were captured.
const PROJECT: &str = "/home/dev/project";

/// `PARSER/NAME [--in DIRECTORY] -- COMMAND...`: runs the command there and writes
/// `crates/parsers/tests/cases/PARSER/NAME.txt` and an expectation beside it that is still empty.
///
/// # Errors
/// When the arguments are not of this shape, the command cannot be run or the files not written.
pub(crate) fn run(shell: &Shell, arguments: &[String]) -> Result<()> {
    let wish = Wish::read(arguments)?;
    shell.change_dir(&wish.directory);
    let output = wish.output(shell)?;
    let made_by = format!("{}, {}", wish.version(shell), wish.command.join(" "));
    let case = wish.case();
    fs::create_dir_all(case.parent().unwrap_or(&case))?;
    write(&case.with_extension("txt"), &output)?;
    let expectation = json!({"made_by": made_by, "diagnostics": []});
    let expectation = serde_json::to_string_pretty(&expectation)? + "\n";
    write(&case.with_extension("json"), &expectation)?;
    println!(
        "{} bytes in {}",
        output.len(),
        case.with_extension("txt").display()
    );
    println!(
        "UPDATE_EXPECT={} cargo nextest run -p unbreak-parsers cases",
        wish.name
    );
    Ok(())
}

/// The request for a capture.
struct Wish {
    /// `PARSER/NAME`.
    name: String,
    directory: PathBuf,
    command: Vec<String>,
}

impl Wish {
    fn read(arguments: &[String]) -> Result<Self> {
        const USAGE: &str = "usage: cargo xtask capture PARSER/NAME [--in DIRECTORY] -- COMMAND...";
        let Some(at) = arguments.iter().position(|argument| argument == "--") else {
            bail!(USAGE);
        };
        let (name, directory) = match &arguments[..at] {
            [name] => (name, PathBuf::from(".")),
            [name, flag, directory] if flag == "--in" => (name, PathBuf::from(directory)),
            _ => bail!(USAGE),
        };
        let command = arguments[at + 1..].to_vec();
        let parts: Vec<&str> = name.split('/').collect();
        let plain = |part: &&str| !part.is_empty() && !part.starts_with('.');
        if command.is_empty() || parts.len() != 2 || !parts.iter().all(plain) {
            bail!(USAGE);
        }
        let directory = fs::canonicalize(&directory)
            .with_context(|| format!("{} is not a directory", directory.display()))?;
        Ok(Self {
            name: name.clone(),
            directory,
            command,
        })
    }

    /// The output of the command on both streams, in order. The command is expected to fail.
    fn output(&self, shell: &Shell) -> Result<String> {
        let (both, command) = (r#"exec "$@" 2>&1"#, &self.command);
        let output = cmd!(shell, "sh -c {both} sh {command...}")
            .quiet()
            .ignore_status()
            .output()
            .context("the command cannot be run")?;
        let text = String::from_utf8_lossy(&output.stdout);
        Ok(text.replace(&*self.directory.to_string_lossy(), PROJECT))
    }

    /// The first line of `--version`, or the tool's name when it knows no such flag.
    fn version(&self, shell: &Shell) -> String {
        let program = &self.command[0];
        let said = cmd!(shell, "{program} --version").quiet().ignore_stderr().read();
        let first = said.ok().and_then(|text| text.lines().next().map(str::to_owned));
        first
            .filter(|line| !line.is_empty())
            .unwrap_or_else(|| program.clone())
    }

    fn case(&self) -> PathBuf {
        layout::root().join("crates/parsers/tests/cases").join(&self.name)
    }
}

fn write(path: &Path, text: &str) -> Result<()> {
    fs::write(path, text).with_context(|| format!("{} cannot be written", path.display()))
}
