//! `unbreak plugin install`

use std::io::Write as _;
use std::path::PathBuf;

use unbreak_host::CancelToken;
use unbreak_host::plugins::{self, Grants, Isolation, Lock};

use super::{check, network, question};
use crate::commands::interrupt;
use crate::error::CliError;
use crate::exit::ExitCode;
use crate::terminal;

/// Builds a plug-in, copies it into the user's plug-in directory, and asks whether it is trusted.
#[derive(Debug, clap::Args)]
pub(super) struct InstallArgs {
    /// Its directory, or the file of a declarative parser or of rules.
    #[arg(default_value = ".")]
    plugin: PathBuf,
    /// Do not run the manifest's build command first.
    #[arg(long)]
    no_build: bool,
    /// Trust it without asking, and grant the capabilities that it asks for.
    #[arg(short, long)]
    yes: bool,
}

pub(super) fn run(args: &InstallArgs) -> Result<ExitCode, CliError> {
    if !args.no_build {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()?;
        let cancel = CancelToken::new();
        interrupt::listen(cancel.clone(), "ending the build")?;
        runtime.block_on(check::build(&args.plugin, &cancel))?;
    }
    let home = plugins::home();
    let installed = plugins::install(&args.plugin, &home)?;
    let candidate = installed.candidate;
    let (id, verb) = (
        &candidate.manifest.id,
        if installed.replaced {
            "replaced"
        } else {
            "installed"
        },
    );
    let mut out = terminal::stdout();
    writeln!(
        out,
        "{verb} {id} {} in {}",
        candidate.manifest.version,
        candidate.path.display()
    )?;
    let trusted = args.yes || terminal::can_ask() && question::ask(&candidate, installed.replaced);
    if trusted {
        let granted: Grants = candidate.manifest.capabilities.iter().cloned().collect();
        if let Some(network) = network::kept(&candidate, Isolation::Child, &granted) {
            writeln!(out, "network: {network}")?;
        }
        let mut lock = Lock::read(&home)?;
        lock.trust(&candidate, Isolation::Child, granted);
        lock.write()?;
    } else if !candidate.is_declarative() {
        writeln!(
            out,
            "it is not used until you trust it: unbreak plugin trust {id}"
        )?;
    }
    out.flush()?;
    Ok(ExitCode::Passes)
}
