//! Checks that every crate builds with any of its features missing, in few builds.
//!
//! Each feature alone would be the plain way, and there are more than fifty. What such builds find is a feature that
//! uses another without saying so. For that it is enough if, for every two features, one build has the first without
//! the second. So each feature takes part in half of the builds, no two in the same ones: by Sperner's theorem n
//! builds separate as many features as n things have subsets of that half.
//!
//! Crates that do not depend on one another are checked in the same builds. What they depend on has all of its
//! features then and is built once for all of them. In the last build no crate has any.

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

/// Checks the crates that have features: with none, and with as many groups of them as separate every two.
///
/// # Errors
/// When a manifest cannot be read, or a build fails.
pub(crate) fn check(shell: &Shell) -> Result<()> {
    let mut packages = Vec::new();
    let mut below = Vec::new();
    for layer in layers(manifests()?)? {
        packages.extend(layer.iter().map(|manifest| manifest.package.name.clone()));
        let groups: Vec<_> = layer.iter().map(|manifest| groups(&manifest.own())).collect();
        for round in 0..groups.iter().map(Vec::len).max().unwrap_or_default() {
            let mut features = below.clone();
            for (manifest, groups) in layer.iter().zip(&groups) {
                features.extend(manifest.qualified(groups.get(round).map_or(&[], Vec::as_slice)));
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

/// The smallest number of groups in which, for every two names, one group has the first without the second.
fn groups<'n>(names: &[&'n str]) -> Vec<Vec<&'n str>> {
    let subsets = |size: u32| (1..1_u32 << size).filter(move |set| set.count_ones() == size.div_ceil(2));
    let size = (0..u32::BITS)
        .find(|&size| subsets(size).count() >= names.len())
        .unwrap_or_default();
    let group = |number: u32| {
        let members = names.iter().zip(subsets(size));
        let own = members.filter(|(_, set)| set >> number & 1 == 1);
        own.map(|(name, _)| *name).collect()
    };
    (0..size).map(group).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_two_names_are_separated_by_some_group() {
        let names: Vec<String> = (0..22).map(|number| number.to_string()).collect();
        for count in 0..=names.len() {
            let names: Vec<&str> = names[..count].iter().map(String::as_str).collect();
            let groups = groups(&names);
            for a in &names {
                assert!(groups.iter().any(|group| group.contains(a)), "{a}: {groups:?}");
                for b in names.iter().filter(|b| *b != a) {
                    let separates = |group: &Vec<&str>| group.contains(a) && !group.contains(b);
                    assert!(groups.iter().any(separates), "{a} without {b}: {groups:?}");
                }
            }
        }
        assert_eq!(
            groups(&names.iter().map(String::as_str).collect::<Vec<_>>()).len(),
            7
        );
    }
}
