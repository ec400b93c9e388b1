//! Checks that every crate builds with features missing, in few builds.
//!
//! Such builds find a feature that uses another without saying so. Each feature alone would be the plain way, and there
//! are more than fifty. So the features of a crate are dealt out to two builds, one after the other in the order of
//! their names, and in a last build no crate has any: that finds every use of what is in the other half.
//!
//! Crates that do not depend on one another are checked in the same builds. What they depend on has all of its
//! features then and is built once for all of them.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use anyhow::{Context as _, Result, ensure};
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
    let mut packages = Vec::new();
    let mut below = Vec::new();
    for layer in layers(manifests()?)? {
        packages.extend(layer.iter().map(|manifest| manifest.package.name.clone()));
        for half in 0..2 {
            let mut features = below.clone();
            for manifest in &layer {
                let own: Vec<&str> = manifest.own().into_iter().skip(half).step_by(2).collect();
                features.extend(manifest.qualified(&own));
            }
            build(shell, &packages, &features)?;
        }
        below.extend(
            layer
                .iter()
                .flat_map(|manifest| manifest.qualified(&manifest.own())),
        );
    }
    build(shell, &packages, &[])
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

/// Each crate in the first layer after all that it depends on.
fn layers(mut manifests: Vec<Manifest>) -> Result<Vec<Vec<Manifest>>> {
    let mut layers = Vec::new();
    while !manifests.is_empty() {
        let waiting: BTreeSet<String> = manifests.iter().map(|left| left.package.name.clone()).collect();
        let is_free = |manifest: &Manifest| manifest.dependencies.keys().all(|name| !waiting.contains(name));
        let (layer, rest): (Vec<_>, Vec<_>) = manifests.into_iter().partition(is_free);
        ensure!(
            !layer.is_empty(),
            "these crates depend on each other: {waiting:?}"
        );
        layers.push(layer);
        manifests = rest;
    }
    Ok(layers)
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
