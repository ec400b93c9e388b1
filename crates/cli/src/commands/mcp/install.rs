//! `unbreak mcp install`: the server in a client's configuration.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use clap::Args;
use similar::TextDiff;

use super::client::Client;
use crate::error::CliError;
use crate::exit::ExitCode;
use crate::render::{diff, visible_line};
use crate::terminal;

/// Adds the server to a client's configuration, after showing the change.
#[derive(Debug, Args)]
#[command(after_help = "Example: unbreak mcp install claude")]
pub(super) struct InstallArgs {
    /// The client.
    client: Client,
    /// The project, where the client has a configuration for each.
    #[arg(short = 'C', long, value_name = "DIR", default_value = ".")]
    directory: PathBuf,
    /// Print the configuration, and write nothing.
    #[arg(long)]
    print: bool,
    /// Write it without asking.
    #[arg(short, long, conflicts_with = "print")]
    yes: bool,
}

pub(super) fn run(args: &InstallArgs) -> Result<ExitCode, CliError> {
    let file = args.client.file(&args.directory)?;
    let program = program();
    if args.print {
        let mut out = terminal::stdout();
        write!(out, "{}", args.client.with_server("", &program)?)?;
        out.flush()?;
        writeln!(terminal::stderr(), "it belongs in {}", file.display())?;
        return Ok(ExitCode::Passes);
    }
    let unusable =
        |error: io::Error| CliError::usage(format!("{} cannot be used", file.display())).caused_by(&error);
    let before = match fs::read_to_string(&file) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
        Err(error) => return Err(unusable(error)),
    };
    let after = args.client.with_server(&before, &program);
    let after =
        after.map_err(|error| error.hint(format!("{} was left as it is; see --print", file.display())))?;
    if after == before {
        writeln!(terminal::stderr(), "it is in {} already", file.display())?;
        return Ok(ExitCode::Passes);
    }
    show(&file, &before, &after)?;
    if !args.yes && !confirmed(&file)? {
        return Ok(ExitCode::Refused);
    }
    write(&file, &after).map_err(unusable)?;
    writeln!(terminal::stderr(), "written; restart the client")?;
    Ok(ExitCode::Passes)
}

/// The command by which a client starts this program: its name if that is found.
fn program() -> String {
    let Ok(this) = std::env::current_exe() else {
        return "unbreak".to_owned();
    };
    let path = std::env::var_os("PATH").unwrap_or_default();
    let found = std::env::split_paths(&path).map(|directory| directory.join("unbreak"));
    let first = found.filter_map(|program| program.canonicalize().ok()).next();
    match first.is_some_and(|first| this.canonicalize().is_ok_and(|this| this == first)) {
        true => "unbreak".to_owned(),
        false => this.display().to_string(),
    }
}

fn show(file: &Path, before: &str, after: &str) -> io::Result<()> {
    let name = file.display().to_string();
    let text = TextDiff::from_lines(before, after);
    let text = text.unified_diff().header(&name, &name).to_string();
    let mut out = terminal::stderr();
    diff::render(&mut out, text.lines(), "")
}

fn confirmed(file: &Path) -> io::Result<bool> {
    let mut out = terminal::stderr();
    if !terminal::can_ask() {
        writeln!(
            out,
            "nothing was written, because there is no terminal to confirm it; use --yes to write it"
        )?;
        return Ok(false);
    }
    write!(out, "write {}? [y/N] ", visible_line(&file.display().to_string()))?;
    out.flush()?;
    let mut answer = String::new();
    io::stdin().read_line(&mut answer)?;
    Ok(terminal::is_yes(&answer))
}

/// Replaces the file in one step; a link stays a link.
fn write(file: &Path, text: &str) -> io::Result<()> {
    let file = file.canonicalize().unwrap_or_else(|_| file.to_owned());
    let directory = file.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(directory)?;
    let mut new = tempfile::NamedTempFile::new_in(directory)?;
    new.write_all(text.as_bytes())?;
    if let Ok(known) = fs::metadata(&file) {
        new.as_file().set_permissions(known.permissions())?;
    }
    new.persist(&file)?;
    Ok(())
}
