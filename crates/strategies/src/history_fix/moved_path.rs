//! A file or directory that is not found was moved: what names it follows, a build file for example.

use unbreak_core::{Edit, RelPath, StrategyError};

use super::{Case, Offer};
use crate::config_fix::misspelt_path::{self, Missing, OBJECTS, SOURCES};
use crate::weights::confidence;

/// The new path in the only file that has the old one.
pub(super) async fn offers(case: &Case<'_>) -> Result<Vec<Offer>, StrategyError> {
    let workspace = case.context.workspace;
    let missing = misspelt_path::said(case.diagnostic, case.context);
    let missing: Vec<Missing> = missing.into_iter().filter(|missing| !missing.is_module).collect();
    if missing.is_empty() {
        return Ok(Vec::new());
    }
    let moves = case.git.moves().await;
    let there = workspace.files();
    for Missing { path, .. } in &missing {
        let Some(new) = moves.iter().find_map(|moves| moved(path, moves)) else {
            continue;
        };
        let is_there = |path: &str| {
            let inside = format!("{path}/");
            let mut files = there.iter().map(RelPath::as_str);
            files.any(|file| file == path || file.starts_with(&inside) || is_source_of(file, path))
        };
        if is_there(path) || !is_there(&new) {
            continue;
        }
        if let Some((file, edits)) = written_anew(case, path, &new)? {
            return Ok(vec![Offer {
                title: format!("write '{new}' for '{path}' in {file}"),
                reason: format!("a change moved '{path}' to '{new}'"),
                confidence: confidence::likely(),
                is_safe: true,
                is_determined: true,
                edits,
            }]);
        }
    }
    Ok(Vec::new())
}

/// Where one change moved a file, what is built from it, or a whole directory.
fn moved(path: &str, moves: &[(String, String)]) -> Option<String> {
    if let Some((_, new)) = moves.iter().find(|(old, _)| old == path) {
        return Some(new.clone());
    }
    if let Some((_, new)) = moves.iter().find(|(old, _)| is_source_of(old, path)) {
        let (stem, _) = new.rsplit_once('.')?;
        let (_, ending) = path.rsplit_once('.')?;
        return Some(format!("{stem}.{ending}"));
    }
    let inside = format!("{path}/");
    let mut parts = moves.iter().filter_map(|(old, new)| {
        let rest = old.strip_prefix(&inside)?;
        Some(new.strip_suffix(rest)?.strip_suffix('/').map(str::to_owned))
    });
    let first = parts.next()??;
    parts.all(|part| part.as_ref() == Some(&first)).then_some(first)
}

/// Returns whether a compiler makes an object from a file.
fn is_source_of(file: &str, object: &str) -> bool {
    let (Some((stem, source)), Some((own, ending))) = (file.rsplit_once('.'), object.rsplit_once('.')) else {
        return false;
    };
    stem == own && OBJECTS.contains(&ending) && SOURCES.contains(&source)
}

/// The edits of the only file that names a path. It may be written from a directory on that the file has kept.
fn written_anew(
    case: &Case<'_>,
    path: &str,
    new: &str,
) -> Result<Option<(RelPath, Vec<Edit>)>, StrategyError> {
    let files = case.texts();
    let kept = path.match_indices('/').map(|(at, _)| at + 1);
    let kept = std::iter::once(0).chain(kept.filter(|at| new.starts_with(&path[..*at])));
    for at in kept {
        let (old, new) = (&path[at..], &new[at..]);
        let places = |text: &str| misspelt_path::places(text, old, false);
        let mut naming = files.iter().filter(|(_, text)| !places(text).is_empty());
        match (naming.next(), naming.next()) {
            (Some((file, text)), None) => {
                let edits = places(text)
                    .into_iter()
                    .map(|at| Edit::replace(file, text, at..at + old.len(), new));
                return Ok(Some((file.clone(), edits.collect::<Result<_, _>>()?)));
            }
            (Some(_), Some(_)) => return Ok(None),
            (None, _) => {}
        }
    }
    Ok(None)
}
