//! Proposes a comment at the end of a file, whatever the failure.
//!
//! The change is useless and looks confident, and the strategy does not say what determined it. If a run
//! keeps it, the run took a pass for its merit. `cargo xtask bench flaky-fix` counts how often.

use std::sync::Arc;

use unbreak_plugin_sdk::{
    Analysis, Candidate, Confidence, Descriptor, Diagnostic, Edit, Example, Fix, FixContext, FixStrategy,
    Options, OptionsError, StrategyError, Value, async_trait, json, plugin,
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
            },
            "additionalProperties": false,
        }))
    }

    fn configured(&self, options: &Options) -> Result<Arc<dyn FixStrategy>, OptionsError> {
        let (file, text) = (options.get("file")?, options.get("text")?);
        Ok(Arc::new(Self { file, text }))
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
