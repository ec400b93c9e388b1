//! `unbreak mcp`

mod client;
mod install;

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;

use clap::builder::PossibleValuesParser;
use clap::{Args, Subcommand};
use unbreak_core::policy::guard::Rule;

use self::install::InstallArgs;
use crate::args::{PluginFlags, SandboxFlags};
use crate::error::CliError;
use crate::exit::ExitCode;
use crate::mcp::{self, Http, Settings};

/// The environment variable that may hold the token.
const TOKEN: &str = "UNBREAK_MCP_TOKEN";

/// Serves coding agents: everything that unbreak can do, as tools of the Model Context Protocol, over the
/// standard streams or HTTP.
///
/// Questions of a run are asked through the client. The server works only inside the directories it was
/// started for.
#[derive(Debug, Args)]
#[command(
    args_conflicts_with_subcommands = true,
    after_help = "Examples:\n  unbreak mcp install claude\n  unbreak mcp -C ~/work/shop --http 8931"
)]
pub struct McpArgs {
    #[command(subcommand)]
    action: Option<Action>,
    /// A directory to work in; may be repeated. Otherwise the client's roots, or the current directory.
    #[arg(short = 'C', long, value_name = "DIR")]
    directory: Vec<PathBuf>,
    /// Serve over HTTP: a port on this machine, or an address and a port.
    #[arg(long, value_name = "ADDR", value_parser = address)]
    http: Option<SocketAddr>,
    /// A file that holds the token which HTTP clients must show; or set UNBREAK_MCP_TOKEN.
    #[arg(long, value_name = "FILE", requires = "http")]
    token_file: Option<PathBuf>,
    /// Answer every question with yes, except those that need an --allow.
    #[arg(short, long)]
    yes: bool,
    /// Allow fixes that are otherwise refused, by class. No client can allow them.
    #[arg(long, value_name = "CLASS", value_delimiter = ',', value_parser = PossibleValuesParser::new(Rule::ALL.map(Rule::name)))]
    allow: Vec<String>,
    #[command(flatten)]
    plugins: PluginFlags,
    #[command(flatten)]
    sandbox: SandboxFlags,
    /// The settings of language models.
    #[cfg(feature = "models")]
    #[command(flatten)]
    models: crate::args::ModelFlags,
}

#[derive(Debug, Subcommand)]
enum Action {
    /// Add the server to a client's configuration.
    Install(InstallArgs),
}

pub(crate) fn run(args: &McpArgs) -> Result<ExitCode, CliError> {
    if let Some(Action::Install(install)) = &args.action {
        return install::run(install);
    }
    let settings = Settings {
        plugins: args.plugins.clone(),
        sandbox: args.sandbox.clone(),
        #[cfg(feature = "models")]
        models: args.models.clone(),
        yes: args.yes,
        allow: args.allow.clone(),
    };
    // Over HTTP a client may be any program on this machine, and names no directory.
    let server = mcp::server(&args.directory, settings, args.http.is_none())?;
    match args.http {
        None => mcp::serve_stdio(server)?,
        Some(address) => mcp::serve_http(server, &Http::new(address, token(args)?.as_deref())?)?,
    }
    Ok(ExitCode::Passes)
}

/// The token from the file or the environment.
fn token(args: &McpArgs) -> Result<Option<String>, CliError> {
    let token = match &args.token_file {
        Some(file) => std::fs::read_to_string(file).map(Some).map_err(|error| {
            CliError::usage(format!("{} cannot be read", file.display())).caused_by(&error)
        })?,
        None => std::env::var(TOKEN).ok(),
    };
    let token = token.map(|token| token.trim().to_owned());
    match token {
        Some(token) if token.is_empty() => Err(CliError::usage("the token is empty")),
        token => Ok(token),
    }
}

/// A port on this machine, or an address and a port.
fn address(text: &str) -> Result<SocketAddr, String> {
    if let Ok(port) = text.trim_start_matches(':').parse::<u16>() {
        return Ok(SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), port));
    }
    let named = text
        .strip_prefix("localhost:")
        .map(|port| format!("127.0.0.1:{port}"));
    let parsed = named.as_deref().unwrap_or(text).parse();
    parsed.map_err(|error| format!("{error}; write it as in 8931 or 127.0.0.1:8931"))
}
