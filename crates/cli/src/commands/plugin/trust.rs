//! `unbreak plugin trust`

use std::io::Write as _;
use std::path::Path;

use unbreak_host::plugins::{self, Candidate, Capability, Grants, Isolation, Lock, UnknownCapability};

use super::network;
use crate::error::CliError;
use crate::exit::ExitCode;
use crate::near::did_you_mean;
use crate::render::visible;
use crate::{loaded, terminal};

/// Trusts a plug-in in its present form: its bytes are pinned, and a change needs new trust.
#[derive(Debug, clap::Args)]
pub(super) struct TrustArgs {
    /// Its id, or its directory.
    plugin: String,
    /// Grant only these capabilities, or with '' none; by default all that it asks for.
    #[arg(long, value_name = "CAPABILITY", value_delimiter = ',', value_parser = word)]
    grant: Option<Vec<Option<Capability>>>,
    /// Run its library in this program's process: faster, but a crash ends the program.
    #[arg(long)]
    in_process: bool,
}

pub(super) fn run(args: &TrustArgs) -> Result<ExitCode, CliError> {
    let options = loaded::options(".".as_ref());
    let candidate = find(&args.plugin)?;
    let granted = grants(args, &candidate)?;
    let isolation = if args.in_process {
        Isolation::InProcess
    } else {
        Isolation::Child
    };
    let mut lock = Lock::read(&options.home)?;
    let mut out = terminal::stdout();
    writeln!(
        out,
        "trusted: {} {} in {}",
        candidate.manifest.id,
        visible(&candidate.manifest.version),
        visible(&candidate.path.display().to_string())
    )?;
    for capability in granted.iter() {
        writeln!(out, "granted: {}", visible(&capability.to_string()))?;
    }
    if let Some(network) = network::kept(&candidate, isolation, &granted) {
        writeln!(out, "network: {network}")?;
    }
    lock.trust(&candidate, isolation, granted);
    lock.write()?;
    out.flush()?;
    Ok(ExitCode::Passes)
}

/// Parses a capability; an empty text is none.
fn word(text: &str) -> Result<Option<Capability>, UnknownCapability> {
    (!text.is_empty()).then(|| text.parse()).transpose()
}

/// The granted capabilities, only from those that it asks for.
fn grants(args: &TrustArgs, candidate: &Candidate) -> Result<Grants, CliError> {
    let asked = &candidate.manifest.capabilities;
    let Some(chosen) = &args.grant else {
        return Ok(asked.iter().cloned().collect());
    };
    let chosen: Vec<&Capability> = chosen.iter().flatten().collect();
    match chosen.iter().find(|capability| !asked.contains(capability)) {
        Some(more) => Err(CliError::usage(format!(
            "{} does not ask for {more}",
            candidate.manifest.id
        ))),
        None => Ok(chosen.into_iter().cloned().collect()),
    }
}

/// The plug-in with this id in the user's or the project's directory, or in this directory.
fn find(plugin: &str) -> Result<Candidate, CliError> {
    let options = loaded::options(".".as_ref());
    let found: Vec<Candidate> = plugins::discover(&options).into_iter().flatten().collect();
    if let Some(candidate) = found.iter().find(|candidate| candidate.manifest.id == plugin) {
        return Ok(candidate.clone());
    }
    if Path::new(plugin).exists() {
        let mut opened = Candidate::open(Path::new(plugin), false)?;
        opened.own = opened.path.starts_with(&options.home);
        return Ok(opened);
    }
    let known = found.iter().map(|candidate| candidate.manifest.id.as_str());
    Err(CliError::usage(format!("there is no plug-in called '{plugin}'"))
        .hint(did_you_mean(plugin, known))
        .hint("'unbreak plugin list' shows where they are looked for".to_owned()))
}
