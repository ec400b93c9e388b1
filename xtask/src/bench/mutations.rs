//! Whole programs with one token changed at random, as cases.

use std::fs;

use anyhow::{Context as _, Result, bail};

use self::mutation::{Random, mutated};
use super::cases::Case;
use crate::layout;

#[path = "../../../crates/strategies/tests/it/mutation.rs"]
mod mutation;

/// The judge of each language, by the ending of its files.
const JUDGES: &[(&str, &[&str])] = &[
    ("go", &["gofmt", "-e", "-l"]),
    ("java", &["javac", "-proc:none", "-d", "out"]),
    ("js", &["node", "--check"]),
    ("json", &["python3", "-m", "json.tool"]),
    (
        "rs",
        &[
            "rustc",
            "--edition",
            "2021",
            "--crate-type",
            "lib",
            "--emit",
            "metadata",
            "-o",
            "out.rmeta",
        ],
    ),
    (
        "toml",
        &[
            "python3",
            "-c",
            "import sys, tomllib; tomllib.load(open(sys.argv[1], 'rb'))",
        ],
    ),
    (
        "ts",
        &[
            "tsc",
            "--noEmit",
            "--noResolve",
            "--skipLibCheck",
            "--target",
            "es2022",
        ],
    ),
];

/// Returns this many changed texts of each language that has samples and a judge. A text that the
/// judge accepts nevertheless is not a case, and is left out when it is tried.
///
/// # Errors
/// When a sample cannot be read.
pub(super) fn cases(of_each: usize, seed: u64) -> Result<Vec<Case>> {
    let folder = layout::root().join("crates/strategies/tests/samples");
    let mut samples: Vec<(String, String)> = Vec::new();
    for entry in fs::read_dir(&folder).with_context(|| format!("{} cannot be read", folder.display()))? {
        let path = entry?.path();
        let name = path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        samples.push((name, fs::read_to_string(&path)?));
    }
    samples.sort();
    let mut cases = Vec::new();
    for (ending, judge) in JUDGES {
        let suffix = format!(".{ending}");
        let of_language: Vec<&(String, String)> = samples
            .iter()
            .filter(|(name, _)| name.ends_with(&suffix))
            .collect();
        if of_language.is_empty() {
            bail!("{} holds no sample of .{ending}", folder.display());
        }
        let mut random = Random::new(seed);
        for number in 0..of_each {
            let (name, text) = of_language[random.below(of_language.len())];
            cases.extend(
                mutated(text, &mut random).map(|change| case(ending, judge, number, (name, text), change)),
            );
        }
    }
    Ok(cases)
}

fn case(
    ending: &str,
    judge: &[&str],
    number: usize,
    (name, text): (&str, &str),
    (broken, what): (String, String),
) -> Case {
    let mut command: Vec<String> = judge.iter().map(|word| (*word).to_owned()).collect();
    command.push(name.to_owned());
    Case {
        source: format!("mutated {ending}"),
        id: format!("{number} {name}: {what}"),
        files: [(name.to_owned(), broken)].into(),
        command,
        expect: [(name.to_owned(), text.to_owned())].into(),
        compare: "text".to_owned(),
    }
}
