//! Import names of well-known packages, and the distributions that provide them.
//!
//! `distributions.txt` has one line per import name: the name, its distributions where they are called
//! differently (the customary one first), `+` where the first of them may be installed although the project
//! does not declare it, `<` with a version from which the distribution does not have the module any more, and `-`
//! with a version where the module was in Python's own library before that version (PEP 594, and PyPI for the
//! packages that provide it since). A distribution that no supported Python can run is replaced by its fork
//! (`nose`: PyPI's `pynose`). Everything else on the list is only
//! known to exist: a module of that name is not installed, and never a misspelling.

use crate::listing;

const TABLE: &str = include_str!("distributions.txt");

/// A well-known package.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Provider {
    /// The distributions that provide the module, the customary one first.
    pub(crate) distributions: Vec<String>,
    /// Whether the first of them may be installed without being declared.
    pub(crate) is_vouched_for: bool,
    /// The version from which the distributions do not have the module any more.
    pub(crate) left_in: Option<&'static str>,
    /// The version of Python whose library does not have the module any more.
    pub(crate) removed_in: Option<&'static str>,
}

/// The provider of a module: that of the longest known prefix of its dotted name.
pub(crate) fn provider(module: &str) -> Option<Provider> {
    let mut name = module;
    loop {
        if let Some(entry) = entry(name) {
            return Some(entry);
        }
        name = name.rsplit_once('.')?.0;
    }
}

/// Returns whether a package of this very name is known.
pub(crate) fn is_known(name: &str) -> bool {
    listing::has(TABLE, name)
}

fn entry(name: &str) -> Option<Provider> {
    let words = listing::find(TABLE, name)?.split(' ');
    let (marks, named): (Vec<&str>, Vec<&str>) = words
        .filter(|word| !word.is_empty())
        .partition(|word| word.starts_with(['+', '-', '<']));
    let distributions = named.into_iter().map(str::to_owned).collect::<Vec<_>>();
    Some(Provider {
        distributions: match distributions.is_empty() {
            true => vec![name.to_owned()],
            false => distributions,
        },
        is_vouched_for: marks.contains(&"+"),
        left_in: marks.iter().find_map(|mark| mark.strip_prefix('<')),
        removed_in: marks.iter().find_map(|mark| mark.strip_prefix('-')),
    })
}

/// A distribution's name in the form in which names are compared (PEP 503).
pub(crate) fn normalise(name: &str) -> String {
    let parts = name.split(['-', '_', '.']).filter(|part| !part.is_empty());
    parts.map(str::to_lowercase).collect::<Vec<_>>().join("-")
}
