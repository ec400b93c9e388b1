//! `unbreak dev`

use std::io::{self, Write};
use std::path::PathBuf;
use std::time::{Duration, UNIX_EPOCH};

use clap::Subcommand;
use clap::builder::NonEmptyStringValueParser;
use unbreak_host::heal::{AuditEvent, Development, DevelopmentStatus, Extent, Heal};

use crate::args::ListFormat;
use crate::error::CliError;
use crate::exit::ExitCode;
use crate::render::{visible, visible_line};
use crate::terminal;

/// Shows whether an agent may edit its own source, and switches that on and off.
///
/// It may if its source is a writable git work tree whose origin is the repository that the agent is bound
/// to, and development mode was switched on. It is off by default.
#[derive(Debug, clap::Args)]
pub struct DevArgs {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, Subcommand)]
enum Action {
    /// Show whether development mode is on, and the reasons if not.
    Status(StatusArgs),
    /// Switch it on until the supervisor that attends the agent ends, or permanently.
    Enable(EnableArgs),
    /// Switch it off.
    Disable(SourceArgs),
    /// Show when it was switched, and every change an agent made to its own source.
    Log(LogArgs),
}

#[derive(Debug, clap::Args)]
struct SourceArgs {
    /// The directory of the agent's source.
    #[arg(short = 'C', long, value_name = "DIR", default_value = ".")]
    directory: PathBuf,
}

#[derive(Debug, clap::Args)]
struct StatusArgs {
    #[command(flatten)]
    source: SourceArgs,
    /// The output format.
    #[arg(long, default_value = "text")]
    format: ListFormat,
}

#[derive(Debug, clap::Args)]
struct EnableArgs {
    #[command(flatten)]
    source: SourceArgs,
    /// Leave it on until it is switched off.
    #[arg(long)]
    permanently: bool,
    /// Bind the agent to the repository at URL: the origin of its source must be that one.
    #[arg(long, value_name = "URL", value_parser = NonEmptyStringValueParser::new())]
    repository: Option<String>,
}

#[derive(Debug, clap::Args)]
struct LogArgs {
    #[command(flatten)]
    source: SourceArgs,
    /// Only report whether the log is intact.
    #[arg(long)]
    verify: bool,
    /// The output format.
    #[arg(long, default_value = "text")]
    format: ListFormat,
}

impl SourceArgs {
    fn development(&self) -> Result<Development, CliError> {
        let heal = Heal::of(&self.directory)?;
        Ok(Development::of(&heal, &self.directory)?)
    }
}

pub(crate) fn run(args: &DevArgs) -> Result<ExitCode, CliError> {
    match &args.action {
        Action::Status(args) => status(&args.source.development()?, args.format),
        Action::Enable(args) => {
            let development = args.source.development()?;
            if let Some(repository) = &args.repository {
                development.bind(repository)?;
            }
            development.enable(match args.permanently {
                true => Extent::Permanent,
                false => Extent::Session,
            })?;
            status(&development, ListFormat::Text)
        }
        Action::Disable(args) => {
            let development = args.development()?;
            development.disable()?;
            status(&development, ListFormat::Text)?;
            Ok(ExitCode::Passes)
        }
        Action::Log(args) => log(args),
    }
}

/// Exits with 0 if it is on, and with 1 if it is off.
fn status(development: &Development, format: ListFormat) -> Result<ExitCode, CliError> {
    let status = development.status()?;
    let mut out = terminal::stdout();
    match format {
        ListFormat::Json => {
            serde_json::to_writer_pretty(&mut out, &status).map_err(io::Error::from)?;
            writeln!(out)?;
        }
        ListFormat::Text => text(&mut out, &status)?,
    }
    out.flush()?;
    Ok(match status.on {
        true => ExitCode::Passes,
        false => ExitCode::Fails,
    })
}

fn text(out: &mut dyn Write, status: &DevelopmentStatus) -> io::Result<()> {
    let extent = match status.extent {
        Some(Extent::Session) => " for this session",
        Some(Extent::Permanent) => " permanently",
        None => "",
    };
    match status.on {
        true => writeln!(out, "development mode is on{extent}")?,
        false => writeln!(out, "development mode is off")?,
    }
    for reason in &status.reasons {
        writeln!(out, "  {}", visible_line(reason))?;
    }
    let rows = [
        ("source", Some(status.source.display().to_string())),
        ("bound to", status.repository.clone()),
        ("origin", status.origin.clone()),
    ];
    for (name, value) in rows {
        let value = value.unwrap_or_else(|| "none".to_owned());
        writeln!(out, "{name:<9} {}", visible_line(&value))?;
    }
    Ok(())
}

fn log(args: &LogArgs) -> Result<ExitCode, CliError> {
    let verified = Heal::of(&args.source.directory)?.audit_log()?;
    let mut out = terminal::stdout();
    match args.format {
        ListFormat::Json => {
            serde_json::to_writer_pretty(&mut out, &verified).map_err(io::Error::from)?;
            writeln!(out)?;
        }
        ListFormat::Text if args.verify => {
            let head = if verified.head.is_empty() {
                "none"
            } else {
                &verified.head
            };
            writeln!(
                out,
                "intact: {} records, the last one is {head}",
                verified.records.len()
            )?;
        }
        ListFormat::Text => {
            for record in &verified.records {
                let time = UNIX_EPOCH + Duration::from_millis(record.time_ms);
                let time = humantime::format_rfc3339_seconds(time);
                writeln!(out, "{time}  {}", visible(&said(&record.event)))?;
            }
        }
    }
    out.flush()?;
    Ok(ExitCode::Passes)
}

/// An event, in words.
fn said(event: &AuditEvent) -> String {
    match event {
        AuditEvent::Bound { repository } => format!("bound to {repository}"),
        AuditEvent::Enabled {
            extent: Extent::Session,
        } => "switched on for a session".to_owned(),
        AuditEvent::Enabled { .. } => "switched on permanently".to_owned(),
        AuditEvent::Disabled => "switched off".to_owned(),
        AuditEvent::Refused { reasons } => format!("self-fix refused: {}", reasons.join("; ")),
        AuditEvent::FixBegun { command } => format!("self-fix begins: {command}"),
        AuditEvent::FixEnded {
            run, outcome, files, ..
        } => {
            let run = run.as_deref().unwrap_or("none");
            format!(
                "self-fix ends: {outcome}, run {run}, changed: {}",
                files.join(", ")
            )
        }
        AuditEvent::RolledBack { file, .. } => {
            format!("put back the last {} that started well", file.display())
        }
        _ => "something that this version does not know".to_owned(),
    }
}
