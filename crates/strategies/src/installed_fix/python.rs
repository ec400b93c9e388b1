//! Finds advice about a name in an installed Python distribution.

use std::collections::BTreeSet;

use unbreak_core::{Diagnostic, FixContext};

use super::{InstalledAdvice, MissingPart};
use crate::python::imports::imported;
use crate::python::inquiry::Inquiry;
use crate::python::site::sites;

/// The program that reads the files of a package.
const PROGRAM: &str = include_str!("advice.py");

/// The most packages that are read for one name.
const MOST_PACKAGES: usize = 6;

pub(super) async fn advice(
    part: &MissingPart<'_>,
    diagnostic: &Diagnostic,
    context: &FixContext<'_>,
) -> Vec<InstalledAdvice> {
    let inquiry = Inquiry::new(context).await;
    let Some(environment) = inquiry.environment() else {
        return Vec::new();
    };
    let mut found = Vec::new();
    for top in packages(part, diagnostic, context, &inquiry)
        .iter()
        .take(MOST_PACKAGES)
    {
        let answer = environment
            .run(PROGRAM, &[top, part.name, part.owner.unwrap_or_default()])
            .await;
        let said: Option<Vec<InstalledAdvice>> = answer.and_then(|line| serde_json::from_str(&line).ok());
        found.extend(said.unwrap_or_default());
    }
    found
}

/// The installed top-level modules that may have had the name: the one that the message names, else those that
/// the file imports.
fn packages(
    part: &MissingPart<'_>,
    diagnostic: &Diagnostic,
    context: &FixContext<'_>,
    inquiry: &Inquiry<'_>,
) -> BTreeSet<String> {
    let modules = inquiry.project.modules();
    let mut named: Vec<String> = part.module.iter().map(|module| (*module).to_owned()).collect();
    if named.is_empty() {
        let files = sites(diagnostic, context.workspace);
        for site in files.iter().take(1) {
            if let Some(parsed) = inquiry.project.parsed(&site.file) {
                let imports = imported(&parsed.source);
                named.extend(
                    imports
                        .iter()
                        .filter_map(|import| import.absolute_module(&site.file, modules)),
                );
            }
        }
    }
    let tops = named.iter().filter_map(|name| name.split('.').next());
    let is_installed =
        |top: &&str| !modules.has(top) && !inquiry.stdlib().contains(*top) && inquiry.is_foreign_module(top);
    tops.filter(is_installed).map(str::to_owned).collect()
}
