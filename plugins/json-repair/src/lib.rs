//! Repairs JSON files that do not parse: commas too many or too few, single quotes, missing closing
//! brackets.
//!
//! Each step looks where the parser stopped, and tries the few changes that people forget there; a
//! change counts when the parser then comes further.

use unbreak_plugin_sdk::serde_json::error::Category;
use unbreak_plugin_sdk::{
    Analysis, Candidate, Confidence, Descriptor, Diagnostic, Edit, Evidence, Example, Fix, FixContext,
    FixStrategy, StrategyError, Value, async_trait, plugin, serde_json,
};

/// A file with more faults than this is not a slip of the pen.
const MOST_FAULTS: usize = 20;

/// Examples are promises: `unbreak plugin check` runs them.
const EXAMPLES: &[Example] = &[
    Example::new(
        "a comma before the end",
        r#"{
                "diagnostic": {"type": "syntax", "severity": "error", "message": "found: '}'", "file": "a.json", "line": 1},
                "files": {"a.json": "{\"a\": 1,}\n"}
            }"#,
        r#"{"files": {"a.json": "{\"a\": 1}\n"}}"#,
    ),
    Example::new(
        "a comma that is missing, and a bracket",
        r#"{
                "diagnostic": {"type": "syntax", "severity": "error", "message": "found: 'STRING'", "file": "a.json", "line": 1},
                "files": {"a.json": "[\"a\" \"b\"\n"}
            }"#,
        r#"{"files": {"a.json": "[\"a\", \"b\"]\n"}}"#,
    ),
];

static DESCRIPTOR: Descriptor = Descriptor::with_examples(
    "json_repair",
    env!("CARGO_PKG_VERSION"),
    "repairs commas, quotes and brackets of JSON files",
    EXAMPLES,
);

struct JsonRepair;

plugin!(strategy: JsonRepair);

#[async_trait]
impl FixStrategy for JsonRepair {
    fn descriptor(&self) -> &Descriptor {
        &DESCRIPTOR
    }

    fn assess(&self, diagnostic: &Diagnostic) -> Option<Candidate> {
        diagnostic.file().filter(|file| file.ends_with(".json"))?;
        Some(Candidate::new(
            DESCRIPTOR.id.as_ref(),
            "repair JSON",
            "repairs commas, quotes and brackets",
            0.8,
        ))
    }

    async fn propose(
        &self,
        analysis: &Analysis,
        context: &FixContext<'_>,
    ) -> Result<Vec<Fix>, StrategyError> {
        let file = analysis.diagnostic.file();
        let Some(file) = file.and_then(|file| context.workspace.locate(file)) else {
            return Ok(Vec::new());
        };
        let source = context.workspace.read_text(&file)?;
        let Some(changes) = mend(&source) else {
            return Ok(Vec::new());
        };
        let edits = changes.iter().map(|change| {
            Edit::replace(
                &file,
                &source,
                change.at..change.at + change.removed,
                change.added,
            )
        });
        let fix = Fix::new(
            DESCRIPTOR.id.as_ref(),
            format!("repair {file}"),
            Confidence::new(0.9),
        )
        .evidence(Evidence::search(true))
        .because("the file is JSON with it, and was not before")
        .edits(edits.collect::<Result<Vec<_>, _>>()?);
        Ok(vec![fix])
    }
}

/// A change of the original text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Change {
    at: usize,
    removed: usize,
    added: &'static str,
}

/// The changes after which the text is JSON; none when it is, or cannot be repaired.
fn mend(source: &str) -> Option<Vec<Change>> {
    let mut changes: Vec<Change> = Vec::new();
    let mut stopped = stop(source)?;
    for _ in 0..MOST_FAULTS {
        let tried = candidates(source, &changes, stopped)
            .into_iter()
            .filter_map(|change| further(source, &changes, change, stopped));
        let (next, where_now) = tried.max_by_key(|(_, stopped)| stopped.unwrap_or(usize::MAX))?;
        changes = next;
        match where_now {
            None => return Some(changes),
            Some(at) => stopped = at,
        }
    }
    None
}

/// The changes with one more, if the parser comes further with it; and where it stops then.
fn further(
    source: &str,
    changes: &[Change],
    change: Change,
    stopped: usize,
) -> Option<(Vec<Change>, Option<usize>)> {
    let mut next = changes.to_vec();
    next.push(change);
    next.sort_by_key(|change| change.at);
    let now = stop(&apply(source, &next));
    now.is_none_or(|now| now > stopped).then_some((next, now))
}

/// Where the parser stops, in bytes; none when the text is JSON.
fn stop(text: &str) -> Option<usize> {
    let error = serde_json::from_str::<Value>(text).err()?;
    if error.classify() == Category::Eof {
        return Some(text.len());
    }
    let before: usize = text
        .split_inclusive('\n')
        .take(error.line() - 1)
        .map(str::len)
        .sum();
    Some((before + error.column().saturating_sub(1)).min(text.len()))
}

fn apply(source: &str, changes: &[Change]) -> String {
    let mut text = String::with_capacity(source.len() + changes.len());
    let mut done = 0;
    for change in changes {
        text.push_str(&source[done..change.at]);
        text.push_str(change.added);
        done = change.at + change.removed;
    }
    text.push_str(&source[done..]);
    text
}

/// What may be wrong where the parser stopped, as changes of the original text.
fn candidates(source: &str, changes: &[Change], stopped: usize) -> Vec<Change> {
    let at = original(changes, stopped).min(source.len());
    let token = source[..source.floor_char_boundary(at)].trim_end().len();
    let mut found = Vec::new();
    let mut try_change = |at, removed, added| found.push(Change { at, removed, added });
    if source[..token].ends_with(',') {
        try_change(token - 1, 1, "");
    }
    if source[at..].starts_with(',') {
        try_change(at, 1, "");
    }
    if source[at..].starts_with('\'') {
        try_change(at, 1, "\"");
        if let Some(end) = source[at + 1..].find('\'') {
            try_change(at + 1 + end, 1, "\"");
        }
    }
    for added in [",", "]", "}", "\""] {
        try_change(token, 0, added);
    }
    found.retain(|change| {
        !changes
            .iter()
            .any(|known| known.at == change.at && known.added == change.added)
    });
    found
}

/// The place in the original text of a place in the changed one.
fn original(changes: &[Change], mut at: usize) -> usize {
    for change in changes {
        if at < change.at {
            break;
        }
        at = (at + change.removed)
            .saturating_sub(change.added.len())
            .max(change.at);
    }
    at
}
