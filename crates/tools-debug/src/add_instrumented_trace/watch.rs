//! Probes without an edit: Python tells when a line is reached.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use regex::Regex;
use serde::Serialize;
use unbreak_core::pattern::pattern;
use unbreak_core::{Command, Runner, ToolError};

use super::dialects::python;
use super::edit;
use super::probe::Probe;
use crate::startup::{self, set};

/// Read by Python when it starts.
const HOOK: &str = concat!(include_str!("dialects/python_out.py"), include_str!("watch.py"));

/// Asks the interpreter that a command is, or names in its first lines, or finds on the `PATH`.
const ASK: &str = r#"
python=python3
case "${1##*/}" in
    python*|pypy*) python=$1 ;;
    *) named=$(head -c 512 "$(command -v "$1")" | grep -a -o -m 1 '/[^ "!]*/python[0-9.]*' | head -n 1)
       [ -x "$named" ] && python=$named ;;
esac
"$python" -c 'import sys; sys.exit(not hasattr(sys, "monitoring"))'
"#;

/// A line that is watched.
#[derive(Debug, Clone, Serialize)]
pub(super) struct Watched {
    head: String,
    file: PathBuf,
    /// The first and the last line of the statement.
    pub(super) first: usize,
    last: usize,
    expressions: Vec<Expression>,
    #[serde(skip)]
    pub(super) moved: Option<String>,
}

#[derive(Debug, Clone, Serialize)]
struct Expression {
    shown: String,
    evaluated: String,
}

/// The statement of a Python file to watch; `None` when that is not possible.
///
/// # Errors
/// When nothing is executed at the line.
pub(super) fn line(file: &Path, text: &str, line: usize, probe: &Probe) -> Result<Option<Watched>, String> {
    let Ok(parsed) = edit::File::read(file, text) else {
        return Ok(None);
    };
    if !parsed.ending.starts_with("py") {
        return Ok(None);
    }
    let place = parsed.places().find(line)?;
    if place.form != super::spots::Form::Before {
        return Ok(None);
    }
    let (first, last) = edit::lines(text, &place);
    let class = python::class(parsed.source(), place.at);
    let expression = |shown: &String| Expression {
        shown: shown.clone(),
        evaluated: mangled(shown, class),
    };
    Ok(Some(Watched {
        head: probe.head.clone(),
        file: file.canonicalize().unwrap_or_else(|_| file.to_owned()),
        first,
        last,
        expressions: probe.expressions.iter().map(expression).collect(),
        moved: place.moved,
    }))
}

/// Private names of a class as they are outside it.
fn mangled(expression: &str, class: Option<&str>) -> String {
    static PRIVATE: LazyLock<Regex> = LazyLock::new(|| pattern(r"\b__\w*[^\W_]_?\b"));
    let Some(class) = class
        .map(|class| class.trim_start_matches('_'))
        .filter(|class| !class.is_empty())
    else {
        return expression.to_owned();
    };
    let private = PRIVATE.replace_all(expression, |found: &regex::Captures<'_>| {
        format!("_{class}{}", &found[0])
    });
    private.into_owned()
}

/// A command whose Python programs watch.
pub(super) struct Watch {
    signs: PathBuf,
}

impl Watch {
    /// # Errors
    /// When the scratch directory cannot be written.
    pub(super) fn prepare(
        command: &mut Command,
        watched: &[Watched],
        scratch: &Path,
    ) -> Result<Self, ToolError> {
        let (hooks, signs) = (scratch.join("hooks"), scratch.join("signs"));
        let text = serde_json::to_string(watched).map_err(|error| ToolError::Other(error.to_string()))?;
        let spec = startup::write(scratch, "watch.json", &text)?;
        startup::create(&signs)?;
        startup::python(command, &hooks, HOOK)?;
        set(command, "UNBREAK_WATCH", spec.to_string_lossy());
        set(command, "UNBREAK_WATCH_SIGNS", signs.to_string_lossy());
        Ok(Self { signs })
    }

    /// Returns whether the Python of a command tells of lines at no cost (PEP 669, since 3.12). Elsewhere every
    /// call of the whole program is slowed down, and an edit in a copy is better.
    pub(super) async fn is_cheap(command: &Command, runner: &dyn Runner) -> bool {
        let ask = Command::new("sh", ["-c", ASK, "sh", &command.program]);
        let asked = runner.run(&ask).await;
        asked.is_ok_and(|completed| completed.exit.is_success())
    }

    /// Why nothing could be seen, if so.
    pub(super) fn blind(&self) -> Option<&'static str> {
        if !self.signs.join("started").exists() {
            return Some("no Python program of the command read its environment");
        }
        let empty = fs::read_dir(&self.signs).into_iter().flatten().flatten();
        let is_empty = |name: std::ffi::OsString| name.to_string_lossy().starts_with("empty");
        empty
            .map(|entry| entry.file_name())
            .any(is_empty)
            .then_some("Python makes no code of a line that was to be watched")
    }
}
