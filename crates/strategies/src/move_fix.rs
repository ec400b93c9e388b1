//! `move_fix`: lets imports follow a module that was moved or renamed.
//!
//! One file here is one language: it finds who imports the lost module, which names they take of it, which files
//! of the project have all of them, and what the imports must say instead. Which of those files is meant, the
//! [history](past) tells, or else the file's name, or that no one imports it.

mod past;
mod python;
#[cfg(feature = "languages")]
mod rust;
#[cfg(feature = "languages")]
mod script;

use std::collections::BTreeSet;

use async_trait::async_trait;
use unbreak_core::policy::guard::is_test_file;
use unbreak_core::{
    Analysis, Candidate, Confidence, Descriptor, DeterminedBy, Diagnostic, Edit, Example, Fact, Fix,
    FixContext, FixError, FixStrategy, RelPath, StrategyError, register_strategy,
};

use crate::describe::describe;
use crate::rule;
use crate::weights::{asking, confidence};

const ID: &str = "move_fix";

const DOCS: &str = "\
## What it fixes

Imports of a module whose file was renamed, or moved to another directory: `from app.text import slug` where
`slug` is now in `app/strings.py`, `./text` where the file is `./lib/text.ts`, `mod text;` where it is
`strings.rs`. Every import in the project is updated.

## Why

Moving a file takes one command, but its importers are in other files. The intended file contains everything that
they import from it.

## Fix safety

Safe if git shows that the file had this text under its old name, if it is the only file of the old name or beside
it with an underscore more or less, or if it is the only one in the project that has several of the imported names,
and no file imports it. A file with another name that has the only imported name is one of several changes that
fit: it is kept without confirmation only if a test that failed runs the edited lines and passes. If two files fit,
nothing is proposed.
";

static EXAMPLES: [Example; 0] = [];

static DESCRIPTOR: Descriptor = describe(
    ID,
    "lets imports follow a module that was moved or renamed",
    DOCS,
    crate::LANGUAGES,
    &EXAMPLES,
);

/// The strategy.
#[derive(Debug, Clone, Copy, Default)]
pub struct MoveFix;

register_strategy!(MoveFix);

/// A module that is imported and has no file.
trait Lost: Send + Sync {
    /// The paths that its file may have had.
    fn paths(&self) -> Vec<RelPath>;
    /// The names that are used of it.
    fn names(&self) -> &BTreeSet<String>;
    /// The files of the project that have all these names and are not among the importers.
    fn candidates(&self) -> Vec<RelPath>;
    /// Returns whether an import leads to a file.
    fn is_imported(&self, file: &RelPath) -> bool;
    /// The edits that let all imports lead to a file.
    fn edits(&self, file: &RelPath) -> Result<Vec<Edit>, FixError>;
}

#[async_trait]
impl FixStrategy for MoveFix {
    fn descriptor(&self) -> &Descriptor {
        &DESCRIPTOR
    }

    fn assess(&self, diagnostic: &Diagnostic) -> Option<Candidate> {
        let module = match diagnostic.fact.as_ref()? {
            Fact::MissingModule { module, .. } | Fact::MissingModuleFile { module } => module.clone(),
            Fact::MissingExport { name, .. } => name.clone(),
            _ => return None,
        };
        Some(Candidate::new(
            ID,
            "follow module",
            format!("see whether '{module}' was moved or renamed"),
            asking::even(),
        ))
    }

    async fn propose(
        &self,
        analysis: &Analysis,
        context: &FixContext<'_>,
    ) -> Result<Vec<Fix>, StrategyError> {
        let diagnostic = &analysis.diagnostic;
        let Some(fact) = &diagnostic.fact else {
            return Ok(Vec::new());
        };
        if let Some(lost) = python::Module::of(diagnostic, fact, context).await {
            return followed(&lost, context).await;
        }
        #[cfg(feature = "languages")]
        if let Some(lost) = script::Module::of(diagnostic, fact, context.workspace) {
            return followed(&lost, context).await;
        }
        #[cfg(feature = "languages")]
        if let Some(lost) = rust::Module::of(diagnostic, fact, context.workspace) {
            return followed(&lost, context).await;
        }
        Ok(Vec::new())
    }
}

/// A file, and what shows that it is the lost module.
struct Found {
    file: RelPath,
    determined_by: DeterminedBy,
    confidence: f64,
    reason: String,
}

/// The fix after which all imports lead to the one file that may be meant.
async fn followed(lost: &dyn Lost, context: &FixContext<'_>) -> Result<Vec<Fix>, StrategyError> {
    let mut candidates = lost.candidates();
    candidates.retain(|file| !is_test_file(file));
    let paths = lost.paths();
    let found = match past::moved(context, &paths, &candidates).await {
        past::Answer::To(file) => Some(Found {
            reason: format!("git shows that {file} had this text under its old name"),
            determined_by: DeterminedBy::History,
            confidence: confidence::only(),
            file,
        }),
        // git knows the lost text, and no file resembles it.
        past::Answer::Nowhere => by_underscore(&paths, &candidates),
        past::Answer::Unknown => by_name(lost, &paths, &candidates)
            .or_else(|| by_underscore(&paths, &candidates))
            .or_else(|| by_use(lost, &candidates)),
    };
    let Some(found) = found else {
        return Ok(Vec::new());
    };
    let edits = lost.edits(&found.file)?;
    if edits.is_empty() {
        return Ok(Vec::new());
    }
    let title = format!("let imports follow to {}", found.file);
    let fix = Fix::new(ID, title, Confidence::new(found.confidence))
        .by(rule::any::module::MOVED)
        .because(found.reason)
        .evidence(found.determined_by)
        .edits(edits);
    Ok(vec![fix])
}

/// The only file that has the lost one's name, and the names that are used of it.
fn by_name(lost: &dyn Lost, paths: &[RelPath], candidates: &[RelPath]) -> Option<Found> {
    let names: BTreeSet<&str> = paths.iter().filter_map(module_name).collect();
    let is_same = |file: &&RelPath| module_name(file).is_some_and(|name| names.contains(name));
    let mut same = candidates.iter().filter(is_same);
    let (Some(file), None, false) = (same.next(), same.next(), lost.names().is_empty()) else {
        return None;
    };
    Some(Found {
        file: file.clone(),
        determined_by: DeterminedBy::Resolution,
        confidence: confidence::resolved(),
        reason: format!("{file} is the only file with this name that contains the imported names"),
    })
}

/// The only file beside the lost one whose name differs from its by the underscores alone, which make a module private.
fn by_underscore(paths: &[RelPath], candidates: &[RelPath]) -> Option<Found> {
    let is_beside = |file: &&RelPath| {
        paths.iter().any(|path| {
            let (own, lost) = (module_name(file), module_name(path));
            let bare = |name: Option<&'_ str>| name.map(|name| name.trim_matches('_').to_owned());
            file.parent() == path.parent() && own != lost && own.is_some() && bare(own) == bare(lost)
        })
    };
    let mut beside = candidates.iter().filter(is_beside);
    let (Some(file), None) = (beside.next(), beside.next()) else {
        return None;
    };
    Some(Found {
        file: file.clone(),
        determined_by: DeterminedBy::Resolution,
        confidence: confidence::resolved(),
        reason: format!(
            "{file} has the lost file's name but for an underscore, and contains the imported names"
        ),
    })
}

/// The name of a module by its file, or by its directory where the file has the name that all such files have.
fn module_name(file: &RelPath) -> Option<&str> {
    const OF_DIRECTORY: [&str; 3] = ["__init__", "index", "mod"];
    let (stem, _) = file.file_name().split_once('.').unwrap_or((file.file_name(), ""));
    let name = match OF_DIRECTORY.contains(&stem) {
        true => file.parent().rsplit('/').next().unwrap_or_default(),
        false => stem,
    };
    (!name.is_empty()).then_some(name)
}

/// The only file that has what is used of the lost one, and that no one imports.
fn by_use(lost: &dyn Lost, candidates: &[RelPath]) -> Option<Found> {
    let mut orphans = candidates.iter().filter(|file| !lost.is_imported(file));
    let (Some(file), None, false) = (orphans.next(), orphans.next(), lost.names().is_empty()) else {
        return None;
    };
    let is_clear = lost.names().len() > 1 && candidates.len() == 1;
    let (determined_by, confidence) = match is_clear {
        true => (DeterminedBy::Resolution, confidence::likely()),
        false => (DeterminedBy::Fitting, confidence::preferred()),
    };
    Some(Found {
        file: file.clone(),
        determined_by,
        confidence,
        reason: format!(
            "{file} contains everything that is imported from the lost module, and no file imports it"
        ),
    })
}
