//! The answer to a call: a text and a value, both small and each complete without the other; and the place of
//! the rest.

use std::sync::Arc;

use rmcp::model::{CallToolResult, ContentBlock, Resource};
use serde_json::{Map, Value, json};

use super::documents::Documents;
use crate::error::CliError;

/// The most bytes of text or JSON in an answer. Codex cuts at 10 KiB, Claude Code at 25,000 tokens.
const MOST_BYTES: usize = 9_000;

/// The result of a call.
#[derive(Debug, Clone)]
pub(super) struct Answer {
    /// For clients that show text.
    text: String,
    /// For clients that read values: the result in the tool's output schema.
    value: Map<String, Value>,
    /// The whole result, if `text` or `value` are only a part of it.
    more: Option<Resource>,
    /// The whole as text, in pages.
    whole: Option<Arc<str>>,
    is_error: bool,
}

impl Answer {
    /// A tool's result as text and as a value. Long parts are shortened, and the whole is kept.
    pub(super) fn of(text: String, result: Value, documents: &Documents) -> Self {
        Self::with_whole(text, result, None, documents)
    }

    /// The same for a value that is a summary of a larger one.
    pub(super) fn with_whole(
        text: String,
        mut result: Value,
        whole: Option<&Value>,
        documents: &Documents,
    ) -> Self {
        let complete = whole.unwrap_or(&result);
        let size = complete.to_string().len();
        let is_long = text.len() > MOST_BYTES || size > MOST_BYTES;
        let document =
            (is_long || whole.is_some()).then(|| serde_json::to_string_pretty(complete).unwrap_or_default());
        shorten(&mut result, MOST_BYTES);
        let mut answer = Self {
            text,
            value: Map::new(),
            more: None,
            whole: None,
            is_error: false,
        };
        answer.value.insert("state".to_owned(), "done".into());
        answer.value.insert("result".to_owned(), result);
        if let Some(document) = document {
            let document: Arc<str> = document.into();
            let resource = documents.keep(&document, "application/json");
            if is_long {
                answer
                    .value
                    .insert("more".to_owned(), resource.uri.clone().into());
            }
            answer.text = cut(&answer.text, MOST_BYTES);
            answer.more = Some(resource);
            answer.whole = Some(document);
        }
        answer
    }

    /// A call that failed.
    pub(super) fn failed(error: &CliError) -> Self {
        Self::error("failed", error)
    }

    /// A call that was cancelled.
    pub(super) fn cancelled(error: &CliError) -> Self {
        Self::error("cancelled", error)
    }

    fn error(state: &str, error: &CliError) -> Self {
        let mut text = Vec::new();
        // Writing to memory does not fail.
        let _ = error.write(&mut text);
        let text = anstream::adapter::strip_str(&String::from_utf8_lossy(&text)).to_string();
        let value = json!({ "state": state, "error": cut(&text, MOST_BYTES) });
        Self {
            text: cut(&text, MOST_BYTES),
            value: value.as_object().cloned().unwrap_or_default(),
            more: None,
            whole: None,
            is_error: true,
        }
    }

    /// A call that is still running: its result is requested by its id.
    pub(super) fn working(id: &str, progress: &str) -> Self {
        let text = format!(
            "still working ({progress}). The job is {id}: call `job` with {{\"job\": \"{id}\", \"action\": \"wait\"}} \
             until it is done, or with \"cancel\" to end it."
        );
        let value = json!({ "state": "working", "job": id, "progress": progress });
        Self {
            text,
            value: value.as_object().cloned().unwrap_or_default(),
            more: None,
            whole: None,
            is_error: false,
        }
    }

    /// The same with notes for the reader.
    pub(super) fn noting(mut self, notes: &[String]) -> Self {
        if !notes.is_empty() {
            self.value.insert("notes".to_owned(), json!(notes));
            for note in notes {
                self.text.push_str("\n\nnote: ");
                self.text.push_str(note);
            }
        }
        self
    }

    /// A page of the whole, by number from 1; the answer itself if it is the whole.
    pub(super) fn page(&self, page: usize) -> Result<Self, CliError> {
        let Some(whole) = &self.whole else {
            return match page {
                1 => Ok(self.clone()),
                _ => Err(CliError::usage(format!("there is no page {page}, only one"))),
            };
        };
        let pages: Vec<&str> = pages(whole, MOST_BYTES).collect();
        let Some(text) = page.checked_sub(1).and_then(|at| pages.get(at)) else {
            return Err(CliError::usage(format!(
                "there is no page {page}, only {}",
                pages.len()
            )));
        };
        let value = json!({ "state": "done", "page": page, "pages": pages.len(), "text": text });
        Ok(Self {
            text: (*text).to_owned(),
            value: value.as_object().cloned().unwrap_or_default(),
            more: None,
            whole: None,
            is_error: false,
        })
    }

    /// The answer in the protocol's form; with the job's id, if the client knows it.
    pub(super) fn into_result(mut self, job: Option<&str>) -> CallToolResult {
        if let Some(job) = job {
            self.value.entry("job").or_insert_with(|| job.into());
        }
        let mut content = vec![ContentBlock::text(self.text)];
        content.extend(self.more.map(ContentBlock::resource_link));
        let mut result = match self.is_error {
            true => CallToolResult::error(content),
            false => CallToolResult::success(content),
        };
        result.structured_content = Some(Value::Object(self.value));
        result
    }
}

/// The schema of every answer, with that of the tool's own result in it. If known, it also has `error`,
/// `progress`, `notes` and `more`: texts without a schema.
pub(super) fn schema(result: &Value) -> Map<String, Value> {
    let text = json!({ "type": "string" });
    let schema = json!({
        "type": "object",
        "required": ["state"],
        "properties": {
            "state": { "enum": ["done", "working", "failed", "cancelled"] },
            "job": text,
            "result": result,
        },
    });
    schema.as_object().cloned().unwrap_or_default()
}

/// Shortens texts and lists until the value takes at most this many bytes.
fn shorten(value: &mut Value, most: usize) {
    let (mut text, mut list) = (4_000, 60);
    while value.to_string().len() > most && list > 0 {
        trim(value, text, list);
        text /= 2;
        list = list * 2 / 3;
    }
}

fn trim(value: &mut Value, text: usize, list: usize) {
    match value {
        Value::String(long) if long.len() > text => *long = cut(long, text),
        Value::Array(items) => {
            items.truncate(list);
            items.iter_mut().for_each(|item| trim(item, text, list));
        }
        Value::Object(fields) => fields.values_mut().for_each(|field| trim(field, text, list)),
        _ => {}
    }
}

/// The beginning and the end of a long text, with a line that says what is missing.
fn cut(text: &str, most: usize) -> String {
    if text.len() <= most {
        return text.to_owned();
    }
    let half = most.saturating_sub(60) / 2;
    let head = text.floor_char_boundary(half);
    let tail = text.ceil_char_boundary(text.len() - half);
    format!(
        "{}\n[... {} bytes left out ...]\n{}",
        &text[..head],
        tail - head,
        &text[tail..]
    )
}

/// The pages of a text, each of at most this many bytes, broken at lines if possible.
fn pages(text: &str, most: usize) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let end = match rest.len() <= most {
            true => rest.len(),
            false => {
                let limit = rest.floor_char_boundary(most);
                rest[..limit].rfind('\n').map_or(limit, |line| line + 1)
            }
        };
        let (page, after) = rest.split_at(end);
        rest = after;
        Some(page)
    })
}
