//! The plug-ins of the library under test.

use std::sync::Arc;

use unbreak_plugin_sdk::{
    Claims, DebugTool, Descriptor, Diagnostic, ErrorParser, ErrorType, Line, Options, OptionsError,
    ParserState, RelPath, Severity, Sink, Step, ToolContext, ToolError, Value, async_trait, json, plugin,
};

plugin!(parser: Stack { depth: 9 }, tool: Probe);

static STACK: Descriptor = Descriptor::new(
    "stack",
    "1.0.0",
    "Two frames or more; `at ?` may belong to what follows.",
);
static PROBE: Descriptor = Descriptor::new("probe", "1.0.0", "Reads a file, or panics.");

struct Stack {
    depth: usize,
}

impl ErrorParser for Stack {
    fn descriptor(&self) -> &Descriptor {
        &STACK
    }

    fn triggers(&self) -> &[&str] {
        &["at "]
    }

    fn claims(&self) -> Option<Claims> {
        Some(Claims::blocks("^at ", "."))
    }

    fn options_schema(&self) -> Option<Value> {
        Some(json!({"properties": {"depth": {"type": "integer"}}}))
    }

    fn configured(&self, options: &Options) -> Result<Arc<dyn ErrorParser>, OptionsError> {
        match options.get("depth")?.unwrap_or(self.depth) {
            0 => Err(OptionsError::value("depth", "at least 1")),
            depth => Ok(Arc::new(Self { depth })),
        }
    }

    fn start(&self) -> Box<dyn ParserState> {
        Box::new(Frames {
            depth: self.depth,
            held: Vec::new(),
        })
    }
}

struct Frames {
    depth: usize,
    held: Vec<String>,
}

impl Frames {
    fn emit(&mut self, sink: &mut Sink) {
        self.held.retain(|frame| frame != "?");
        self.held.truncate(self.depth);
        if !self.held.is_empty() {
            sink.emit(Diagnostic::new(
                ErrorType::Runtime,
                Severity::Error,
                self.held.join(" "),
            ));
        }
        self.held.clear();
    }
}

impl ParserState for Frames {
    fn line(&mut self, line: &Line<'_>, sink: &mut Sink) -> Step {
        if let Some(frame) = line.text.strip_prefix("at ") {
            self.held.push(frame.to_owned());
            return Step::More;
        }
        let unsure = self.is_unsure();
        self.emit(sink);
        if unsure { Step::Return } else { Step::Pass }
    }

    fn is_unsure(&self) -> bool {
        self.held.last().is_some_and(|frame| frame == "?")
    }

    fn is_unfinished(&self) -> bool {
        self.held.len() == 1
    }

    fn finish(&mut self, sink: &mut Sink) {
        sink.stopped_early();
        self.emit(sink);
    }
}

struct Probe;

#[async_trait]
impl DebugTool for Probe {
    fn descriptor(&self) -> &Descriptor {
        &PROBE
    }

    fn input_schema(&self) -> Value {
        json!({})
    }

    fn output_schema(&self) -> Value {
        json!({})
    }

    async fn call(&self, input: Value, context: &ToolContext<'_>) -> Result<Value, ToolError> {
        let file = match input.as_str() {
            Some("panic") => panic!("as it was told"),
            Some("quiet") | None => return Ok(Value::Null),
            Some(file) => RelPath::new(file).map_err(|error| ToolError::Input(error.to_string()))?,
        };
        context.tell("reading");
        let text = context.workspace.read_text(&file)?;
        tokio::task::yield_now().await;
        tracing::info!("read {} bytes", text.len());
        Ok(json!({"read": text}))
    }
}
