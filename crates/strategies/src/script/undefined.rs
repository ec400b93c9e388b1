//! A name that is not in scope: another module exports it, or it is misspelt.

use std::collections::BTreeSet;
use std::ops::Range;

use unbreak_core::policy::guard::is_test_file;
use unbreak_core::{DeterminedBy, Edit, Evidence, RelPath, StrategyError};

use super::ending::Ending;
use super::exports::Exports;
use super::import::{Import, NODE};
use super::known::{BUILTIN, FOREIGN, GLOBALS, KNOWN, WHOLE, node_modules};
use super::missing_module::CORE_MODULES;
use super::paths;
use super::site::Site;
use super::uninstalled::declared;
use crate::closeness::{closest, is_capitalised, is_slip};
use crate::offer::Offer;
use crate::rename_fix::is_renamed_alone;
use crate::weights::{confidence, ranking, similarity};

/// Words that are statements.
const STATEMENTS: &[&str] = &["break", "continue", "debugger", "return"];

/// Files that are followed to see what a module loads.
const MOST_LOADED: usize = 100;

/// A name with nothing behind it, in the file that uses it.
pub(super) struct Undefined<'a> {
    pub(super) site: &'a Site<'a>,
    pub(super) name: &'a str,
}

impl Undefined<'_> {
    /// Imports of it.
    pub(super) fn imports(&self) -> Result<Vec<Offer>, StrategyError> {
        // What CommonJS itself defines is no export of anything.
        if ["exports", "module", "require"].contains(&self.name) {
            return Ok(Vec::new());
        }
        let mut imports = self.exported_by_the_project();
        imports.extend(self.imported_elsewhere());
        imports.extend(self.known());
        let mut imports: Vec<(Import, f64, DeterminedBy)> = imports
            .into_iter()
            .map(|(import, confidence)| (import, confidence, DeterminedBy::Resolution))
            .collect();
        if imports.is_empty() {
            imports = self.of_node();
        }
        let mut seen = BTreeSet::new();
        imports.retain(|(import, ..)| seen.insert((import.module.clone(), import.whole)));
        let offer = |(import, confidence, determined_by): (Import, f64, DeterminedBy)| {
            let edit: Edit = import.edit(self.site)?;
            Ok(Offer {
                rule: crate::rule::script::undefined_name::IMPORT,
                title: format!("import '{}' from '{}'", import.name, import.module),
                reason: format!(
                    "'{}' is used and not defined, and '{}' exports it",
                    import.name, import.module
                ),
                confidence,
                evidence: determined_by.into(),
                edits: vec![edit],
            })
        };
        imports.into_iter().map(offer).collect()
    }

    /// Names in scope that are nearly this one.
    pub(super) fn spellings(&self) -> Result<Vec<Offer>, StrategyError> {
        let uses = self.site.uses(self.name);
        let is_renamed = is_renamed_alone(self.site.workspace, &self.site.file, self.name);
        let declared = self.declared();
        let candidates = declared.iter().map(String::as_str).chain(GLOBALS.iter().copied());
        let foreign = FOREIGN
            .iter()
            .filter(|(name, _)| *name == self.name)
            .map(|(_, own)| (*own, confidence::stated()));
        let words = STATEMENTS.iter().copied().filter(|_| self.is_statement());
        let words = words
            .filter(|word| is_slip(self.name, word))
            .map(|word| (word, confidence::stated()));
        // What is private and used under its own name is another thing than the public one.
        let is_another = |name: &str| {
            name.trim_start_matches('_') == self.name.trim_start_matches('_')
                && self.site.uses(name).len() > 1
        };
        let close = closest(self.name, candidates).into_iter();
        let near = words
            .chain(foreign)
            .chain(close.filter(|(name, _)| !is_another(name)))
            .take(3);
        let offer = |(name, score): (&str, f64)| {
            let declaration = self.only_declaration(name, is_renamed).filter(|_| uses.len() > 1);
            let edits: Result<Vec<Edit>, _> = match &declaration {
                Some(place) => vec![self.site.replace(place.clone(), self.name)]
                    .into_iter()
                    .collect(),
                None => uses
                    .iter()
                    .map(|range| self.site.replace(range.clone(), name))
                    .collect(),
            };
            Ok(Offer {
                rule: crate::rule::script::undefined_name::MISSPELT,
                title: match declaration {
                    Some(_) => format!("rename '{name}' to '{}'", self.name),
                    None => format!("replace '{}' by '{name}'", self.name),
                },
                reason: format!("'{}' is not defined, and '{name}' is", self.name),
                // A definition that nothing uses is likelier meant.
                confidence: match is_renamed {
                    true => ranking::second_hand() * score,
                    false => similarity::unlisted() * score,
                },
                evidence: match FOREIGN.contains(&(self.name, name)) {
                    true => DeterminedBy::Convention.into(),
                    false => {
                        Evidence::spelling(true, is_slip(self.name, name) && is_same_kind(self.name, name))
                    }
                },
                edits: edits?,
            })
        };
        near.map(offer).collect()
    }

    /// The declaration of a name that the file has nowhere else: that of a parameter or variable, or of a function that
    /// nothing in the project uses.
    fn only_declaration(&self, name: &str, is_unused: bool) -> Option<Range<usize>> {
        let places = self.site.uses(name);
        let [place] = places.as_slice() else {
            return None;
        };
        let before = self.site.text[..place.start]
            .rsplit('\n')
            .next()
            .unwrap_or_default();
        let words: Vec<&str> = before.split_whitespace().collect();
        let is_definition = matches!(words.last(), Some(&("function" | "function*" | "class")));
        let is_for_others = words.first() == Some(&"export");
        let is_own = is_unused || !is_definition && !is_for_others;
        let is_key = self.site.text[place.end..].trim_start().starts_with(':');
        let is_given =
            GLOBALS.contains(&name) || STATEMENTS.contains(&name) || FOREIGN.contains(&(self.name, name));
        (is_own && !is_key && !is_given).then(|| place.clone())
    }

    /// Returns whether the name is a statement of its own wherever it is used: a name alone does nothing.
    fn is_statement(&self) -> bool {
        let text = &self.site.text;
        self.site.uses(self.name).iter().all(|range| {
            let before = text[..range.start].rsplit('\n').next().unwrap_or_default();
            let behind = text[range.end..].lines().next().unwrap_or_default();
            before.trim().is_empty() && matches!(behind.trim_end(), "" | ";")
        })
    }

    /// The names that the file declares: all words except keywords, members and the name itself.
    fn declared(&self) -> BTreeSet<String> {
        let site = self.site;
        let words = site
            .tokens
            .iter()
            .enumerate()
            .filter(|(_, token)| token.is_word());
        let own = words.filter(|(index, _)| !site.is_member(*index));
        let names = own.map(|(_, token)| site.word(token).to_owned());
        names
            .filter(|name| name != self.name && !name.starts_with(|c: char| c.is_ascii_digit()))
            .collect()
    }

    fn exported_by_the_project(&self) -> Vec<(Import, f64)> {
        let site = self.site;
        let mut found = Vec::new();
        for file in paths::candidates(site.workspace) {
            if file == site.file || file.as_str().ends_with(".json") {
                continue;
            }
            let Ok(text) = site.workspace.read_text(&file) else {
                continue;
            };
            if !text.contains(self.name) && !paths::stem(file.as_str()).eq_ignore_ascii_case(self.name) {
                continue;
            }
            let exports = Exports::of(&text);
            let stem = paths::stem(file.as_str());
            let is_named = exports.names.contains(self.name);
            // The main file of a directory is called after the directory, where it is called at all.
            let is_whole = exports.has_default && stem != "index" && stem.eq_ignore_ascii_case(self.name);
            if (is_named || is_whole) && !self.comes_back_from(&file) {
                let is_test = is_test_file(&file);
                found.push((
                    self.import(&self.path_to(&file), !is_named),
                    if is_test {
                        confidence::open()
                    } else {
                        confidence::likely()
                    },
                ));
            }
        }
        let among = found.len();
        found
            .into_iter()
            .map(|(import, confidence)| {
                (
                    import,
                    if among > 1 {
                        confidence - ranking::alternative()
                    } else {
                        confidence
                    },
                )
            })
            .collect()
    }

    /// Returns whether a file loads the one with the name, so that what it exports may come from there. In CommonJS,
    /// also by way of others: what it exports does not exist yet when that one runs.
    fn comes_back_from(&self, file: &RelPath) -> bool {
        let most = if self.site.is_common_js() { MOST_LOADED } else { 1 };
        let mut open = vec![file.clone()];
        let mut seen = BTreeSet::new();
        while let Some(next) = open.pop() {
            if next == self.site.file {
                return true;
            }
            if seen.len() < most && seen.insert(next.clone()) {
                let loading = Site::read(&next, self.site.workspace);
                let modules = loading.iter().flat_map(|loading| {
                    let named = loading.modules().map(|(_, module)| loading.word(module));
                    named.filter(|module| module.starts_with('.'))
                });
                open.extend(modules.filter_map(|module| paths::resolve(module, &next, self.site.workspace)));
            }
        }
        false
    }

    /// The path by which the file imports another.
    fn path_to(&self, file: &RelPath) -> String {
        paths::relative(file, &self.site.file, Ending::usual(self.site))
    }

    /// The modules from which other files of the project import the name.
    fn imported_elsewhere(&self) -> Vec<(Import, f64)> {
        let mut found = Vec::new();
        for file in paths::candidates(self.site.workspace)
            .into_iter()
            .filter(|file| *file != self.site.file)
        {
            let text = self.site.workspace.read_text(&file).unwrap_or_default();
            if !text.contains(self.name) {
                continue;
            }
            let Some(other) = Site::read(&file, self.site.workspace) else {
                continue;
            };
            if let Some(mut import) = Import::of(&other, self.name) {
                if import.module.starts_with('.') {
                    match paths::resolve(&import.module, &file, self.site.workspace) {
                        Some(target) if target != self.site.file => import.module = self.path_to(&target),
                        _ => continue,
                    }
                }
                found.push((import, confidence::plausible()));
            }
        }
        found
    }

    fn known(&self) -> Vec<(Import, f64)> {
        let declared = declared(&self.site.file, self.site.workspace);
        let has = |package: &str| {
            let root = package.split('/').next().unwrap_or(package);
            declared.iter().any(|own| own == package || own == root)
        };
        // A name that browsers define is not imported, unless the project is for Node.
        let is_nodes = !GLOBALS.contains(&self.name) || has("@types/node") || self.is_for_node();
        let named = KNOWN
            .iter()
            .filter(|(module, names)| names.contains(&self.name) && has(module));
        let mut found: Vec<_> = named
            .map(|(module, _)| (self.import(module, false), confidence::preferred()))
            .collect();
        if BUILTIN.contains(&self.name) && is_nodes {
            found.push((
                self.import(&format!("node:{}", self.name), true),
                confidence::preferred(),
            ));
        }
        let whole = WHOLE
            .iter()
            .filter(|(name, package)| *name == self.name && has(package));
        found.extend(whole.map(|(_, package)| (self.import(package, true), confidence::preferred())));
        if found.is_empty() && has(self.name) {
            found.push((self.import(self.name, true), confidence::possible()));
        }
        if found.is_empty() {
            let mut named = declared.iter().filter(|package| is_called(package, self.name));
            found.extend(
                named
                    .next()
                    .map(|package| (self.import(package, true), confidence::plausible())),
            );
        }
        found
    }

    /// Node's modules that export the name. Only a name of several words, or of a type, is hardly meant to be another.
    fn of_node(&self) -> Vec<(Import, f64, DeterminedBy)> {
        let homes = node_modules(self.name);
        // A name that browsers may have as well, in a project that loads nothing of Node's, says nothing.
        let is_compound = self.name.chars().skip(1).any(char::is_uppercase) && !GLOBALS.contains(&self.name);
        if homes.is_empty() || !is_compound && !self.is_for_node() {
            return Vec::new();
        }
        let loaded: Vec<&str> = self
            .site
            .modules()
            .map(|(_, module)| self.site.word(module).trim_start_matches(NODE))
            .collect();
        let at_hand: Vec<&str> = homes
            .iter()
            .copied()
            .filter(|home| loaded.contains(home))
            .collect();
        let homes = match at_hand.is_empty() {
            true => homes,
            false => at_hand,
        };
        let is_distinctive = self.name.chars().any(char::is_uppercase);
        let (determined_by, confidence) = match homes.as_slice() {
            [_] if is_distinctive => (DeterminedBy::Resolution, confidence::preferred()),
            _ => (DeterminedBy::Fitting, confidence::possible()),
        };
        let import = |home: &str| self.import(&format!("{NODE}{home}"), false);
        homes
            .into_iter()
            .map(|home| (import(home), confidence, determined_by))
            .collect()
    }

    /// Returns whether a file of the project loads one of Node's modules.
    fn is_for_node(&self) -> bool {
        let loads = |site: &Site<'_>| {
            let mut modules = site.modules().map(|(_, module)| site.word(module));
            modules.any(|module| module.starts_with(NODE) || CORE_MODULES.contains(&module))
        };
        let files = paths::candidates(self.site.workspace);
        files
            .iter()
            .filter_map(|file| Site::read(file, self.site.workspace))
            .any(|site| loads(&site))
    }

    fn import(&self, module: &str, whole: bool) -> Import {
        Import {
            name: self.name.to_owned(),
            module: module.to_owned(),
            whole,
        }
    }
}

/// Returns whether a package goes by a name, by the custom of writing its words together: `deepExtend` for `deep-extend`.
fn is_called(package: &str, name: &str) -> bool {
    let package = package.rsplit('/').next().unwrap_or(package);
    let mut words = package.split(['-', '.', '_']).filter(|word| !word.is_empty());
    let first = words.next().unwrap_or_default();
    let mut rest = name.strip_prefix(first);
    for word in words {
        let mut letters = word.chars();
        let capital = letters.next().map(|letter| letter.to_ascii_uppercase());
        rest = rest
            .and_then(|rest| rest.strip_prefix(|letter| Some(letter) == capital))
            .and_then(|rest| rest.strip_prefix(letters.as_str()));
    }
    rest == Some("") && package != name
}

/// Returns whether both names are those of types, or none is.
fn is_same_kind(one: &str, other: &str) -> bool {
    is_capitalised(one) == is_capitalised(other)
}
