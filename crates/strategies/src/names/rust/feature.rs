//! A feature that a manifest asks of a package which has none of that name.

use unbreak_core::{Edit, Fact, StrategyError};

use super::{Found, Rule};
use crate::closeness::closest;
use crate::elsewhere::Subject;
use crate::proposal::{Offer, guess};
use crate::weights::similarity;

pub(super) static RULE: Rule = Rule {
    subject: Subject::Name,
    action: "find the feature",
    answers: |fact| matches!(fact, Fact::MissingFeature { .. }),
    offers,
};

fn offers(found: &Found<'_>) -> Result<Vec<Offer>, StrategyError> {
    let (text, file) = (found.case.text, found.case.file);
    let Fact::MissingFeature {
        name,
        package,
        instead,
    } = found.fact
    else {
        return Ok(Vec::new());
    };
    let quoted = format!("\"{name}\"");
    let places: Vec<usize> = text.match_indices(&quoted).map(|(at, _)| at + 1).collect();
    let [at] = places.as_slice() else {
        return Ok(Vec::new());
    };
    let known = features(found, package.as_deref(), instead);
    let near = closest(name, known.iter().map(String::as_str))
        .into_iter()
        .take(2);
    let offers = near.map(|(feature, score)| {
        let edit = Edit::replace(file, text, *at..at + name.len(), feature)?;
        let title = format!("ask for the feature '{feature}' in place of '{name}'");
        let reason = format!("there is a feature '{feature}', and none called '{name}'");
        Ok(guess(title, reason, similarity::listed() * score, vec![edit]))
    });
    offers.collect()
}

/// The features that cargo lists, and those of the workspace's package of that name.
fn features(found: &Found<'_>, wanted: Option<&str>, named: &[String]) -> Vec<String> {
    let workspace = found.case.context.workspace;
    let manifests = workspace
        .files()
        .iter()
        .filter(|file| file.file_name() == "Cargo.toml")
        .filter_map(|file| workspace.read_text(file).ok()?.parse::<toml::Table>().ok())
        .collect::<Vec<_>>();
    let is_it = |manifest: &&toml::Table| {
        let package = manifest
            .get("package")
            .and_then(|package| package.get("name")?.as_str());
        wanted.is_none() || package == wanted
    };
    let own = manifests.iter().filter(is_it);
    let own = own.filter_map(|manifest| manifest.get("features")?.as_table());
    let own = own.flat_map(toml::Table::keys);
    named.iter().chain(own).cloned().collect()
}
