//! Turns the language service's answers into fixes.

use super::kinds;
use crate::hiding::is_stub;
use crate::respelling;
use crate::rule::typescript::service;
use crate::weights::{confidence, ranking, tool};
use serde::Deserialize;
use similar::{Algorithm, DiffOp, DiffTag, TextDiff};
use unbreak_core::policy::guard::Rule;
use unbreak_core::{
    Confidence, DeterminedBy, Diagnostic, Edit, FileOp, Fix, RelPath, SafetyClass, StrategyError, Workspace,
};

/// Everything that is offered for the errors of a project.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Answer {
    findings: Vec<Finding>,
    /// A sequence of fixes that leaves fewer errors than all of the best ones together.
    plan: Option<Plan>,
    /// The number of errors.
    errors: usize,
}

/// One error with its fixes, the best first.
#[derive(Debug, Deserialize)]
struct Finding {
    file: Option<String>,
    /// In UTF-16 units, as JavaScript counts.
    start: Option<usize>,
    code: u32,
    fixes: Vec<Offer>,
}

#[derive(Debug, Deserialize)]
struct Offer {
    title: String,
    /// How much it presumes: see [`Kind`](kinds::Kind).
    rank: u8,
    files: Vec<FileChange>,
}

#[derive(Debug, Deserialize)]
struct FileChange {
    file: String,
    created: bool,
    edits: Vec<TextEdit>,
}

#[derive(Debug, Deserialize)]
struct TextEdit {
    start: usize,
    length: usize,
    text: String,
}

#[derive(Debug, Deserialize)]
struct Plan {
    titles: Vec<String>,
    /// The number of errors it leaves.
    errors: usize,
    /// The rank of its most presuming step.
    rank: u8,
    texts: Vec<FileText>,
    /// For each finding, whether it is then gone.
    mended: Vec<bool>,
}

#[derive(Debug, Deserialize)]
struct FileText {
    file: String,
    text: String,
}

impl Answer {
    /// The fixes for the diagnostics of one cause.
    pub(super) fn fixes(
        &self,
        strategy: &str,
        diagnostics: &[&Diagnostic],
        workspace: &dyn Workspace,
    ) -> Result<Vec<Fix>, StrategyError> {
        let mut fixes: Vec<Fix> = Vec::new();
        let place_of = |diagnostic: &&Diagnostic| {
            let mut findings = self.findings.iter();
            findings.position(|finding| finding.is(diagnostic, workspace))
        };
        let own: Vec<Option<usize>> = diagnostics.iter().map(place_of).collect();
        for finding in own.iter().flatten() {
            for (place, offer) in self.findings[*finding].fixes.iter().enumerate() {
                if let Some(fix) = offer.fix(strategy, place, workspace)? {
                    let also = diagnostics.len() > 1;
                    join(&mut fixes, place, fix, also);
                }
            }
        }
        if let Some(plan) = self.plan.as_ref().filter(|plan| plan.is_for(&own)) {
            fixes.extend(plan.fix(strategy, self.errors, workspace)?);
        }
        Ok(fixes)
    }
}

/// One cause may show in several places: the first offers for each of them belong together.
fn join(fixes: &mut Vec<Fix>, place: usize, fix: Fix, also: bool) {
    match fixes.get_mut(place) {
        Some(known) if also && !known.conflicts_with(&fix) => {
            for edit in fix.edits {
                if !known.edits.contains(&edit) {
                    known.edits.push(edit);
                }
            }
        }
        Some(_) => {}
        None => fixes.push(fix),
    }
}

impl Finding {
    fn is(&self, diagnostic: &Diagnostic, workspace: &dyn Workspace) -> bool {
        let own = self.file.as_deref().and_then(|file| workspace.locate(file));
        let theirs = diagnostic.file().and_then(|file| workspace.locate(file));
        let code = format!("TS{}", self.code);
        let (Some(file), Some(start)) = (own.filter(|own| Some(own) == theirs.as_ref()), self.start) else {
            return false;
        };
        let Ok(text) = workspace.read_text(&file) else {
            return false;
        };
        let place = line_and_column(&text, start);
        diagnostic.code.as_deref() == Some(&code)
            && diagnostic.location.line == Some(place.0)
            && diagnostic.location.column == Some(place.1)
    }
}

/// 1-based line and column (tsc counts UTF-16 units) of a position.
fn line_and_column(text: &str, start: usize) -> (u32, u32) {
    let (mut line, mut column) = (1, 1);
    for unit in text.encode_utf16().take(start) {
        if unit == u16::from(b'\n') {
            (line, column) = (line + 1, 1);
        } else {
            column += 1;
        }
    }
    (line, column)
}

impl Offer {
    fn fix(
        &self,
        strategy: &str,
        place: usize,
        workspace: &dyn Workspace,
    ) -> Result<Option<Fix>, StrategyError> {
        let (safety, confidence) = kinds::sureness(self.rank);
        let place = u32::try_from(place).map_or(0.0, f64::from);
        let confidence = Confidence::new(confidence - ranking::next() * place);
        let mut fix = Fix::new(strategy, self.title.clone(), confidence)
            .by(service::CODE_FIX)
            .because("TypeScript's language service offers it for this error")
            .evidence(kinds::determined_by(self.rank))
            .safety(safety);
        for change in &self.files {
            let Some(file) = workspace.locate(&change.file) else {
                return Ok(None);
            };
            if change.created {
                let content = change.edits.iter().map(|edit| edit.text.as_str()).collect();
                fix.files.push(FileOp::Create { file, content });
                continue;
            }
            let text = workspace.read_text(&file)?;
            for edit in &change.edits {
                let (start, end) = (offset(&text, edit.start), offset(&text, edit.start + edit.length));
                fix.edits
                    .push(Edit::replace(&file, &text, start..end, edit.text.clone())?);
            }
        }
        if let Some(evidence) = respelling::offered(&self.title, &fix.edits, workspace) {
            fix.evidence = evidence;
        }
        mark_stubs(&mut fix, self.rank);
        Ok(Some(fix))
    }
}

/// Records which bodies a fix leaves unwritten, and for whom. Bodies that a use requires need the
/// operator's consent: the use may be wrong.
fn mark_stubs(fix: &mut Fix, rank: u8) {
    if fix.edits.iter().any(is_stub) {
        let determined_by = kinds::unwritten(rank);
        fix.evidence = determined_by.into();
        if determined_by == DeterminedBy::Placeholder {
            fix.needs = Some(Rule::Guess.name().to_owned());
        }
    }
}

/// The byte of a position in UTF-16 units.
fn offset(text: &str, position: usize) -> usize {
    let mut units = 0;
    let starts = text.char_indices().find(|(_, c)| {
        let here = units >= position;
        units += c.len_utf16();
        here
    });
    starts.map_or(text.len(), |(at, _)| at)
}

impl Plan {
    /// Returns whether it resolves one of some findings, or, where one is not known, everything.
    fn is_for(&self, findings: &[Option<usize>]) -> bool {
        let is_mended = |finding: &usize| self.mended.get(*finding) == Some(&true);
        let mends = |finding: &Option<usize>| finding.as_ref().map_or(self.errors == 0, is_mended);
        !self.titles.is_empty() && findings.iter().any(mends)
    }

    fn fix(
        &self,
        strategy: &str,
        errors: usize,
        workspace: &dyn Workspace,
    ) -> Result<Option<Fix>, StrategyError> {
        let confidence: f64 = if self.errors == 0 {
            confidence::possible()
        } else {
            tool::partial()
        };
        // A plan's confidence is that of its worst step.
        let confidence = Confidence::new(confidence.min(kinds::sureness(self.rank).1));
        let mended = errors.saturating_sub(self.errors);
        let mut fix = Fix::new(strategy, self.title(), confidence)
            .by(service::PLAN)
            .because(format!(
                "in this order TypeScript's own fixes remove {mended} of {errors} errors: {}",
                self.titles.join("; ")
            ))
            .evidence(kinds::determined_by(self.rank))
            .safety(SafetyClass::Unsafe);
        for FileText { file, text } in &self.texts {
            let Some(file) = workspace.locate(file) else {
                return Ok(None);
            };
            match workspace.read_text(&file) {
                Ok(before) => fix.edits.extend(difference(&file, &before, text)?),
                Err(_) => fix.files.push(FileOp::Create {
                    file,
                    content: text.clone(),
                }),
            }
        }
        mark_stubs(&mut fix, self.rank);
        Ok(Some(fix))
    }

    fn title(&self) -> String {
        match self.titles.as_slice() {
            [only] => only.clone(),
            [first, rest @ ..] => format!("{first}, and {} more", rest.len()),
            [] => String::new(),
        }
    }
}

/// The edits that turn one text into the other, line by line.
fn difference(file: &RelPath, before: &str, after: &str) -> Result<Vec<Edit>, StrategyError> {
    let diff = TextDiff::configure()
        .algorithm(Algorithm::Patience)
        .diff_lines(before, after);
    let (old, new) = (line_starts(before), line_starts(after));
    let edit = |op: &DiffOp| {
        let (was, is) = (op.old_range(), op.new_range());
        Edit::replace(
            file,
            before,
            old[was.start]..old[was.end],
            &after[new[is.start]..new[is.end]],
        )
    };
    let changed = diff.ops().iter().filter(|op| op.tag() != DiffTag::Equal);
    Ok(changed.map(edit).collect::<Result<_, _>>()?)
}

/// The start of each line, and the end.
fn line_starts(text: &str) -> Vec<usize> {
    let mut starts = vec![0];
    starts.extend(text.split_inclusive('\n').scan(0, |at, line| {
        *at += line.len();
        Some(*at)
    }));
    starts
}
