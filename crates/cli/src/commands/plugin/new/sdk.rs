//! Finds the SDK for a plug-in in Rust.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use crate::error::CliError;

/// The crate.
const NAME: &str = "unbreak-plugin-sdk";
/// Its place in a checkout of this repository.
const PLACE: &str = "crates/plugin-sdk";
/// The hint if it is not found.
const HINT: &str = "say where it is with --sdk: a directory (crates/plugin-sdk of a checkout), the URL of a git repository, \
     or the version that a registry has";

/// A source of the SDK.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Sdk {
    /// A directory.
    Path(PathBuf),
    /// A git repository.
    Git(String),
    /// A version in the registry that cargo uses.
    Version(String),
}

impl Sdk {
    /// The SDK in the checkout around this directory, or in the one that this program was built from.
    pub(super) fn near() -> Result<Self, CliError> {
        let here = env::current_dir().unwrap_or_default();
        let checkouts = here.ancestors().map(|ancestor| ancestor.join(PLACE));
        let built_from = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../plugin-sdk"));
        let mut places = checkouts.chain([built_from.to_owned()]);
        places.find_map(|place| in_directory(&place)).ok_or_else(|| {
            CliError::usage(format!("the sources of {NAME} are not there")).hint(HINT.to_owned())
        })
    }

    /// Returns itself, if it still exists.
    pub(super) fn check(self) -> Result<Self, CliError> {
        match &self {
            Self::Path(path) => in_directory(path).ok_or_else(|| {
                CliError::usage(format!("{} does not hold {NAME}", path.display())).hint(HINT.to_owned())
            }),
            Self::Git(_) | Self::Version(_) => Ok(self),
        }
    }

    /// The dependency in `Cargo.toml`.
    pub(super) fn dependency(&self) -> String {
        match self {
            Self::Path(path) => format!("path = {:?}", path.display().to_string()),
            Self::Git(url) => format!("git = {url:?}"),
            Self::Version(version) => format!("version = {version:?}"),
        }
    }
}

/// The SDK in a directory, which may be the root of a checkout.
fn in_directory(directory: &Path) -> Option<Sdk> {
    let mut places = [directory.to_owned(), directory.join(PLACE)].into_iter();
    let found = places.find(|place| {
        let manifest = fs::read_to_string(place.join("Cargo.toml")).unwrap_or_default();
        manifest.contains(&format!("name = \"{NAME}\""))
    })?;
    Some(Sdk::Path(found.canonicalize().ok()?))
}

/// Parses a URL, which has `://` or begins with `git@`; a version, which begins with a digit or an operator;
/// or a directory.
impl FromStr for Sdk {
    type Err = std::convert::Infallible;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let is_version = text.starts_with(|c: char| c.is_ascii_digit() || "=^~*<>".contains(c));
        Ok(if text.contains("://") || text.starts_with("git@") {
            Self::Git(text.to_owned())
        } else if is_version && !Path::new(text).exists() {
            Self::Version(text.to_owned())
        } else {
            Self::Path(text.into())
        })
    }
}
