//! Checks that every crate builds with features missing, in few builds.
//!
//! Such builds find a feature that uses another without saying so. Each feature alone would be the plain way, and there
//! are more than thirty names. So the names are dealt out to two builds, and in a last build no crate has any: that
//! finds every use of what is in the other half.
//!
//! A name stands for the features of all crates that are called so, because a crate passes a feature on under its own
//! name. Some switch on others. They are dealt out together with those, the largest groups first, each to the build
//! where it switches on the fewest that the other build has too.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use anyhow::{Context as _, Result};
use toml::{Table, Value};
use xshell::{Shell, cmd};

use crate::layout;

/// Features of features; what they build the lints have built already.
const WHOLE: [&str; 2] = ["all", "default"];

type Names = BTreeSet<String>;

/// What a crate's `Cargo.toml` says.
struct Manifest {
    name: String,
    /// Each feature, without the bundles, with what it switches on.
    features: BTreeMap<String, Vec<String>>,
}

impl Manifest {
    fn read(text: &str) -> Result<Self> {
        let manifest: Table = toml::from_str(text)?;
        let package = manifest.get("package").and_then(|package| package.get("name"));
        let name = package.and_then(|name| name.as_str()).context("it has no name")?;
        let features = manifest.get("features").and_then(|features| features.as_table());
        let switched_on = |value: &Value| {
            let listed = value.as_array().into_iter().flatten();
            listed.filter_map(|one| Some(one.as_str()?.to_owned())).collect()
        };
        Ok(Self {
            name: name.to_owned(),
            features: features
                .into_iter()
                .flatten()
                .filter(|(feature, _)| !WHOLE.contains(&feature.as_str()))
                .map(|(feature, value)| (feature.clone(), switched_on(value)))
                .collect(),
        })
    }
}

/// Checks the crates that have features: with each half of the names, and with none.
///
/// # Errors
/// When a manifest cannot be read, or a build fails.
pub(crate) fn check(shell: &Shell) -> Result<()> {
    let manifests = manifests()?;
    for names in halves(&manifests) {
        build(shell, &manifests, &names)?;
    }
    build(shell, &manifests, &Names::new())
}

/// The names of features, dealt out to two builds.
fn halves(manifests: &[Manifest]) -> [Names; 2] {
    let features = manifests.iter().flat_map(|manifest| &manifest.features);
    let mut groups: BTreeMap<&str, Names> = BTreeMap::new();
    for (feature, _) in features.clone() {
        groups
            .entry(feature)
            .or_insert_with(|| with_switched_on(feature, manifests));
    }
    let mut groups: Vec<Names> = groups.into_values().collect();
    groups.sort_by_key(|group| Reverse(group.len()));
    let mut halves = [Names::new(), Names::new()];
    for group in groups {
        let common = |half: &Names| group.iter().filter(|name| half.contains(*name)).count();
        let [first, second] = &halves;
        let costs = [(common(second), first.len()), (common(first), second.len())];
        halves[usize::from(costs[1] < costs[0])].extend(group);
    }
    halves
}

/// A name with all that it switches on.
fn with_switched_on(name: &str, manifests: &[Manifest]) -> Names {
    let mut group = Names::new();
    let mut left = vec![name.to_owned()];
    while let Some(name) = left.pop() {
        let features = manifests
            .iter()
            .filter_map(|manifest| manifest.features.get(&name));
        for switched_on in features.flatten() {
            let feature = switched_on.rsplit('/').next().unwrap_or(switched_on);
            let is_known = manifests
                .iter()
                .any(|manifest| manifest.features.contains_key(feature));
            if is_known && !group.contains(feature) {
                left.push(feature.to_owned());
            }
        }
        group.insert(name);
    }
    group
}

/// Of the crates that have features.
fn manifests() -> Result<Vec<Manifest>> {
    let mut manifests = Vec::new();
    for entry in fs::read_dir(layout::root().join("crates"))?.flatten() {
        let file = entry.path().join("Cargo.toml");
        let text = fs::read_to_string(&file).with_context(|| file.display().to_string())?;
        let manifest = Manifest::read(&text).with_context(|| file.display().to_string())?;
        if !manifest.features.is_empty() {
            manifests.push(manifest);
        }
    }
    manifests.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(manifests)
}

fn build(shell: &Shell, manifests: &[Manifest], names: &Names) -> Result<()> {
    let packages = manifests
        .iter()
        .flat_map(|manifest| ["--package", &manifest.name]);
    let of = |manifest: &Manifest| {
        let own = manifest
            .features
            .keys()
            .filter(|feature| names.contains(*feature));
        own.map(|feature| format!("{}/{feature}", manifest.name))
            .collect::<Vec<_>>()
    };
    let features = manifests.iter().flat_map(of).collect::<Vec<_>>().join(",");
    let said = names.iter().map(String::as_str).collect::<Vec<_>>().join(" ");
    println!(
        "with these features: {}",
        if said.is_empty() { "none" } else { &said }
    );
    cmd!(
        shell,
        "cargo check --locked --quiet {packages...} --no-default-features --features {features}"
    )
    .quiet()
    .run()
    .with_context(|| format!("does not build with these features alone: {said}"))
}
