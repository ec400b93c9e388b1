//! Applies a known fix through the engine and its guards.

use std::borrow::Cow;

use async_trait::async_trait;
use unbreak_core::session::Proposal;
use unbreak_core::session::extent::Extent;
use unbreak_core::{
    Analysis, Candidate, Confidence, Descriptor, Diagnostic, Fix, FixContext, FixStrategy, Registry,
    Stability, StrategyError, Workspace,
};

use crate::error::AgentError;
use crate::workspace::Tree;

/// A strategy that always proposes the same fix.
struct Given {
    descriptor: Descriptor,
    fix: Fix,
}

#[async_trait]
impl FixStrategy for Given {
    fn descriptor(&self) -> &Descriptor {
        &self.descriptor
    }

    fn assess(&self, _diagnostic: &Diagnostic) -> Option<Candidate> {
        Some(Candidate {
            strategy: self.descriptor.id.clone().into_owned(),
            action: "apply".to_owned(),
            description: self.fix.title.clone(),
            confidence: self.fix.confidence,
        })
    }

    async fn propose(&self, _: &Analysis, _: &FixContext<'_>) -> Result<Vec<Fix>, StrategyError> {
        Ok(vec![self.fix.clone()])
    }
}

/// A registry with only one fix.
///
/// # Errors
/// Never, because a single plug-in cannot clash; the registry's builder does not know that.
pub(super) fn registry_of(fix: Fix, confidence: f64) -> Result<Registry, AgentError> {
    let mut fix = fix;
    fix.confidence = Confidence::new(confidence);
    let descriptor = Descriptor {
        id: Cow::Owned(fix.strategy.clone()),
        version: Cow::Borrowed(env!("CARGO_PKG_VERSION")),
        summary: Cow::Borrowed("applies the fix that a debug session proposes"),
        docs: Cow::Borrowed("# What it does\nProposes one fix, whatever is wrong."),
        languages: Cow::Borrowed(&[]),
        examples: Cow::Borrowed(&[]),
        stability: Stability::Stable,
    };
    Ok(Registry::builder().strategy(Given { descriptor, fix }).build()?)
}

/// The description of a fix for the machine, measured on the present tree.
///
/// # Errors
/// If the fix does not fit the tree.
pub(super) fn proposal_of(fix: &Fix, tree: &Tree) -> Result<Proposal, AgentError> {
    let mut extents: std::collections::BTreeMap<String, Extent> = std::collections::BTreeMap::new();
    for edit in &fix.edits {
        let text = tree.read_text(&edit.file)?;
        add_lines(extents.entry(edit.file.to_string()).or_default(), &text, edit);
    }
    let whole = fix.files.iter().flat_map(unbreak_core::FileOp::touched);
    for file in whole {
        let extent = extents.entry(file.to_string()).or_default();
        let text = tree.read_text(file).unwrap_or_default();
        extent.lines += u32::try_from(text.lines().count()).unwrap_or(u32::MAX).max(1);
        extent.functions.insert(0);
    }
    let count = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
    Ok(Proposal {
        title: fix.title.clone(),
        patch: tree.preview(fix)?,
        files: extents.keys().cloned().collect(),
        lines: extents.values().map(|extent| extent.lines).sum(),
        functions: extents.values().map(|extent| count(extent.functions.len())).sum(),
        shotgun: false,
        confidence: 0.0,
        verified: None,
    })
}

/// Adds the lines that an edit really changes: lines at its ends that are equal to the old text are context.
fn add_lines(extent: &mut Extent, text: &str, edit: &unbreak_core::Edit) {
    let first = text[..edit.range.start].matches('\n').count() + 1;
    let old: Vec<&str> = edit.original.split_inclusive('\n').collect();
    let new: Vec<&str> = edit.replacement.split_inclusive('\n').collect();
    for change in similar::capture_diff_slices(similar::Algorithm::Myers, &old, &new) {
        let (tag, old, new) = change.as_tag_tuple();
        if tag != similar::DiffTag::Equal {
            let count = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
            extent.add(text, count(first + old.start), count(old.len()), count(new.len()));
        }
    }
}
