//! The known clients: where their configuration is, and how to write a server to it.

use std::path::{Path, PathBuf};

use clap::ValueEnum;
use jsonc_parser::ParseOptions;
use jsonc_parser::cst::{CstInputValue, CstRootNode};
use toml::Table;

use crate::error::CliError;

/// The name of the server in every configuration.
const NAME: &str = "unbreak";

/// The time in seconds to wait for a call, for clients with such a setting.
const PATIENCE: u32 = 120;

/// A program that uses the server.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Client {
    /// Claude Code, for this project.
    Claude,
    /// Codex, for this user.
    Codex,
    /// Cursor, for this project.
    Cursor,
    /// Visual Studio Code, for this project.
    Vscode,
    /// goose, for this user.
    Goose,
    /// Zed, for this user.
    Zed,
}

/// The form of a configuration.
#[derive(Debug, Clone, Copy)]
enum Form {
    /// JSON, perhaps with comments: the servers are an object at this key. Some clients need to know that the
    /// server uses the standard streams.
    Json { key: &'static str, typed: bool },
    /// Codex' TOML: a table for each server.
    Toml,
    /// goose's YAML: a mapping of extensions.
    Yaml,
}

impl Client {
    /// The place of its configuration.
    ///
    /// # Errors
    /// If it is in the user's home, and there is none.
    pub(super) fn file(self, project: &Path) -> Result<PathBuf, CliError> {
        let home = || {
            std::env::home_dir()
                .ok_or_else(|| CliError::failed("there is no home directory").hint("set HOME".to_owned()))
        };
        let config = || match std::env::var_os("XDG_CONFIG_HOME") {
            Some(config) if Path::new(&config).is_absolute() => Ok(PathBuf::from(config)),
            _ => Ok::<_, CliError>(home()?.join(".config")),
        };
        Ok(match self {
            Self::Claude => project.join(".mcp.json"),
            Self::Cursor => project.join(".cursor/mcp.json"),
            Self::Vscode => project.join(".vscode/mcp.json"),
            Self::Codex => match std::env::var_os("CODEX_HOME") {
                Some(codex) => PathBuf::from(codex).join("config.toml"),
                None => home()?.join(".codex/config.toml"),
            },
            Self::Goose => config()?.join("goose/config.yaml"),
            Self::Zed => config()?.join("zed/settings.json"),
        })
    }

    fn form(self) -> Form {
        match self {
            Self::Claude => Form::Json {
                key: "mcpServers",
                typed: true,
            },
            Self::Cursor => Form::Json {
                key: "mcpServers",
                typed: false,
            },
            Self::Vscode => Form::Json {
                key: "servers",
                typed: true,
            },
            Self::Zed => Form::Json {
                key: "context_servers",
                typed: false,
            },
            Self::Codex => Form::Toml,
            Self::Goose => Form::Yaml,
        }
    }

    /// The configuration with the server added; everything else stays unchanged, including comments.
    ///
    /// # Errors
    /// If the text does not have its form.
    pub(super) fn with_server(self, text: &str, program: &str) -> Result<String, CliError> {
        match self.form() {
            Form::Json { key, typed } => json(text, key, typed, program),
            Form::Toml => toml(text, program),
            Form::Yaml => yaml(text, program),
        }
    }
}

fn json(text: &str, key: &str, typed: bool, program: &str) -> Result<String, CliError> {
    let root = CstRootNode::parse(text, &ParseOptions::default())
        .map_err(|error| CliError::failed("it is not JSON").caused_by(&error))?;
    let string = |text: &str| CstInputValue::String(text.to_owned());
    let mut server = vec![
        ("command".to_owned(), string(program)),
        ("args".to_owned(), CstInputValue::Array(vec![string("mcp")])),
    ];
    if typed {
        server.insert(0, ("type".to_owned(), string("stdio")));
    }
    let server = CstInputValue::Object(server);
    let servers = root
        .object_value_or_create()
        .and_then(|object| object.object_value_or_create(key))
        .ok_or_else(|| CliError::failed(format!("'{key}' is not an object there")))?;
    match servers.get(NAME) {
        Some(property) => property.set_value(server),
        None => drop(servers.append(NAME, server)),
    }
    let mut written = root.to_string();
    if !written.ends_with('\n') {
        written.push('\n');
    }
    Ok(written)
}

fn toml(text: &str, program: &str) -> Result<String, CliError> {
    let wrong = |error: &toml::de::Error| CliError::failed("it is not TOML").caused_by(error);
    let known: Table = text.parse().map_err(|error| wrong(&error))?;
    let known = known.get("mcp_servers").and_then(|servers| servers.get(NAME));
    if known.is_some() {
        return match known.and_then(|server| server.get("command")?.as_str()) {
            Some(command) if command == program => Ok(text.to_owned()),
            _ => Err(
                CliError::failed(format!("there is another [mcp_servers.{NAME}] in it"))
                    .hint("remove it, or change its command there".to_owned()),
            ),
        };
    }
    let quoted = toml::Value::from(program);
    let gap = if text.is_empty() || text.ends_with("\n\n") {
        ""
    } else if text.ends_with('\n') {
        "\n"
    } else {
        "\n\n"
    };
    let written = format!(
        "{text}{gap}[mcp_servers.{NAME}]\ncommand = {quoted}\nargs = [\"mcp\"]\ntool_timeout_sec = {PATIENCE}\n"
    );
    written.parse::<Table>().map_err(|error| wrong(&error))?;
    Ok(written)
}

fn yaml(text: &str, program: &str) -> Result<String, CliError> {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let entry = |indent: &str| {
        // A JSON string is a YAML string.
        let program = serde_json::Value::from(program);
        vec![
            format!("{indent}{NAME}:"),
            format!("{indent}  name: {NAME}"),
            format!("{indent}  type: stdio"),
            format!("{indent}  cmd: {program}"),
            format!("{indent}  args: [mcp]"),
            format!("{indent}  enabled: true"),
            format!("{indent}  timeout: {PATIENCE}"),
        ]
    };
    let Some(at) = lines.iter().position(|line| line.starts_with("extensions:")) else {
        lines.push("extensions:".to_owned());
        lines.extend(entry("  "));
        return Ok(lines.join("\n") + "\n");
    };
    let value = lines[at]["extensions:".len()..].trim();
    if value == "{}" || value == "null" {
        lines[at] = "extensions:".to_owned();
    } else if !value.is_empty() && !value.starts_with('#') {
        return Err(CliError::failed("its 'extensions' are on one line")
            .hint("add the server there by hand: see --print".to_owned()));
    }
    let inside = lines[at + 1..]
        .iter()
        .take_while(|line| line.trim().is_empty() || line.starts_with([' ', '\t']) || line.starts_with('#'));
    let first = inside
        .clone()
        .find(|line| !line.trim().is_empty() && !line.trim_start().starts_with('#'));
    let indent = first
        .map_or("  ", |line| &line[..line.len() - line.trim_start().len()])
        .to_owned();
    let known = format!("{indent}{NAME}:");
    if inside.clone().any(|line| line.trim_end() == known) {
        return match inside.clone().any(|line| {
            line.trim() == format!("cmd: {program}") || line.trim() == format!("cmd: \"{program}\"")
        }) {
            true => Ok(text.to_owned()),
            false => Err(
                CliError::failed(format!("there is another extension '{NAME}' in it"))
                    .hint("remove it, or change its cmd there".to_owned()),
            ),
        };
    }
    lines.splice(at + 1..at + 1, entry(&indent));
    Ok(lines.join("\n") + "\n")
}
