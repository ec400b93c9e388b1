//! Checks that every crate builds with any of its features missing, in few builds.
//!
//! Each feature alone would be the plain way, and there are more than fifty. What such builds find is a feature that
//! uses another without saying so. For that it is enough if, for every two features, one build has the first without
//! the second. So each feature takes part in half of the builds, no two in the same ones: by Sperner's theorem n
//! builds separate as many features as n things have subsets of that half.

use std::collections::BTreeMap;
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
}

#[derive(Deserialize)]
struct Package {
    name: String,
}

/// Checks each crate that has features: with none, and with as many groups of them as separate every two.
///
/// # Errors
/// When a manifest cannot be read, or a build fails.
pub(crate) fn check(shell: &Shell) -> Result<()> {
    let entries = fs::read_dir(layout::root().join("crates"))?;
    let mut crates: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    crates.sort();
    for directory in crates {
        let file = directory.join("Cargo.toml");
        let text = fs::read_to_string(&file).with_context(|| file.display().to_string())?;
        let manifest: Manifest = toml::from_str(&text).with_context(|| file.display().to_string())?;
        if manifest.features.is_empty() {
            continue;
        }
        let own = manifest.features.keys().map(String::as_str);
        let own: Vec<&str> = own.filter(|name| !WHOLE.contains(name)).collect();
        let package = &manifest.package.name;
        for group in [Vec::new()].into_iter().chain(groups(&own)) {
            let group = group.join(",");
            println!(
                "{package}: {}",
                if group.is_empty() { "no features" } else { &group }
            );
            cmd!(
                shell,
                "cargo check --locked --quiet --package {package} --no-default-features --features {group}"
            )
            .quiet()
            .run()
            .with_context(|| format!("{package} does not build with these features alone: {group}"))?;
        }
    }
    Ok(())
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
