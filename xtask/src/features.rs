//! Checks that every crate builds with features missing, in few builds.
//!
//! Such builds find a feature that uses another without saying so. Each feature alone would be the plain way, and there
//! are more than fifty. So the names of features are dealt out to two builds, one after the other in their order, and
//! in a last build no crate has any: that finds every use of what is in the other half.
//!
//! A feature often switches on features of the crates below, which would then have them in both builds. So the crates
//! at the bottom are checked first, and have all of their features when those above them are. There a name is in the
//! same build for all crates, because they pass a feature on under its own name.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use anyhow::{Context as _, Result};
use serde::Deserialize;
use xshell::{Shell, cmd};

use crate::layout;

/// Features of features; what they build the lints have built already.
const WHOLE: [&str; 2] = ["all", "default"];

#[derive(Deserialize)]
struct Manifest {
    package: Package,
    #[serde(default)]
    features: BTreeMap<String, Vec<String>>,
    #[serde(default)]
    dependencies: BTreeMap<String, toml::Value>,
}

#[derive(Deserialize)]
struct Package {
    name: String,
}

impl Manifest {
    /// The features that are no bundle.
    fn own(&self) -> Vec<&str> {
        let names = self.features.keys().map(String::as_str);
        names.filter(|name| !WHOLE.contains(name)).collect()
    }

    fn qualified(&self, features: &[&str]) -> Vec<String> {
        let name = &self.package.name;
        features
            .iter()
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
        .flat_map(|manifest| manifest.qualified(&manifest.own()));
    halves(shell, &above, &all.collect::<Vec<_>>())?;
    build(shell, &packages(bottom.iter().chain(&above)), &[])
}

/// Checks crates with each half of their features. They may depend on crates that have the features `below`.
fn halves(shell: &Shell, manifests: &[Manifest], below: &[String]) -> Result<()> {
    let names: BTreeSet<&str> = manifests.iter().flat_map(Manifest::own).collect();
    for half in 0..2 {
        let dealt: BTreeSet<&str> = names.iter().copied().skip(half).step_by(2).collect();
        let mut features = below.to_vec();
        for manifest in manifests {
            let own: Vec<&str> = manifest
                .own()
                .into_iter()
                .filter(|name| dealt.contains(name))
                .collect();
            features.extend(manifest.qualified(&own));
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
        .map(|manifest| manifest.package.name.clone())
        .collect()
}

/// Of the crates that have features.
fn manifests() -> Result<Vec<Manifest>> {
    let mut manifests = Vec::new();
    for entry in fs::read_dir(layout::root().join("crates"))?.flatten() {
        let file = entry.path().join("Cargo.toml");
        let text = fs::read_to_string(&file).with_context(|| file.display().to_string())?;
        let manifest: Manifest = toml::from_str(&text).with_context(|| file.display().to_string())?;
        if !manifest.features.is_empty() {
            manifests.push(manifest);
        }
    }
    manifests.sort_by(|a, b| a.package.name.cmp(&b.package.name));
    Ok(manifests)
}

/// The crates that depend on none of the others, and those that do.
fn parted(manifests: Vec<Manifest>) -> (Vec<Manifest>, Vec<Manifest>) {
    let names: BTreeSet<String> = packages(&manifests).into_iter().collect();
    let is_free = |manifest: &Manifest| manifest.dependencies.keys().all(|name| !names.contains(name));
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
