//! `plugin.toml`: the self-description of a plug-in, read before any part of it is opened.

use std::borrow::Cow;
use std::env::consts::{DLL_PREFIX, DLL_SUFFIX};
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use unbreak_core::registry::Kind;
use unbreak_plugin_abi::PROTOCOL;

use super::error::{PluginError, PluginErrorKind};
use super::grant::Capability;
use super::pinned::Pinned;

/// The name of the file.
pub const MANIFEST: &str = "plugin.toml";
/// A manifest is a page at most; a larger file is something else.
const MOST_BYTES: u64 = 64 << 10;

/// The content of `plugin.toml`. Unknown keys are refused.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// Lower-case words joined by `-` or `_`; the name of its directory once it is installed.
    pub id: String,
    /// Its own version (SemVer).
    pub version: String,
    /// One sentence.
    #[serde(default)]
    pub summary: String,
    /// Its form.
    pub kind: Form,
    /// The version of its message protocol; for libraries.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub protocol: Option<u32>,
    /// The library, without the system's prefix and extension: `todo_lint` for `libtodo_lint.so`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub library: Option<String>,
    /// The files of declarative parsers, in the same directory.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub parsers: Vec<String>,
    /// The files of rules, in the same directory.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<String>,
    /// Its contents: `parser:ID`, `strategy:ID`, `tool:ID`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub provides: Vec<Provided>,
    /// The capabilities that it asks for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub capabilities: Vec<Capability>,
    /// The command that builds the library from source; run only by `unbreak plugin check` and `install`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub build: Vec<String>,
    /// The SHA-256 of the library, in hexadecimal, if its author pins it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sha256: Option<String>,
}

/// The form of a plug-in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Form {
    /// A dynamic library.
    Library,
    /// Declarative parsers.
    Declarative,
    /// Rules that are data.
    Rules,
}

/// One parser, strategy or tool.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Provided {
    /// The trait.
    pub kind: Kind,
    /// Its id.
    pub id: String,
}

impl fmt::Display for Provided {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.kind, self.id)
    }
}

impl FromStr for Provided {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let kind = |kind| match kind {
            "parser" => Some(Kind::Parser),
            "strategy" => Some(Kind::Strategy),
            "tool" => Some(Kind::Tool),
            _ => None,
        };
        let parts = text.split_once(':').filter(|(_, id)| is_id(id));
        parts
            .and_then(|(word, id)| Some((kind(word)?, id)))
            .map(|(kind, id)| Self {
                kind,
                id: id.to_owned(),
            })
            .ok_or_else(|| format!("'{text}' is not of the form parser:ID, strategy:ID or tool:ID"))
    }
}

impl TryFrom<String> for Provided {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl From<Provided> for String {
    fn from(provided: Provided) -> Self {
        provided.to_string()
    }
}

impl Manifest {
    /// Reads and checks the manifest in a directory.
    ///
    /// # Errors
    /// If there is none, it cannot be read, or it is invalid.
    pub fn read(directory: &Path) -> Result<Self, PluginError> {
        Self::parse(&name(directory), &Self::text(directory)?)
    }

    /// The text of the manifest in a directory.
    pub(super) fn text(directory: &Path) -> Result<String, PluginError> {
        let path = directory.join(MANIFEST);
        read_text(&path).map_err(|error| PluginError::file(name(directory), &path, &error))
    }

    /// Generates a manifest for a declarative parser or a rule file that is a single file, with the id of
    /// that file.
    pub(super) fn of_file(file: &str, text: &str) -> Result<Self, PluginError> {
        #[derive(Deserialize)]
        struct Head {
            id: String,
            #[serde(default)]
            version: Option<String>,
            #[serde(default)]
            summary: Option<String>,
            #[serde(default)]
            rule: Vec<toml::Table>,
        }
        let head: Head =
            toml::from_str(text).map_err(|error| PluginError::manifest(file, one_line(&error)))?;
        if !is_id(&head.id) {
            return Err(PluginError::manifest(file, format!("'{}' is not an id", head.id)));
        }
        // A rule states how safe it is; the patterns of a parser do not.
        let is_rules = head.rule.iter().any(|rule| rule.contains_key("safety"));
        let (kind, parsers, rules) = match is_rules {
            true => (Form::Rules, Vec::new(), vec![file.to_owned()]),
            false => (Form::Declarative, vec![file.to_owned()], Vec::new()),
        };
        Ok(Self {
            id: head.id,
            version: head.version.unwrap_or_else(|| "0.0.0".to_owned()),
            summary: head.summary.unwrap_or_default(),
            kind,
            protocol: None,
            library: None,
            parsers,
            rules,
            provides: Vec::new(),
            capabilities: Vec::new(),
            build: Vec::new(),
            sha256: None,
        })
    }

    /// Checks the text of a manifest; `name` is used in errors.
    ///
    /// # Errors
    /// If it is invalid.
    pub fn parse(name: &str, text: &str) -> Result<Self, PluginError> {
        let manifest: Self = toml::from_str(text)
            .map_err(|error| PluginError::manifest(name, format!("{MANIFEST}: {}", one_line(&error))))?;
        if !is_id(&manifest.id) {
            let reason = format!(
                "the id '{}' is not made of lower-case letters, digits, '-' and '_'",
                manifest.id.escape_debug()
            );
            return Err(PluginError::manifest(name, reason));
        }
        manifest.check()?;
        Ok(manifest)
    }

    fn check(&self) -> Result<(), PluginError> {
        let wrong = |message: String| Err(PluginError::manifest(&self.id, message));
        if let Some(file) = self.data().find(|file| !is_plain(file)) {
            let file = file.escape_debug();
            return wrong(format!("'{file}' is not a file in the plug-in's own directory"));
        }
        match self.kind {
            Form::Library => self.check_library(),
            Form::Declarative if self.parsers.is_empty() => {
                wrong("a declarative plug-in names its files in 'parsers'".to_owned())
            }
            Form::Rules if self.rules.is_empty() => {
                wrong("a plug-in of rules names its files in 'rules'".to_owned())
            }
            Form::Declarative | Form::Rules if self.library.is_some() => {
                wrong("a declarative plug-in has no library".to_owned())
            }
            Form::Declarative | Form::Rules => Ok(()),
        }
    }

    fn check_library(&self) -> Result<(), PluginError> {
        let wrong = |message: &str| Err(PluginError::manifest(&self.id, message));
        match (&self.library, self.protocol) {
            (None, _) => wrong("'library' is missing: the name of the library without prefix and ending"),
            (Some(library), _) if !is_plain(library) => wrong("'library' is a name, not a path"),
            (_, None) => wrong("'protocol' is missing: the version of the messages, now 1"),
            (_, Some(protocol)) if protocol != PROTOCOL => Err(PluginError::new(
                &self.id,
                PluginErrorKind::Version {
                    what: "protocol".to_owned(),
                    theirs: protocol,
                    ours: PROTOCOL,
                },
            )),
            _ if self.provides.is_empty() => wrong("'provides' is missing: what it holds, as 'parser:ID'"),
            _ => Ok(()),
        }
    }

    /// Checks that a file has the bytes that its author pinned.
    pub(super) fn check_pin(&self, file: &Pinned) -> Result<(), PluginError> {
        match &self.sha256 {
            Some(pin) if !pin.eq_ignore_ascii_case(&file.sha256) => Err(PluginError::manifest(
                &self.id,
                format!("{} is not the file that 'sha256' names", file.path.display()),
            )),
            _ => Ok(()),
        }
    }

    /// The names of the data files.
    pub(super) fn data(&self) -> impl Iterator<Item = &String> {
        self.parsers.iter().chain(&self.rules)
    }

    /// The files with its code or its data.
    pub(super) fn files(&self, directory: &Path) -> Vec<PathBuf> {
        match &self.library {
            Some(library) => vec![directory.join(file_name(library))],
            None => self.data().map(|file| directory.join(file)).collect(),
        }
    }
}

fn name(directory: &Path) -> Cow<'_, str> {
    let name = directory.file_name().unwrap_or(directory.as_os_str());
    name.to_string_lossy()
}

/// The system's file name for a library.
pub(super) fn file_name(library: &str) -> String {
    format!("{DLL_PREFIX}{}{DLL_SUFFIX}", library.replace('-', "_"))
}

pub(super) fn read_text(path: &Path) -> std::io::Result<String> {
    let size = fs::metadata(path)?.len();
    if size > MOST_BYTES {
        return Err(std::io::Error::other(format!("{size} bytes are too many")));
    }
    fs::read_to_string(path)
}

pub(super) fn one_line(error: &toml::de::Error) -> String {
    error.to_string().trim().replace('\n', "; ")
}

pub(super) fn is_id(id: &str) -> bool {
    let allowed = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '-' | '_');
    !id.is_empty() && id.len() <= 64 && id.chars().all(allowed)
}

fn is_plain(name: &str) -> bool {
    !name.is_empty() && !name.contains(['/', '\\', '\0']) && name != "." && name != ".."
}
