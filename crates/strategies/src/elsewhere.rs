//! The other languages of the Python strategies: each family has a module of its own.

use unbreak_core::{Analysis, Candidate, Diagnostic, Fix, FixContext, StrategyError};

/// The subject of an error, which decides which strategy answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Subject {
    /// `import_fix`: imports, headers, modules.
    Import,
    /// `name_fix`: names and members.
    Name,
    /// `syntax_fix`: everything else that a compiler of C reports.
    Syntax,
}

impl Subject {
    fn id(self) -> &'static str {
        match self {
            Self::Import => "import_fix",
            Self::Name => "name_fix",
            Self::Syntax => "syntax_fix",
        }
    }
}

/// Returns whether a diagnostic of another language belongs to a strategy.
#[cfg_attr(
    not(any(feature = "c", feature = "languages")),
    expect(unused_variables, reason = "no other language is on")
)]
pub(crate) fn assess(subject: Subject, diagnostic: &Diagnostic) -> Option<Candidate> {
    #[cfg(feature = "c")]
    if let Some(candidate) = crate::c::assess(subject.id(), subject, diagnostic) {
        return Some(candidate);
    }
    #[cfg(feature = "languages")]
    if let Some(candidate) = crate::script::assess(subject.id(), subject, diagnostic) {
        return Some(candidate);
    }
    #[cfg(feature = "languages")]
    if let Some(candidate) = crate::names::assess(subject.id(), subject, diagnostic) {
        return Some(candidate);
    }
    None
}

/// Proposals for a diagnostic of another language; `None` when it is of none that is assessed here.
///
/// # Errors
/// When a file cannot be read or a tool not started.
#[cfg_attr(
    not(any(feature = "c", feature = "languages")),
    expect(unused_variables, clippy::unused_async, reason = "no other language is on")
)]
pub(crate) async fn repair(
    subject: Subject,
    analysis: &Analysis,
    context: &FixContext<'_>,
) -> Result<Option<Vec<Fix>>, StrategyError> {
    let (id, diagnostic) = (subject.id(), &analysis.diagnostic);
    #[cfg(feature = "c")]
    if crate::c::assess(id, subject, diagnostic).is_some() {
        return crate::c::repair(id, analysis, context).await.map(Some);
    }
    #[cfg(feature = "languages")]
    if crate::script::assess(id, subject, diagnostic).is_some() {
        return crate::script::repair(id, subject, analysis, context)
            .await
            .map(Some);
    }
    #[cfg(feature = "languages")]
    if crate::names::assess(id, subject, diagnostic).is_some() {
        return crate::names::repair(id, subject, analysis, context)
            .await
            .map(Some);
    }
    Ok(None)
}
