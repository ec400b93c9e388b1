//! `unbreak plugin new`

mod sdk;

use std::env::consts::{DLL_PREFIX, DLL_SUFFIX};
use std::fs;
use std::io::Write as _;
use std::path::Path;

use clap::ValueEnum;

use self::sdk::Sdk;
use crate::error::CliError;
use crate::exit::ExitCode;
use crate::terminal;

/// Writes a new plug-in: it builds and passes `unbreak plugin check` as it is.
#[derive(Debug, clap::Args)]
pub(super) struct NewArgs {
    /// Its id: lower-case letters, digits, `-` and `_`. Also the name of the directory.
    id: String,
    /// The kind of plug-in.
    #[arg(long)]
    kind: Kind,
    /// Where a plug-in in Rust has `unbreak-plugin-sdk` from: a directory, the URL of a git repository,
    /// or a version that a registry has; if not given, the checkout that this directory lies in or that
    /// this program was built from.
    #[arg(long, value_name = "SOURCE")]
    sdk: Option<Sdk>,
}

/// The kinds of new plug-ins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Kind {
    /// Command output → diagnostics, in Rust.
    Parser,
    /// Diagnostics → fixes, in Rust.
    Strategy,
    /// An experiment on a failure, in Rust.
    Tool,
    /// Command output → diagnostics, as patterns in a file.
    Declarative,
    /// Diagnostics → fixes, as rules in a file.
    Rules,
    /// Command output → diagnostics, in C.
    C,
}

/// A file's name and its text.
type Template = (&'static str, &'static str);

macro_rules! template {
    ($kind:literal, $file:literal) => {
        include_str!(concat!("../../../templates/", $kind, "/", $file))
    };
}

const CARGO: Template = ("Cargo.toml", include_str!("../../../templates/Cargo.toml.txt"));
const IGNORE: Template = (".gitignore", "target\n");

impl Kind {
    fn is_rust(self) -> bool {
        matches!(self, Self::Parser | Self::Strategy | Self::Tool)
    }

    fn templates(self) -> Vec<Template> {
        let rust =
            |manifest, library| vec![CARGO, IGNORE, ("plugin.toml", manifest), ("src/lib.rs", library)];
        match self {
            Self::Parser => rust(
                template!("parser", "plugin.toml"),
                template!("parser", "lib.rs.txt"),
            ),
            Self::Strategy => rust(
                template!("strategy", "plugin.toml"),
                template!("strategy", "lib.rs.txt"),
            ),
            Self::Tool => rust(template!("tool", "plugin.toml"), template!("tool", "lib.rs.txt")),
            Self::Declarative => vec![
                ("plugin.toml", template!("declarative", "plugin.toml")),
                ("parser.toml", template!("declarative", "parser.toml")),
            ],
            Self::Rules => vec![
                ("plugin.toml", template!("rules", "plugin.toml")),
                ("rules.toml", template!("rules", "rules.toml")),
            ],
            Self::C => vec![
                (".gitignore", "*.so\n*.dylib\n"),
                ("plugin.toml", template!("c", "plugin.toml")),
                ("plugin.c", template!("c", "plugin.c")),
                ("unbreak_plugin.h", template!("c", "unbreak_plugin.h")),
            ],
        }
    }
}

pub(super) fn run(args: &NewArgs) -> Result<ExitCode, CliError> {
    let id = &args.id;
    check(id)?;
    let directory = Path::new(id);
    if directory.exists() {
        return Err(CliError::usage(format!("'{id}' is there already"))
            .hint("choose another id, or another directory to begin in".to_owned()));
    }
    let sdk = sdk(args)?;
    for (file, text) in args.kind.templates() {
        write(&directory.join(file), &fill(text, id, &sdk))
            .map_err(|error| CliError::failed(format!("{id}/{file} cannot be written")).caused_by(&error))?;
    }
    let mut out = terminal::stdout();
    writeln!(out, "{id} is begun; next:\n")?;
    writeln!(out, "  cd {id}")?;
    writeln!(out, "  unbreak plugin check      # builds it and tries it")?;
    writeln!(out, "  unbreak plugin install    # uses it from now on")?;
    if !sdk.is_empty() {
        writeln!(out, "\nits SDK: {sdk} (in Cargo.toml)")?;
    }
    out.flush()?;
    Ok(ExitCode::Passes)
}

fn check(id: &str) -> Result<(), CliError> {
    let allowed = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '-' | '_');
    let begins = id.starts_with(|c: char| c.is_ascii_lowercase());
    if begins && id.chars().all(allowed) {
        return Ok(());
    }
    Err(CliError::usage(format!("'{id}' is not an id")).hint(
        "an id consists of lower-case letters, digits, '-' and '_', and begins with a letter".to_owned(),
    ))
}

fn write(path: &Path, text: &str) -> std::io::Result<()> {
    if let Some(parent) = path.parent() {
        fs::create_dir_all(parent)?;
    }
    fs::write(path, text)
}

/// The dependency on the SDK in `Cargo.toml`; empty if none is needed.
fn sdk(args: &NewArgs) -> Result<String, CliError> {
    if !args.kind.is_rust() {
        return Ok(String::new());
    }
    let sdk = match &args.sdk {
        Some(chosen) => chosen.clone().check()?,
        None => Sdk::near()?,
    };
    Ok(sdk.dependency())
}

fn fill(template: &str, id: &str, sdk: &str) -> String {
    template
        .replace("{{id}}", id)
        .replace("{{library}}", &id.replace('-', "_"))
        .replace(
            "{{file}}",
            &format!("{DLL_PREFIX}{}{DLL_SUFFIX}", id.replace('-', "_")),
        )
        .replace("{{Type}}", &type_name(id))
        .replace("{{sdk}}", sdk)
}

/// `my-lint` as `MyLint`.
fn type_name(id: &str) -> String {
    let words = id.split(['-', '_']).filter(|word| !word.is_empty());
    words
        .map(|word| {
            let (first, rest) = word.split_at(1);
            first.to_uppercase() + rest
        })
        .collect()
}
