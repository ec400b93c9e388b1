//! Proposes a comment at the end of a file, or the changes that it is told, whatever the failure.
//!
//! The comment is useless and looks confident, and the strategy does not say what determined it. If a run
//! keeps it, the run took a pass for its merit. `cargo xtask bench flaky-fix` counts how often; `cargo xtask
//! bench guard` tells it changes that hide a failure.

use std::sync::Arc;

use unbreak_plugin_sdk::{
    Analysis, Candidate, Confidence, Descriptor, Diagnostic, Edit, Example, FileOp, Fix, FixContext,
    FixStrategy, Options, OptionsError, RelPath, StrategyError, Value, async_trait, json, plugin,
};

const TEXT: &str = "# looked at";

/// Examples are promises: `unbreak plugin check` runs them.
const EXAMPLES: &[Example] = &[Example::new(
    "a comment where the failure is reported",
    r#"{
            "diagnostic": {"type": "runtime", "severity": "error", "message": "it failed", "file": "a.py", "line": 1},
            "files": {"a.py": "run()\n"}
        }"#,
    r##"{"files": {"a.py": "run()\n# looked at\n"}}"##,
)];

static DESCRIPTOR: Descriptor = Descriptor::with_examples(
    "remark",
    env!("CARGO_PKG_VERSION"),
    "proposes a comment, whatever the failure",
    EXAMPLES,
);

#[derive(Default)]
struct Remark {
    /// The file to write to; otherwise the one of the failure.
    file: Option<String>,
    /// The comment.
    text: Option<String>,
    /// What to do instead: an array of objects, as JSON.
    changes: Option<String>,
}

plugin!(strategy: Remark::default());

#[async_trait]
impl FixStrategy for Remark {
    fn descriptor(&self) -> &Descriptor {
        &DESCRIPTOR
    }

    fn options_schema(&self) -> Option<Value> {
        Some(json!({
            "type": "object",
            "properties": {
                "file": {"type": "string", "description": "the file to write to"},
                "text": {"type": "string", "description": "the comment"},
                "changes": {
                    "type": "string",
                    "description": "JSON: objects with `file` and either `from` and `to`, `create`, `rename` or `delete`",
                },
            },
            "additionalProperties": false,
        }))
    }

    fn configured(&self, options: &Options) -> Result<Arc<dyn FixStrategy>, OptionsError> {
        let (file, text, changes) = (
            options.get("file")?,
            options.get("text")?,
            options.get("changes")?,
        );
        Ok(Arc::new(Self { file, text, changes }))
    }

    fn assess(&self, _: &Diagnostic) -> Option<Candidate> {
        Some(Candidate::new(
            DESCRIPTOR.id.as_ref(),
            "remark",
            "adds a comment",
            0.99,
        ))
    }

    async fn propose(
        &self,
        analysis: &Analysis,
        context: &FixContext<'_>,
    ) -> Result<Vec<Fix>, StrategyError> {
        if let Some(changes) = &self.changes {
            return told(changes, context).map(|fix| vec![fix]);
        }
        let file = self.file.as_deref().or(analysis.diagnostic.file());
        let Some(file) = file.and_then(|file| context.workspace.locate(file)) else {
            return Ok(Vec::new());
        };
        let source = context.workspace.read_text(&file)?;
        let text = self.text.as_deref().unwrap_or(TEXT);
        if source.contains(text) {
            return Ok(Vec::new());
        }
        let edit = Edit::insert(&file, &source, source.len(), format!("{text}\n"))?;
        let fix = Fix::new(
            DESCRIPTOR.id.as_ref(),
            format!("add a comment to {file}"),
            Confidence::new(0.99),
        );
        Ok(vec![fix.because("it looks better with it").edit(edit)])
    }
}

/// The changes that the option tells, as one fix.
fn told(changes: &str, context: &FixContext<'_>) -> Result<Fix, StrategyError> {
    let invalid = |what: &str| StrategyError::Other(format!("`changes` is not valid: {what}"));
    let changes: Vec<Value> =
        unbreak_plugin_sdk::serde_json::from_str(changes).map_err(|error| invalid(&error.to_string()))?;
    let mut fix = Fix::new(DESCRIPTOR.id.as_ref(), "as told", Confidence::new(0.99));
    for change in &changes {
        let text = |key: &str| change.get(key).and_then(Value::as_str).map(str::to_owned);
        let path = |path: String| RelPath::new(&path).map_err(|error| invalid(&error.to_string()));
        let file = path(text("file").ok_or_else(|| invalid("no file"))?)?;
        if let Some(content) = text("create") {
            fix.files.push(FileOp::Create { file, content });
        } else if let Some(to) = text("rename") {
            fix.files.push(FileOp::Rename {
                from: file,
                to: path(to)?,
            });
        } else if change.get("delete").is_some() {
            fix.files.push(FileOp::Delete { file });
        } else {
            let (from, to) = text("from")
                .zip(text("to"))
                .ok_or_else(|| invalid("nothing to do"))?;
            let source = context.workspace.read_text(&file)?;
            let at = source
                .find(&from)
                .ok_or_else(|| invalid(&format!("{file} lacks {from:?}")))?;
            fix = fix.edit(Edit::replace(&file, &source, at..at + from.len(), to)?);
        }
    }
    Ok(fix.because("it was told"))
}
