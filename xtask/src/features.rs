//! Checks that every crate builds with features missing, in few builds.
//!
//! Such builds find a feature that uses another without saying so. Each feature alone would be the plain way, and there
//! are more than fifty. So the names of features are dealt out to two builds, one after the other in their order, and
//! in a last build no crate has any: that finds every use of what is in the other half.
//!
//! A feature often switches on features of the crates below, which would then have them in both builds. So the crates
//! at the bottom are checked first, and have all of their features when those above them are. There a name is in the
//! same build for all crates, because they pass a feature on under its own name.

use std::collections::BTreeSet;
use std::fs;

use anyhow::{Context as _, Result};
use toml::Table;
use xshell::{Shell, cmd};

use crate::layout;

/// Features of features; what they build the lints have built already.
const WHOLE: [&str; 2] = ["all", "default"];

/// What a crate's `Cargo.toml` says.
struct Manifest {
    name: String,
    /// Without the bundles.
    features: Vec<String>,
    dependencies: BTreeSet<String>,
}

impl Manifest {
    fn read(text: &str) -> Result<Self> {
        let manifest: Table = toml::from_str(text)?;
        let package = manifest.get("package").and_then(|package| package.get("name"));
        let name = package.and_then(|name| name.as_str()).context("it has no name")?;
        let keys = |table: &str| {
            let table = manifest.get(table).and_then(|table| table.as_table());
            table.into_iter().flat_map(|table| table.keys().cloned())
        };
        Ok(Self {
            name: name.to_owned(),
            features: keys("features")
                .filter(|feature| !WHOLE.contains(&feature.as_str()))
                .collect(),
            dependencies: keys("dependencies").collect(),
        })
    }

    fn qualified<'a>(&self, features: impl IntoIterator<Item = &'a String>) -> Vec<String> {
        let name = &self.name;
        features
            .into_iter()
            .map(|feature| format!("{name}/{feature}"))
            .collect()
    }
}

/// Checks the crates that have features: with each half of them, and with none.
///
/// # Errors
/// When a manifest cannot be read, or a build fails.
pub(crate) fn check(shell: &Shell) -> Result<()> {
    let (bottom, above) = parted(manifests()?);
    halves(shell, &bottom, &[])?;
    let all = bottom
        .iter()
        .flat_map(|manifest| manifest.qualified(&manifest.features));
    halves(shell, &above, &all.collect::<Vec<_>>())?;
    build(shell, &packages(bottom.iter().chain(&above)), &[])
}

/// Checks crates with each half of their features. They may depend on crates that have the features `below`.
fn halves(shell: &Shell, manifests: &[Manifest], below: &[String]) -> Result<()> {
    let names: BTreeSet<&String> = manifests.iter().flat_map(|manifest| &manifest.features).collect();
    for half in 0..2 {
        let dealt: BTreeSet<&String> = names.iter().copied().skip(half).step_by(2).collect();
        let mut features = below.to_vec();
        for manifest in manifests {
            let own = manifest.features.iter().filter(|feature| dealt.contains(feature));
            features.extend(manifest.qualified(own));
        }
        let owner = |feature: &String| feature.split('/').next().map(str::to_owned);
        let selected: BTreeSet<String> = packages(manifests)
            .into_iter()
            .chain(below.iter().filter_map(owner))
            .collect();
        build(shell, &selected.into_iter().collect::<Vec<_>>(), &features)?;
    }
    Ok(())
}

fn packages<'a>(manifests: impl IntoIterator<Item = &'a Manifest>) -> Vec<String> {
    manifests
        .into_iter()
        .map(|manifest| manifest.name.clone())
        .collect()
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

/// The crates that depend on none of the others, and those that do.
fn parted(manifests: Vec<Manifest>) -> (Vec<Manifest>, Vec<Manifest>) {
    let names: BTreeSet<String> = packages(&manifests).into_iter().collect();
    let is_free = |manifest: &Manifest| manifest.dependencies.is_disjoint(&names);
    manifests.into_iter().partition(is_free)
}

fn build(shell: &Shell, packages: &[String], features: &[String]) -> Result<()> {
    let selected = packages.iter().flat_map(|package| ["--package", package]);
    let features = features.join(",");
    println!(
        "{}: {}",
        packages.join(" "),
        if features.is_empty() {
            "no features"
        } else {
            &features
        }
    );
    cmd!(
        shell,
        "cargo check --locked --quiet {selected...} --no-default-features --features {features}"
    )
    .quiet()
    .run()
    .with_context(|| format!("does not build with these features alone: {features}"))
}
