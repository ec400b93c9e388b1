//! `unbreak plugin import`

use std::fs;
use std::io::Write as _;
use std::path::PathBuf;

use clap::ValueEnum;
use unbreak_parsers::declarative::{Imported, from_errorformat, from_vscode};

use crate::error::CliError;
use crate::exit::ExitCode;
use crate::render::{style, visible};
use crate::terminal;

/// Turns problem matchers of VS Code, or an errorformat of Vim or reviewdog, into declarative parsers. Parts
/// that cannot be converted are refused by name.
#[derive(Debug, clap::Args)]
pub(super) struct ImportArgs {
    /// The format of the file.
    from: Source,
    /// The file: `tasks.json`, `package.json` or a problem matcher; or lines of errorformat.
    file: PathBuf,
    /// The id of the parser, instead of the matcher's or the file's name.
    #[arg(long)]
    id: Option<String>,
    /// The directory for the parsers, one file each.
    #[arg(long, value_name = "DIR", default_value = ".")]
    to: PathBuf,
}

/// The formats that can be imported.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Source {
    /// Problem matchers of VS Code.
    Vscode,
    /// Vim's and reviewdog's errorformat.
    Errorformat,
}

pub(super) fn run(args: &ImportArgs) -> Result<ExitCode, CliError> {
    let text = fs::read_to_string(&args.file).map_err(|error| {
        CliError::usage(format!("{} cannot be read", args.file.display())).caused_by(&error)
    })?;
    let stem = args.file.file_stem().unwrap_or_default().to_string_lossy();
    let name = args.id.as_deref().unwrap_or(&stem);
    let imported = match args.from {
        Source::Vscode => from_vscode(&text, name),
        Source::Errorformat => from_errorformat(&text, name).map(|parser| vec![parser]),
    };
    let imported = imported.map_err(|error| {
        CliError::usage(format!("{} cannot be imported", args.file.display())).caused_by(&error)
    })?;
    imported.iter().try_for_each(|parser| write(args, parser))?;
    Ok(ExitCode::Passes)
}

fn write(args: &ImportArgs, parser: &Imported) -> Result<(), CliError> {
    let path = args.to.join(format!("{}.toml", parser.id));
    if path.exists() {
        return Err(CliError::usage(format!("{} is there already", path.display())));
    }
    fs::create_dir_all(&args.to)
        .and_then(|()| fs::write(&path, &parser.text))
        .map_err(|error| {
            CliError::failed(format!("{} cannot be written", path.display())).caused_by(&error)
        })?;
    let mut out = terminal::stdout();
    writeln!(out, "{}", path.display())?;
    for note in &parser.notes {
        let warning = style::WARNING;
        writeln!(out, "  {warning}note:{warning:#} {}", visible(note))?;
    }
    out.flush()?;
    Ok(())
}
