//! C and C++: one search over small changes, with the user's own compiler as judge.
//!
//! The first error that a compiler reports is nearly always where the file went wrong; later ones
//! are often consequences. So a file is repaired from its first error on, whatever its kind: the
//! strategies share the [`search`], and each answers for the errors that are [its own](Subject).
//!
//! [`compiler`] asks for judgements, [`fault`] and [`complaint`] read them, [`source`] and
//! [`symbols`] read the text, [`mends`] holds one rule per file, [`oddity`] and [`rank`] decide
//! between repairs that compile.

mod cmake;
mod compiler;
mod complaint;
mod database;
mod declarator;
mod declaring_header;
mod echo;
mod empty_parameters;
mod fault;
mod header_end;
mod invocation;
mod join;
mod known_header;
mod library;
mod mends;
mod missing_prototype;
mod near;
mod noted_header;
mod oddity;
mod own_header;
mod pointee;
mod pointer_cast;
mod prepared;
mod rank;
mod search;
mod settled;
mod source;
mod symbols;
mod token;
mod words;

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, Mutex, PoisonError};

use unbreak_core::fix::apply_edits;
use unbreak_core::{
    Analysis, Candidate, Confidence, DeterminedBy, Diagnostic, Edit, ErrorType, Fact, Fix, FixContext,
    FixError, RelPath, RuleId, SafetyClass, StrategyError, Workspace,
};

use self::compiler::Compiler;
use self::complaint::Complaint;
use self::fault::Report;
use self::invocation::Invocation;
use self::prepared::Prepared;
use self::search::Repair;
use self::settled::Known;
use crate::c_text::OwnNames;
use crate::elsewhere::Subject;
use crate::rule;
use crate::search_evidence;
use crate::syntax_fix::{has_conflict_markers, patch};
use crate::weights::{asking, confidence};

/// Files larger than this are not searched: a judgement would take too long.
const MOST_BYTES: usize = 400_000;

/// The strategy that an error belongs to.
fn subject_of(diagnostic: &Diagnostic) -> Subject {
    match Complaint::of(diagnostic.fact.as_ref()) {
        Complaint::MissingHeader(_) | Complaint::NamelessInclude | Complaint::UnknownFunction(_) => {
            Subject::Import
        }
        Complaint::Undeclared(_) | Complaint::UnknownType(_) | Complaint::NoMember(_) => Subject::Name,
        _ => Subject::Syntax,
    }
}

fn action(subject: Subject) -> (&'static str, &'static str) {
    match subject {
        Subject::Import => ("correct include", "find the header that was meant"),
        Subject::Name => ("correct name", "find the name that was meant, or declare it"),
        Subject::Syntax => (
            "repair",
            "search for the smallest change that the compiler accepts",
        ),
    }
}

/// Returns whether a diagnostic of a C compiler belongs to a strategy.
pub(crate) fn assess(strategy: &str, subject: Subject, diagnostic: &Diagnostic) -> Option<Candidate> {
    let file = diagnostic.file()?;
    let is_c = is_c(file) || is_cpp(file);
    let is_own = diagnostic.parser.starts_with("gcc") && diagnostic.is_error() && is_c;
    let (action, description) = action(subject);
    (is_own && subject_of(diagnostic) == subject).then(|| {
        Candidate::new(
            strategy,
            action,
            format!("{description} ({})", diagnostic.place()),
            asking::sure(),
        )
    })
}

/// An error of a file, for rules that need no search.
#[derive(Clone, Copy)]
struct Failure<'a> {
    strategy: &'a str,
    workspace: &'a dyn Workspace,
    file: &'a RelPath,
    text: &'a str,
    diagnostic: &'a Diagnostic,
    /// All errors of the run.
    others: &'a [Diagnostic],
    own_names: &'a OwnNames<'a>,
}

impl<'a> Failure<'a> {
    /// The names that the run's errors do not know.
    fn unknown_names(&self) -> impl Iterator<Item = &'a str> {
        self.others.iter().filter_map(|other| match &other.fact {
            Some(Fact::UndefinedName { name, .. }) => Some(name.as_str()),
            _ => None,
        })
    }

    /// A fix without its edits.
    fn answer(
        &self,
        title: impl Into<String>,
        rule: RuleId,
        determined_by: DeterminedBy,
        because: impl Into<String>,
    ) -> Fix {
        Fix::new(self.strategy, title, Confidence::new(confidence::resolved()))
            .by(rule)
            .evidence(determined_by)
            .because(because)
    }
}

/// A rule that answers without a search.
type Determined = fn(&Failure<'_>) -> Result<Option<Fix>, FixError>;

/// Rules whose answer is known before the compiler is asked, the first that answers.
const DETERMINED: [Determined; 5] = [
    declaring_header::fix,
    missing_prototype::fix,
    empty_parameters::fix,
    pointer_cast::fix,
    pointee::fix,
];

/// Repairs of the file: the same for all of its errors, so that they count as one cause.
///
/// # Errors
/// When the file cannot be read or the compiler not started.
pub(crate) async fn repair(
    strategy: &str,
    analysis: &Analysis,
    context: &FixContext<'_>,
) -> Result<Vec<Fix>, StrategyError> {
    let diagnostic = &analysis.diagnostic;
    let file = diagnostic.file().and_then(|file| context.workspace.locate(file));
    let Some(file) = file else {
        return Ok(Vec::new());
    };
    let text = context.workspace.read_text(&file)?;
    if text.len() > MOST_BYTES || has_conflict_markers(&text) {
        return Ok(Vec::new());
    }
    let own_names = OwnNames::new(context.workspace);
    let failure = Failure {
        strategy,
        workspace: context.workspace,
        file: &file,
        text: &text,
        diagnostic,
        others: context.diagnostics,
        own_names: &own_names,
    };
    let is_first = is_first_of_its_file(diagnostic, context);
    if let Some(fix) = header_end::fix(&failure)?.filter(|_| is_first) {
        return Ok(vec![fix]);
    }
    for answer in DETERMINED {
        if let Some(fix) = answer(&failure)? {
            return Ok(vec![fix]);
        }
    }
    let repairs = remembered(context, &failure).await?;
    let (settled, repairs): (Vec<_>, Vec<_>) = repairs
        .iter()
        .cloned()
        .partition(|repair| repair.settled.is_some());
    let mut fixes = rank::fixes(strategy, &file, &text, &repairs)?;
    search_evidence::state(&mut fixes, analysis, &text);
    library_headers(&mut fixes, &failure);
    moved_headers(&mut fixes, context, &text);
    doubt_other_names(&mut fixes, &failure);
    for fix in &mut fixes {
        if let Some(determined_by) = determined_by(fix) {
            fix.evidence = determined_by.into();
        }
    }
    if diagnostic.error_type == ErrorType::Lint {
        // The program compiles without the option that makes an error of a warning, so it has a meaning.
        let may_differ = |fix: &&mut Fix| {
            !matches!(
                fix.evidence.determined_by,
                DeterminedBy::Convention | DeterminedBy::Message | DeterminedBy::Resolution
            )
        };
        let others = fixes.iter_mut().filter(may_differ);
        others.for_each(|fix| fix.safety = SafetyClass::Unsafe);
    }
    let is_doubtful =
        |fix: &Fix| fix.safety != SafetyClass::Safe || fix.evidence.determined_by == DeterminedBy::Fitting;
    let is_whole = |repair: &Repair| repair.is_whole;
    if fixes.first().is_none_or(is_doubtful) || !repairs.iter().all(is_whole) {
        let settled = settled_fixes(&failure, &settled)?;
        if !settled.is_empty() {
            return Ok(settled);
        }
    }
    // A change that leaves errors behind answers only for the first one.
    let answers = is_first || repairs.iter().all(is_whole);
    if answers && !fixes.is_empty() {
        return Ok(fixes);
    }
    Ok(noted_header::fix(&failure)?.into_iter().collect())
}

/// The includes that a header lacks for the types of a list of parameters: those of the library that it does not name.
///
/// # Errors
/// When the text is too large for an edit.
pub(crate) fn includes_for(file: &RelPath, header: &str, list: &str) -> Result<Vec<Edit>, FixError> {
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    let is_named = |word: &str| header.split(|c| !is_name(c)).any(|other| other == word);
    let types = list
        .split(|c| !is_name(c))
        .filter(|word| word.ends_with("_t") || *word == "FILE");
    let needed = types
        .filter(|word| !is_named(word))
        .filter_map(library::header_of);
    let mut text = header.to_owned();
    for needed in needed {
        text = with_include(&text, needed).unwrap_or(text);
    }
    patch::edits(file, header, &text)
}

/// The text with a header among its includes; none if it has it.
pub(crate) fn with_include(text: &str, header: &str) -> Option<String> {
    mends::header::needed(&source::Source::new(text), header)?.apply(text)
}

/// The text without the include of a header; none if it has none.
#[cfg(feature = "rule_files")]
pub(crate) fn without_include(text: &str, header: &str) -> Option<String> {
    let lines = text.split_inclusive('\n');
    let rest: String = lines.filter(|line| !source::includes(line, header)).collect();
    (rest != text).then_some(rest)
}

/// The changes that the language leaves no choice in, if they answer for the error.
fn settled_fixes(failure: &Failure<'_>, settled: &[Repair]) -> Result<Vec<Fix>, FixError> {
    let message = plain(failure.diagnostic);
    let is_answer = |repair: &&Repair| repair.settled.iter().flatten().all(|left| *left != message);
    let answers: Vec<Repair> = settled.iter().filter(is_answer).cloned().collect();
    let mut fixes = rank::fixes(failure.strategy, failure.file, failure.text, &answers)?;
    for fix in &mut fixes {
        fix.evidence = DeterminedBy::Resolution.into();
        fix.confidence = Confidence::new(confidence::resolved());
    }
    Ok(fixes)
}

/// A message with the quotes that the compiler writes for plain texts, and without the name that it suggests.
fn plain(diagnostic: &Diagnostic) -> String {
    let message = diagnostic.message.replace(['‘', '’'], "'");
    settled::said(&message).to_owned()
}

/// What the work of a single rule is determined by, where it is more than what a search says: the file itself defines
/// the function, and `const` changes no program that is compiled with it.
fn determined_by(fix: &Fix) -> Option<DeterminedBy> {
    match () {
        () if is_alone(fix, &rule::c::compile::PROTOTYPE) => Some(DeterminedBy::Resolution),
        () if is_alone(fix, &rule::c::compile::CONSTANT) => Some(DeterminedBy::Resolution),
        () if is_alone(fix, &rule::c::compile::RESERVED) => Some(DeterminedBy::Convention),
        () => None,
    }
}

/// Returns whether a fix is the work of one rule.
fn is_alone(fix: &Fix, rule: &RuleId) -> bool {
    fix.rule.as_ref() == Some(rule) && fix.further_rules.is_empty()
}

/// Marks the fixes that only name a header where it is: the workspace has one header of that name.
fn moved_headers(fixes: &mut [Fix], context: &FixContext<'_>, text: &str) {
    let files = context.workspace.files();
    let base = |line: &str| {
        let path = line.split(['"', '<', '>']).nth(1)?;
        path.rsplit('/').next().map(str::to_owned)
    };
    let is_the_one = |old: &str, new: &str| {
        let name = base(old).filter(|name| base(new).as_ref() == Some(name));
        name.is_some_and(|name| files.iter().filter(|file| file.file_name() == name).count() == 1)
    };
    for fix in fixes {
        let is_it = is_alone(fix, &rule::c::compile::OWN_HEADER);
        let Some(after) = is_it.then(|| apply_edits(text, &fix.edits).ok()).flatten() else {
            continue;
        };
        let mut changed = text.lines().zip(after.lines()).filter(|(old, new)| old != new);
        if changed.all(|(old, new)| is_the_one(old, new)) {
            fix.evidence = DeterminedBy::Resolution.into();
        }
    }
}

/// Marks the fixes that only include headers of the library: the language says which header declares a name.
/// If the project declares one of the unknown names itself, that declaration may be meant.
fn library_headers(fixes: &mut [Fix], failure: &Failure<'_>) {
    let includes_only = |fix: &Fix| {
        let mut lines = fix.edits.iter().flat_map(|edit| edit.replacement.lines());
        let is_for_it = |line: &str| line.starts_with("#include <") || line.ends_with("_SOURCE");
        fix.edits.iter().all(|edit| edit.original.is_empty())
            && lines.all(|line| line.is_empty() || is_for_it(line))
    };
    let Some(fix) = fixes.iter_mut().find(|fix| includes_only(fix)) else {
        return;
    };
    if !failure.unknown_names().any(|name| failure.own_names.have(name)) {
        fix.evidence = DeterminedBy::Convention.into();
        // Names that only look like it do not count against it.
        fix.confidence = Confidence::new(fix.confidence.get().max(confidence::resolved()));
    }
}

/// Marks the fixes that put another name, or none, in the place of an unknown one which the project declares elsewhere:
/// it is not misspelt.
fn doubt_other_names(fixes: &mut [Fix], failure: &Failure<'_>) {
    let text = failure.text;
    let count = |text: &str, name: &str| search_evidence::words(text).filter(|word| *word == name).count();
    for fix in fixes.iter_mut() {
        let edits = fix.edits.iter().filter(|edit| edit.file == *failure.file);
        let Ok(after) = apply_edits(text, edits) else {
            continue;
        };
        let is_lost = |name: &str| count(&after, name) < count(text, name);
        let mut unknown = failure.unknown_names();
        if unknown.any(|name| is_lost(name) && failure.own_names.have(name)) {
            fix.evidence = DeterminedBy::Fitting.into();
        }
    }
}

/// Repairs by the state they belong to. Every error of a file asks for the same ones, one after another.
static LAST: Mutex<Option<(u64, Arc<[Repair]>)>> = Mutex::new(None);

/// The repairs of a text, searched for once.
async fn remembered(context: &FixContext<'_>, failure: &Failure<'_>) -> Result<Arc<[Repair]>, StrategyError> {
    let (file, text) = (failure.file, failure.text);
    let mut hasher = DefaultHasher::new();
    (context.workspace.root(), file, text, context.command.to_string()).hash(&mut hasher);
    let key = hasher.finish();
    let last = LAST.lock().unwrap_or_else(PoisonError::into_inner).clone();
    if let Some((_, repairs)) = last.filter(|(known, _)| *known == key) {
        return Ok(repairs);
    }
    let repairs: Arc<[Repair]> = match compiler_that_objects(context, file, text).await? {
        Some((compiler, report)) => found(&compiler, failure, report).await?.into(),
        None => Arc::default(),
    };
    *LAST.lock().unwrap_or_else(PoisonError::into_inner) = Some((key, Arc::clone(&repairs)));
    Ok(repairs)
}

/// The repairs of a text that the compiler objects to: what can be known without a search, and what a search finds
/// beside it.
async fn found(
    compiler: &Compiler<'_>,
    failure: &Failure<'_>,
    report: Report,
) -> Result<Vec<Repair>, StrategyError> {
    let file = failure.file;
    let is_cpp = is_cpp(file.as_str());
    let known = Known {
        own_names: failure.own_names,
        reported: failure.others.iter().map(plain).collect(),
    };
    let start = Prepared::new(failure.text, report);
    let start = own_header::find(compiler, failure.workspace, file, start).await?;
    let start = settled::settle(compiler, start, is_cpp, &known).await?;
    if start.report.passes {
        return Ok(vec![start.alone()]);
    }
    let found = search::search(compiler, &start.text, start.report.clone(), is_cpp).await?;
    let mut repairs: Vec<Repair> = found.into_iter().map(|repair| start.before(repair)).collect();
    if !start.steps.is_empty() && (start.is_settled || repairs.is_empty()) {
        repairs.push(start.alone());
    }
    Ok(repairs)
}

/// The compiler, if it finds fault with the text as the user's command did.
async fn compiler_that_objects<'a>(
    context: &'a FixContext<'a>,
    file: &RelPath,
    text: &str,
) -> Result<Option<(Compiler<'a>, Report)>, StrategyError> {
    let invocation = Invocation::of(context, file).await;
    let compiler = Compiler::new(context, &invocation, file);
    let report = compiler.judge(text).await?;
    let objects = !report.passes && !report.faults.is_empty();
    Ok(objects.then_some((compiler, report)))
}

fn is_first_of_its_file(diagnostic: &Diagnostic, context: &FixContext<'_>) -> bool {
    let errors = context.diagnostics.iter().filter(|other| other.is_error());
    let first = errors.into_iter().find(|other| other.file() == diagnostic.file());
    first.is_none_or(|first| first.location == diagnostic.location && first.message == diagnostic.message)
}

fn is_c(file: &str) -> bool {
    [".c", ".h", ".i"].iter().any(|ending| file.ends_with(ending))
}

fn is_cpp(file: &str) -> bool {
    [".cc", ".cpp", ".cxx", ".c++", ".hpp", ".hh", ".hxx", ".C"]
        .iter()
        .any(|ending| file.ends_with(ending))
}
