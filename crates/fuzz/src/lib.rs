//! Looks for bytes for which a check does not hold, on a stable compiler and without instrumentation.
//!
//! A check is a function that panics when something does not hold for its input. It gives a number that
//! stands for what it saw (which parsers answered, which error came): an input with a number that was not
//! seen before joins the seeds, which takes the place of the coverage that cargo-fuzz measures. The same
//! functions are cargo-fuzz targets.
//!
//! In a test suite a target tries a fixed number of inputs, the same in every run. `cargo xtask bench
//! fuzz` sets [`SECONDS`], and it continues for that long with other inputs, counts, and keeps what it finds.

mod mutate;
mod random;
mod search;

pub use mutate::Mutator;
pub use random::Random;

use std::fs;
use std::path::Path;
use std::time::Duration;

/// Environment variable: for how long a target is tried, in place of its number of inputs.
pub const SECONDS: &str = "UNBREAK_FUZZ_SECONDS";
/// Environment variable: where the sequence of inputs begins when it is not bounded.
pub const SEED: &str = "UNBREAK_FUZZ_SEED";
/// Environment variable: the directory for inputs for which a check does not hold.
pub const FINDINGS: &str = "UNBREAK_FUZZ_FINDINGS";

/// A check, and where its inputs come from.
pub struct Target<'a> {
    /// Its name, in the file names of findings.
    pub name: &'a str,
    /// Valid inputs that are changed.
    pub seeds: Vec<Vec<u8>>,
    /// Words that are put into inputs beside those that are in the seeds.
    pub words: &'a [&'a str],
    /// How many inputs are tried in a test suite.
    pub inputs: usize,
    /// Inputs are not longer, in bytes.
    pub most_bytes: usize,
    /// Panics when something does not hold, and gives a number for what it saw.
    pub check: &'a dyn Fn(&[u8]) -> u64,
}

impl Target<'_> {
    /// Tries the inputs.
    ///
    /// # Panics
    /// When the check does not hold for one of them.
    pub fn run(self) {
        let number = |name| std::env::var(name).ok().and_then(|text| text.parse().ok());
        match number(SECONDS) {
            Some(seconds) => {
                search::for_long(
                    &self,
                    Duration::from_secs(seconds),
                    number(SEED).unwrap_or_default(),
                );
            }
            None => search::bounded(&self),
        }
    }
}

/// The contents of all files below directories, in the order of their paths; none longer than `most_bytes`.
pub fn files_below(directories: &[&Path], most_bytes: usize) -> Vec<Vec<u8>> {
    let mut paths = Vec::new();
    let mut waiting: Vec<_> = directories
        .iter()
        .map(|directory| directory.to_path_buf())
        .collect();
    while let Some(path) = waiting.pop() {
        match fs::read_dir(&path) {
            Ok(entries) => waiting.extend(entries.flatten().map(|entry| entry.path())),
            Err(_) => paths.push(path),
        }
    }
    paths.sort();
    let contents = paths.iter().filter_map(|path| fs::read(path).ok());
    contents.filter(|bytes| bytes.len() <= most_bytes).collect()
}

/// A number for what a check saw: the same for equal words.
pub fn trait_of<T: std::hash::Hash>(seen: T) -> u64 {
    use std::hash::Hasher as _;
    let mut hasher = std::hash::DefaultHasher::new();
    seen.hash(&mut hasher);
    hasher.finish()
}
