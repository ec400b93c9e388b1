//! The code actions that a server offers: which of them are repairs, and their edits.

use std::collections::BTreeMap;
use std::ops::Range;

use serde::Deserialize;
use serde_json::Value;
use unbreak_core::{DeterminedBy, Edit, SafetyClass, StrategyError, Workspace};

use super::uri;
use crate::hiding::{is_stub, silences};
use crate::respelling;
use crate::tool_offer::Offer;
use crate::weights::{confidence, ranking};

/// Beginnings of titles, in lower case, of actions that repair nothing: they silence the finding,
/// or make up missing code.
const REFUSED: &[&str] = &[
    "ignore",
    "suppress",
    "disable",
    "add `#",
    "add '#",
    "add # ",
    "add @ts-",
    "generate",
    "create",
    "declare",
    "add all",
    "add missing function declaration",
    "add index signature",
    "infer",
    "allow",
    "mark ",
    "show documentation",
    "fix all",
    "fix this",
];

/// A code action, as far as it matters here.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Action {
    pub(super) title: String,
    kind: Option<String>,
    #[serde(default)]
    is_preferred: bool,
    disabled: Option<Value>,
    pub(super) edit: Option<WorkspaceEdit>,
}

/// Changes to several files.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct WorkspaceEdit {
    changes: BTreeMap<String, Vec<TextEdit>>,
    document_changes: Vec<DocumentChange>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(untagged)]
enum DocumentChange {
    #[serde(rename_all = "camelCase")]
    Edits {
        text_document: Document,
        edits: Vec<TextEdit>,
    },
    /// A file is created, renamed or deleted.
    Other(#[expect(dead_code, reason = "that there is one is all that matters")] Value),
}

#[derive(Debug, Clone, Deserialize)]
struct Document {
    uri: String,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
struct TextEdit {
    range: Span,
    new_text: String,
}

/// A range of a text.
#[derive(Debug, Clone, Copy, Deserialize)]
pub(super) struct Span {
    pub(super) start: Position,
    pub(super) end: Position,
}

/// Line and UTF-16 unit, both from 0.
#[derive(Debug, Clone, Copy, Deserialize)]
pub(super) struct Position {
    pub(super) line: u32,
    pub(super) character: u32,
}

impl Action {
    /// Returns whether it may be a repair.
    pub(super) fn is_usable(&self) -> bool {
        let title = self.title.to_lowercase();
        let is_fix = self
            .kind
            .as_deref()
            .is_none_or(|kind| kind.starts_with("quickfix"));
        is_fix && self.disabled.is_none() && !REFUSED.iter().any(|refused| title.starts_with(refused))
    }

    /// The offer that it makes; `None` when it changes protected files, or nothing.
    pub(super) fn offer(
        &self,
        server: &str,
        rank: usize,
        workspace: &dyn Workspace,
    ) -> Result<Option<Offer>, StrategyError> {
        let edits = self.edit.as_ref().map(|edit| edit.edits(workspace));
        let edits = edits.transpose()?.flatten().unwrap_or_default();
        if edits.is_empty() || edits.iter().any(|edit| silences(edit) || is_stub(edit)) {
            return Ok(None);
        }
        let is_sure = self.is_preferred && rank == 0;
        let confidence = if is_sure {
            confidence::preferred()
        } else {
            confidence::open()
        };
        let place = u32::try_from(rank).map_or(0.0, f64::from);
        Ok(Some(Offer {
            rules: vec![crate::rule::any::server::ACTION],
            title: self.title.clone(),
            reason: format!("{server} offers it for this place"),
            // The action that a server prefers is the best of its guesses, and not certain.
            safety: SafetyClass::Unsafe,
            confidence: (confidence - ranking::next() * place).max(ranking::last()),
            evidence: respelling::offered(&self.title, &edits, workspace)
                .unwrap_or(DeterminedBy::ToolHint.into()),
            edits,
        }))
    }
}

impl WorkspaceEdit {
    /// The edits by bytes; `None` when they reach beyond the workspace, or do more than change texts.
    fn edits(&self, workspace: &dyn Workspace) -> Result<Option<Vec<Edit>>, StrategyError> {
        let mut found = Vec::new();
        let by_uri = self.changes.iter().map(|(uri, edits)| Some((uri, edits)));
        let by_document = self.document_changes.iter().map(|change| match change {
            DocumentChange::Edits { text_document, edits } => Some((&text_document.uri, edits)),
            DocumentChange::Other(_) => None,
        });
        for change in by_uri.chain(by_document) {
            let Some((uri, edits)) = change else {
                return Ok(None);
            };
            let file = uri::path(uri).and_then(|path| workspace.locate(&path));
            let Some((file, text)) =
                file.and_then(|file| Some((file.clone(), workspace.read_text(&file).ok()?)))
            else {
                return Ok(None);
            };
            for (range, new) in joined(edits, &text) {
                found.push(Edit::replace(&file, &text, range, new)?);
            }
        }
        found.retain(|edit| edit.original != edit.replacement);
        Ok(Some(found))
    }
}

/// The edits in order; several insertions at one place become one edit, in the order in which they
/// are listed.
fn joined(edits: &[TextEdit], text: &str) -> Vec<(Range<usize>, String)> {
    let mut ordered: Vec<(Range<usize>, String)> = edits
        .iter()
        .map(|edit| (edit.range.bytes(text), edit.new_text.clone()))
        .collect();
    ordered.sort_by_key(|(range, _)| range.start);
    let mut joined: Vec<(Range<usize>, String)> = Vec::new();
    for (range, new) in ordered {
        match joined.last_mut() {
            Some((last, before)) if last.start == last.end && last.start == range.start => {
                before.push_str(&new);
                *last = range;
            }
            _ => joined.push((range, new)),
        }
    }
    joined
}

impl Span {
    /// Returns whether it is on a line, counted from 0.
    pub(super) fn touches(&self, line: u32) -> bool {
        self.start.line <= line && line <= self.end.line
    }

    fn bytes(&self, text: &str) -> Range<usize> {
        let start = self.start.byte(text);
        start..self.end.byte(text).max(start)
    }
}

impl Position {
    /// The byte of the text. Beyond the end of a line is its end, as the protocol has it.
    fn byte(self, text: &str) -> usize {
        let lines = text.split_inclusive('\n').take(self.line as usize);
        let start: usize = lines.map(str::len).sum();
        let line = text[start..].split('\n').next().unwrap_or_default();
        let mut units = 0;
        let wanted = self.character as usize;
        let at = line.char_indices().find(|(_, c)| {
            let is_here = units >= wanted;
            units += c.len_utf16();
            is_here
        });
        start + at.map_or(line.trim_end_matches('\r').len(), |(at, _)| at)
    }
}
