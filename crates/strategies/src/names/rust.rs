//! Rust: names that rustc does not find and offers no edit for. A rule is a file.
//!
//! rustc offers similarly spelt names, imports of visible items, and `mod` for an existing file
//! where a path is used. It does not offer modules that an import needs and nothing declares, or
//! that are elsewhere; names of the same words in another order; crates; private items; derivable
//! traits. Where rustc offers an edit, these rules propose nothing.

mod crates;
mod dependency;
mod derive;
mod feature;
mod module;
mod module_file;
mod moved_item;
mod near;
mod private_module;
mod trait_item;
mod unseen_trait;
mod visibility;

use unbreak_core::{Diagnostic, Fact, NameUse, OwnerKind, RelPath, RuleId, StrategyError};

use super::Case;
use crate::elsewhere::Subject;
use crate::proposal::{Offer, by};
use crate::rule::rust as rule;

/// The well-known crate that a fact says is missing.
pub(super) fn known_crate(fact: &Fact) -> Option<&str> {
    crates::crate_of(fact).filter(|name| crates::is_well_known(name))
}

/// The place of a new `use`.
#[cfg(feature = "rule_files")]
pub(super) fn place_of_use(text: &str) -> usize {
    unseen_trait::place(text)
}

/// A rule with the facts that it answers.
struct Rule {
    subject: Subject,
    /// A description of its change.
    action: &'static str,
    /// Whether it answers for a fact.
    answers: fn(&Fact) -> bool,
    offers: fn(&Found<'_>) -> Result<Vec<Offer>, StrategyError>,
}

/// A fact that a rule answers for.
struct Found<'a> {
    case: &'a Case<'a>,
    diagnostic: &'a Diagnostic,
    fact: &'a Fact,
}

static RULES: &[(RuleId, &Rule)] = &[
    (rule::missing_module::FIND, &module::RULE),
    (rule::missing_module::FILE_NAME, &module_file::RULE),
    (rule::missing_module::MOVED_ITEM, &moved_item::RULE),
    (rule::missing_module::CRATE, &crates::RULE),
    (rule::missing_module::DEPENDENCY, &dependency::RULE),
    (rule::undefined_name::NEAR, &near::RULE),
    (rule::unknown_member::DERIVE, &derive::RULE),
    (rule::missing_feature::MISSPELT, &feature::RULE),
    (rule::unknown_member::TRAIT_ITEM, &trait_item::RULE),
    (rule::unknown_member::IMPORT_TRAIT, &unseen_trait::RULE),
    (rule::private_item::VISIBLE, &visibility::RULE),
    (rule::private_item::ONE_ABOVE, &private_module::RULE),
];

/// Advice of rustc's that comes without an edit.
const WORDS_ONLY: &[&str] = &[
    "you might be missing a crate named",
    "if you wanted to use a crate named",
    "add it to your `Cargo.toml`",
    "items from traits can only be used if the trait is",
    "to create the module",
    "implement the missing item",
    "use `cargo add",
    "consider importing one of these",
];

fn rules(
    subject: Subject,
    diagnostic: &Diagnostic,
) -> impl Iterator<Item = (&Fact, &'static (RuleId, &'static Rule))> {
    let advice = diagnostic.advice.as_deref();
    let is_words = |advice: &str| WORDS_ONLY.iter().any(|words| advice.starts_with(words));
    let is_open = diagnostic.suggestions.is_empty() && advice.is_none_or(is_words);
    let fact = diagnostic.fact.as_ref().filter(|_| is_open);
    let own = RULES.iter().filter(move |(_, rule)| rule.subject == subject);
    fact.into_iter().flat_map(move |fact| {
        let own = own.clone().filter(|(_, rule)| (rule.answers)(fact));
        own.map(move |rule| (fact, rule))
    })
}

/// The action for a diagnostic of rustc, if any.
pub(super) fn action(subject: Subject, diagnostic: &Diagnostic) -> Option<&'static str> {
    rules(subject, diagnostic)
        .next()
        .map(|(_, (_, rule))| rule.action)
}

/// Offers names that may have been meant.
pub(super) fn offers(case: &Case<'_>, subject: Subject) -> Result<Vec<Offer>, StrategyError> {
    let diagnostic = &case.analysis.diagnostic;
    let mut offers = Vec::new();
    for (fact, (id, rule)) in rules(subject, diagnostic) {
        let found = Found {
            case,
            diagnostic,
            fact,
        };
        offers.extend(by(id, (rule.offers)(&found)?));
    }
    Ok(offers)
}

impl<'a> Found<'a> {
    /// The files of the crate that this one belongs to, with their modules' paths.
    fn modules(&self) -> Vec<Module> {
        let files = self.case.context.workspace.files();
        let root = root_of(self.case.file, &files);
        let own = files.iter().filter(|file| file.extension() == "rs");
        own.filter_map(|file| Module::of(file, &root)).collect()
    }
}

/// The method or associated function that a type does not have.
fn unknown_method(fact: &Fact) -> Option<&str> {
    match fact {
        Fact::UnknownMember {
            name,
            owner_kind: OwnerKind::Instance | OwnerKind::Class,
            used_as: Some(NameUse::Method | NameUse::Function),
            ..
        } => Some(name),
        _ => None,
    }
}

fn is_unknown_method(fact: &Fact) -> bool {
    unknown_method(fact).is_some()
}

/// A source file as a module of its crate.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Module {
    file: RelPath,
    /// `a::b`; empty for the crate's root.
    path: String,
}

impl Module {
    fn of(file: &RelPath, root: &str) -> Option<Self> {
        let below = file.as_str().strip_prefix(root)?.strip_suffix(".rs")?;
        let path = match below {
            "main" | "lib" => "",
            below => below.strip_suffix("/mod").unwrap_or(below),
        };
        Some(Self {
            file: file.clone(),
            path: path.replace('/', "::"),
        })
    }

    fn name(&self) -> &str {
        self.path.rsplit("::").next().unwrap_or_default()
    }

    /// The path of the module that it is in.
    fn parent(&self) -> &str {
        self.path.rsplit_once("::").map_or("", |(parent, _)| parent)
    }
}

/// The directory of the crate's root file, with a slash at its end.
fn root_of(file: &RelPath, files: &[RelPath]) -> String {
    let mut directory = file.parent().to_owned();
    loop {
        let prefix = if directory.is_empty() {
            String::new()
        } else {
            format!("{directory}/")
        };
        let is_root = |file: &RelPath| {
            let name = file.as_str().strip_prefix(&prefix);
            matches!(name, Some("lib.rs" | "main.rs"))
        };
        if directory.is_empty() || files.iter().any(is_root) {
            return prefix;
        }
        directory = directory
            .rsplit_once('/')
            .map_or("", |(outer, _)| outer)
            .to_owned();
    }
}
