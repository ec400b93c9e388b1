//! `bench fuzz`: the fuzz targets of the test suite, each for as long as wanted and with other inputs.

use anyhow::{Context as _, Result, bail};
use xshell::{Shell, cmd};

/// The name of each target, its package and its test.
const TARGETS: [(&str, &str, &str); 11] = [
    (
        "edits",
        "unbreak-core",
        "fuzzed::any_edits_are_applied_as_they_say_or_refused",
    ),
    (
        "pipeline",
        "unbreak-parsers",
        "fuzzed::any_output_is_read_the_same_however_it_is_cut",
    ),
    (
        "declarative",
        "unbreak-parsers",
        "fuzzed::any_declarative_parser_reads_any_output",
    ),
    (
        "journal",
        "unbreak-host",
        "fuzzed::any_journal_is_followed_or_refused",
    ),
    (
        "manifest",
        "unbreak-host",
        "fuzzed::any_manifest_is_read_as_it_is_written_or_refused",
    ),
    ("store", "unbreak-host", "fuzzed::any_store_is_read_or_refused"),
    (
        "session",
        "unbreak-host",
        "fuzzed::session::any_session_goes_on_or_is_refused",
    ),
    (
        "plugin",
        "unbreak-host",
        "fuzzed::plugin::any_plugin_is_understood_or_named",
    ),
    (
        "validity",
        "unbreak-strategies",
        "fuzzed::what_parsed_parses_with_any_fix",
    ),
    (
        "config",
        "unbreak",
        "fuzzed::any_configuration_is_heeded_or_refused",
    ),
    (
        "render",
        "unbreak",
        "fuzzed::any_report_and_any_diagnostics_can_be_shown",
    ),
];

struct Wanted {
    seconds: u64,
    seed: u64,
    target: Option<String>,
}

/// Tries inputs, and prints how many a second, the slowest, and what was found.
///
/// # Errors
/// When something cannot be built, or a check does not hold for an input.
pub(crate) fn run(shell: &Shell, arguments: &[String]) -> Result<()> {
    let wanted = Wanted::of(arguments)?;
    let findings = shell.current_dir().join("target/fuzz");
    let _seconds = shell.push_env("UNBREAK_FUZZ_SECONDS", wanted.seconds.to_string());
    let _seed = shell.push_env("UNBREAK_FUZZ_SEED", wanted.seed.to_string());
    let _findings = shell.push_env("UNBREAK_FUZZ_FINDINGS", &findings);
    let mut failed = Vec::new();
    for (name, package, test) in TARGETS {
        if wanted.target.as_deref().is_some_and(|target| target != name) {
            continue;
        }
        let tried = cmd!(
            shell,
            "cargo test --quiet --locked --package {package} --test it -- --exact {test} --nocapture"
        )
        .quiet()
        .run();
        failed.extend(tried.err().map(|_| name));
    }
    if failed.is_empty() {
        return Ok(());
    }
    bail!(
        "{} failed; the inputs are in {}",
        failed.join(", "),
        findings.display()
    )
}

impl Wanted {
    fn of(arguments: &[String]) -> Result<Self> {
        let mut wanted = Self {
            seconds: 60,
            seed: 0,
            target: None,
        };
        let mut words = arguments.iter();
        while let Some(word) = words.next() {
            let value = words.next().with_context(|| format!("{word} needs a value"))?;
            let number = || value.parse().with_context(|| format!("{word} needs a number"));
            match word.as_str() {
                "--seconds" => wanted.seconds = number()?,
                "--seed" => wanted.seed = number()?,
                "--target" if TARGETS.iter().any(|(name, ..)| name == value) => {
                    wanted.target = Some(value.clone());
                }
                "--target" => bail!(
                    "unknown target {value}; expected {}",
                    TARGETS.map(|(name, ..)| name).join(", ")
                ),
                other => bail!("unknown argument {other}; expected --seconds N, --seed N, --target NAME"),
            }
        }
        Ok(wanted)
    }
}
