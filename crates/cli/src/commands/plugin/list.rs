//! `unbreak plugin list`

use std::io::Write as _;

use unbreak_host::plugins::{self, Candidate, Isolation, Lock};

use crate::error::CliError;
use crate::exit::ExitCode;
use crate::render::table;
use crate::{loaded, terminal};

/// Lists the plug-ins in the user's and the project's directory, loaded or not.
#[derive(Debug, clap::Args)]
pub(super) struct ListArgs {}

pub(super) fn run(_: &ListArgs) -> Result<ExitCode, CliError> {
    let options = loaded::options(".".as_ref());
    let lock = Lock::read(&options.home)?;
    let mut out = terminal::stdout();
    let mut rows = Vec::new();
    for found in plugins::discover(&options) {
        match found {
            Ok(candidate) => rows.push(row(&candidate, &lock)),
            Err(error) => rows.push([
                error.plugin().to_owned(),
                String::new(),
                "broken".to_owned(),
                String::new(),
                error.kind().to_string(),
            ]),
        }
    }
    if rows.is_empty() {
        writeln!(out, "there is no plug-in in {}", options.home.display())?;
    } else {
        table::render(&mut out, ["ID", "VERSION", "STATE", "MAY", "WHERE"], &rows)?;
    }
    out.flush()?;
    Ok(ExitCode::Passes)
}

fn row(candidate: &Candidate, lock: &Lock) -> [String; 5] {
    let trusted = lock.trusts(candidate);
    let granted = trusted.into_iter().flat_map(|trusted| trusted.granted.iter());
    let granted: Vec<String> = granted.map(ToString::to_string).collect();
    [
        candidate.manifest.id.clone(),
        candidate.manifest.version.clone(),
        state(candidate, lock).to_owned(),
        granted.join(", "),
        candidate.path.display().to_string(),
    ]
}

fn state(candidate: &Candidate, lock: &Lock) -> &'static str {
    let known = lock.iter().find(|trusted| trusted.path == candidate.path);
    match (known, lock.trusts(candidate)) {
        (_, Some(_)) if candidate.is_declarative() => "trusted",
        (_, Some(trusted)) if trusted.isolation == Isolation::InProcess => "trusted, in process",
        (_, Some(_)) => "trusted, in a child",
        (Some(_), None) => "changed",
        (None, None) if candidate.own && candidate.is_declarative() => "read only",
        (None, None) => "not trusted",
    }
}
