//! Go, Java and Rust: names, imports, packages and modules that the compiler does not find.
//!
//! The compiler reports the name and what it wanted; the standard library's own lists, the
//! workspace's declarations and the toolchain's documentation show what may have been meant. `go`
//! and `java` know the libraries, this module finds the place and ranks.

mod go;
mod java;
mod rust;
mod text;

use std::collections::BTreeSet;

use strsim::damerau_levenshtein;
use unbreak_core::{
    Analysis, Candidate, DeterminedBy, Diagnostic, Edit, Evidence, Fact, Fix, FixContext, NameUse, OwnerKind,
    RelPath, RuleId, StrategyError, UnusedKind,
};

use crate::elsewhere::Subject;
use crate::offer::{Offer, rank};
use crate::python::closeness::{closeness, is_slip};
use crate::rule;
use crate::weights::{asking, similarity};

/// The well-known crate that a fact says is missing.
pub(crate) fn known_crate(fact: &Fact) -> Option<&str> {
    rust::known_crate(fact)
}

/// The place and the text of a new import of a Go package.
#[cfg(feature = "rule_files")]
pub(crate) fn go_import(text: &str, path: &str) -> (usize, String) {
    go::new_import(text, path)
}

/// The place and the text of a new import of a Java class.
#[cfg(feature = "rule_files")]
pub(crate) fn java_import(text: &str, class: &str) -> (usize, String) {
    java::new_import(text, class)
}

/// The place of a new `use` in Rust.
#[cfg(feature = "rule_files")]
pub(crate) fn rust_use_place(text: &str) -> usize {
    rust::place_of_use(text)
}

/// A name that a compiler does not find, or an import that it does not need.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Complaint<'a> {
    /// An import that nothing uses.
    Unused(&'a str),
    /// A variable that nothing reads, which the language refuses.
    Idle(&'a str),
    /// A package that is not there.
    Package(&'a str),
    /// A name that is not declared.
    Name {
        /// The name.
        name: &'a str,
        /// How the name was used, if the compiler reports it.
        used_as: Option<NameUse>,
    },
    /// A name that a package or a type does not have.
    Member {
        /// The name.
        name: &'a str,
        /// The package or the type, as the compiler calls it.
        owner: &'a str,
        /// The name that it does have, if the compiler says so.
        hint: Option<&'a str>,
    },
}

/// The languages whose facts are complaints, by the endings of their files.
const LANGUAGES: &[&str] = &["go", "java"];

/// Returns whether the class belongs to the project, not to the library.
fn is_own_class(language: &str, class: &str) -> bool {
    if language == "java" {
        return !java::is_of_library(class);
    }
    false
}

impl<'a> Complaint<'a> {
    fn of(diagnostic: &'a Diagnostic) -> Option<Self> {
        let language = diagnostic.file()?.rsplit('.').next()?;
        if !LANGUAGES.contains(&language) {
            return None;
        }
        Some(match diagnostic.fact.as_ref()? {
            Fact::UnusedName { name, what } => match what {
                UnusedKind::Import => Self::Unused(name),
                UnusedKind::Variable => Self::Idle(name),
                _ => return None,
            },
            Fact::MissingModule { module, .. } => Self::Package(module),
            Fact::UndefinedName { name, used_as, .. } => Self::Name {
                name,
                used_as: *used_as,
            },
            // A name that a class of the project does not have may be out of scope.
            Fact::UnknownMember {
                name,
                owner: Some(owner),
                owner_kind: OwnerKind::Class,
                used_as,
                ..
            } if is_own_class(language, owner) => Self::Name {
                name,
                used_as: *used_as,
            },
            Fact::UnknownMember {
                name, owner, instead, ..
            } => Self::Member {
                name,
                owner: owner.as_deref().unwrap_or_default(),
                hint: instead.first().map(String::as_str),
            },
            _ => return None,
        })
    }

    fn belongs_to(self, subject: Subject) -> bool {
        match self {
            Self::Unused(_) | Self::Package(_) => subject == Subject::Import,
            Self::Idle(_) => subject == Subject::Name,
            Self::Member { .. } => subject == Subject::Name,
            Self::Name { .. } => subject != Subject::Syntax,
        }
    }
}

/// Returns whether a diagnostic of a compiler of these languages belongs to a strategy.
pub(crate) fn assess(strategy: &str, subject: Subject, diagnostic: &Diagnostic) -> Option<Candidate> {
    if let Some(action) = rust::action(subject, diagnostic).filter(|_| is_rust(diagnostic)) {
        return Some(Candidate::new(
            strategy,
            action,
            format!("see whether to {action}"),
            asking::perhaps(),
        ));
    }
    let complaint = Complaint::of(diagnostic).filter(|complaint| complaint.belongs_to(subject))?;
    let (action, description, confidence) = match (complaint, subject) {
        (Complaint::Unused(path), _) => (
            "remove import",
            format!("remove the import of '{path}'"),
            asking::sure(),
        ),
        (Complaint::Idle(name), _) => (
            "remove variable",
            format!("see whether '{name}' is needed"),
            asking::often(),
        ),
        (Complaint::Package(path), _) => (
            "correct import",
            format!("find a package like '{path}'"),
            asking::likely(),
        ),
        (Complaint::Member { name, .. }, _) => (
            "correct name",
            format!("find a member like '{name}'"),
            asking::likely(),
        ),
        (Complaint::Name { name, .. }, Subject::Import) => {
            ("add import", format!("import '{name}'"), asking::likely())
        }
        (Complaint::Name { name, .. }, _) => (
            "correct name",
            format!("find a name like '{name}'"),
            asking::likely(),
        ),
    };
    Some(Candidate::new(strategy, action, description, confidence))
}

/// Repairs of an assessed diagnostic, the best first.
///
/// # Errors
/// When the file cannot be read or the toolchain not started.
pub(crate) async fn repair(
    strategy: &str,
    subject: Subject,
    analysis: &Analysis,
    context: &FixContext<'_>,
) -> Result<Vec<Fix>, StrategyError> {
    let diagnostic = &analysis.diagnostic;
    let file = diagnostic.file().and_then(|file| context.workspace.locate(file));
    let Some(file) = file else {
        return Ok(Vec::new());
    };
    let text = context.workspace.read_text(&file)?;
    let case = Case {
        subject,
        analysis,
        context,
        file: &file,
        text: &text,
    };
    if is_rust(diagnostic) {
        return Ok(crate::proposal::rank(strategy, rust::offers(&case, subject)?));
    }
    let Some(complaint) = Complaint::of(diagnostic) else {
        return Ok(Vec::new());
    };
    let offers = match file.extension() {
        "go" => go::offers(&case, subject, complaint).await?,
        "java" => java::offers(&case, subject, complaint).await?,
        _ => Vec::new(),
    };
    Ok(rank(strategy, offers))
}

fn is_rust(diagnostic: &Diagnostic) -> bool {
    diagnostic
        .file()
        .is_some_and(|file| file.ends_with(".rs") || file.ends_with("Cargo.toml"))
}

/// One complaint and where to look into it.
struct Case<'a> {
    subject: Subject,
    analysis: &'a Analysis,
    context: &'a FixContext<'a>,
    file: &'a RelPath,
    text: &'a str,
}

impl Case<'_> {
    /// The rule that answers the complaint.
    fn rule(&self) -> RuleId {
        let complaint = Complaint::of(&self.analysis.diagnostic);
        let is_import = self.subject == Subject::Import;
        match (self.file.extension(), complaint) {
            ("java", Some(Complaint::Package(_))) => rule::java::missing_module::MISSPELT,
            ("java", Some(Complaint::Member { .. })) => rule::java::unknown_member::MISSPELT,
            ("java", _) if is_import => rule::java::undefined_name::IMPORT,
            ("java", _) => rule::java::undefined_name::MISSPELT,
            ("rs", _) => rule::rust::undefined_name::NEAR,
            (_, Some(Complaint::Unused(_))) => rule::go::unused_import::REMOVE,
            (_, Some(Complaint::Idle(_))) => rule::go::unused_variable::REMOVE,
            (_, Some(Complaint::Package(_))) => rule::go::missing_module::MISSPELT,
            (_, Some(Complaint::Member { .. })) => rule::go::unknown_member::MISSPELT,
            _ if is_import => rule::go::undefined_name::IMPORT,
            _ => rule::go::undefined_name::MISSPELT,
        }
    }

    /// The texts of the workspace's files with an ending, this one first.
    fn texts(&self, ending: &str) -> Vec<(RelPath, String)> {
        let workspace = self.context.workspace;
        let files = workspace.files();
        let others = files
            .iter()
            .filter(|file| file.extension() == ending && *file != self.file);
        let own = (self.file.clone(), self.text.to_owned());
        let others = others.filter_map(|file| Some((file.clone(), workspace.read_text(file).ok()?)));
        std::iter::once(own).chain(others.take(400)).collect()
    }

    /// Replaces the reported name by another, everywhere in this file.
    fn renamed(
        &self,
        name: &str,
        new: &str,
        confidence: f64,
        reason: &str,
    ) -> Result<Option<Offer>, StrategyError> {
        let mut edits: Vec<Edit> = Vec::new();
        for diagnostic in self
            .analysis
            .diagnostics()
            .filter(|other| other.file() == self.analysis.diagnostic.file())
        {
            if let Some(range) = text::place(self.text, &diagnostic.location, name) {
                let edit = Edit::replace(self.file, self.text, range, new)?;
                edits.extend((!edits.contains(&edit)).then_some(edit));
            }
        }
        Ok((!edits.is_empty()).then(|| Offer {
            rule: self.rule(),
            title: format!("write '{new}' for '{name}'"),
            reason: reason.to_owned(),
            confidence,
            evidence: Evidence::spelling(true, is_slip(name, new)),
            edits,
        }))
    }

    /// Similar names that may replace the reported one. A name that is not defined either is none.
    fn near<'n>(
        &self,
        name: &str,
        known: impl IntoIterator<Item = &'n str>,
        reason: &str,
    ) -> Result<Vec<Offer>, StrategyError> {
        let facts = self.context.diagnostics.iter().filter_map(|it| it.fact.as_ref());
        let undefined: BTreeSet<&str> = facts.filter_map(Fact::missing_name).collect();
        let mut near: Vec<(f64, &str)> = known
            .into_iter()
            .filter(|known| *known != name && !undefined.contains(known))
            .map(|known| (closeness(name, known), known))
            .filter(|(close, _)| *close >= similarity::floor())
            .collect();
        let keys = |known: &str| damerau_levenshtein(name, known);
        near.sort_by(|a, b| {
            (b.0.total_cmp(&a.0))
                .then_with(|| keys(a.1).cmp(&keys(b.1)))
                .then_with(|| a.1.cmp(b.1))
        });
        // Nobody misspells a name in its letters and in their case.
        let mut folded = BTreeSet::new();
        near.retain(|(_, known)| folded.insert(known.to_lowercase()));
        let offers = near
            .into_iter()
            .take(3)
            .map(|(close, known)| self.renamed(name, known, close * similarity::listed(), reason));
        let offers: Result<Vec<Option<Offer>>, StrategyError> = offers.collect();
        Ok(offers?.into_iter().flatten().collect())
    }

    /// One edit as an offer.
    fn offer(&self, title: String, reason: &str, confidence: f64, edit: Edit) -> Offer {
        Offer {
            rule: self.rule(),
            title,
            reason: reason.to_owned(),
            confidence,
            evidence: DeterminedBy::Resolution.into(),
            edits: vec![edit],
        }
    }
}
