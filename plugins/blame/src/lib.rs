//! Says which commits last changed some lines of a file: `git blame` as a debug tool.

use std::collections::BTreeMap;
use std::sync::Arc;

use unbreak_plugin_sdk::{
    Command, DebugTool, Descriptor, Example, Options, OptionsError, ToolContext, ToolError, Value,
    async_trait, json, plugin,
};

/// Examples are promises: `unbreak plugin check` runs them.
const EXAMPLES: &[Example] = &[Example::new(
    "a file that no commit knows",
    r#"{"file": "nothing.txt", "line": 1}"#,
    r#"{"lines": []}"#,
)];

static DESCRIPTOR: Descriptor = Descriptor::with_examples(
    "blame",
    env!("CARGO_PKG_VERSION"),
    "says which commits last changed some lines of a file",
    EXAMPLES,
);

#[derive(Default)]
struct Blame {
    /// A file with commits that are looked through: reformatting and its like.
    ignore_revs_file: Option<String>,
}

plugin!(tool: Blame::default());

#[async_trait]
impl DebugTool for Blame {
    fn descriptor(&self) -> &Descriptor {
        &DESCRIPTOR
    }

    fn input_schema(&self) -> Value {
        json!({
            "type": "object",
            "properties": {
                "file": {"type": "string", "description": "relative to the workspace"},
                "line": {"type": "integer", "minimum": 1},
                "end_line": {"type": "integer", "minimum": 1, "description": "the last one; otherwise `line`"},
            },
            "required": ["file", "line"],
        })
    }

    fn output_schema(&self) -> Value {
        json!({
            "type": "object",
            "properties": {
                "lines": {"type": "array", "items": {"type": "object", "properties": {
                    "line": {"type": "integer"}, "commit": {"type": "string"}, "author": {"type": "string"},
                    "time": {"type": "integer", "description": "seconds since 1970"},
                    "summary": {"type": "string"}, "text": {"type": "string"},
                }}},
                "reason": {"type": "string", "description": "why there are none, in git's words"},
            },
            "required": ["lines"],
        })
    }

    fn options_schema(&self) -> Option<Value> {
        Some(json!({
            "type": "object",
            "properties": {"ignore_revs_file": {
                "type": "string",
                "description": "a file of the workspace with commits that git looks through",
            }},
            "additionalProperties": false,
        }))
    }

    fn configured(&self, options: &Options) -> Result<Arc<dyn DebugTool>, OptionsError> {
        let ignore_revs_file = options.get("ignore_revs_file")?;
        Ok(Arc::new(Self { ignore_revs_file }))
    }

    async fn call(&self, input: Value, context: &ToolContext<'_>) -> Result<Value, ToolError> {
        let missing = |key: &str| ToolError::Input(format!("'{key}' is missing"));
        let file = input["file"].as_str().ok_or_else(|| missing("file"))?;
        let first = input["line"].as_u64().ok_or_else(|| missing("line"))?;
        let last = input["end_line"].as_u64().unwrap_or(first);
        let range = format!("-L{first},{last}");
        let ignored = self.ignore_revs_file.iter();
        let ignored = ignored.flat_map(|file| ["--ignore-revs-file", file]);
        let arguments = ["blame", "--line-porcelain", &range].into_iter().chain(ignored);
        let command = Command::new("git", arguments.chain(["--", file]));
        context.tell("asking git");
        let completed = context.runner.run(&command).await?;
        if !completed.exit.is_success() {
            let reason = String::from_utf8_lossy(&completed.stderr).trim().to_owned();
            return Ok(json!({"lines": [], "reason": reason}));
        }
        Ok(json!({"lines": lines(&completed.stdout_text())}))
    }
}

/// `--line-porcelain`: for each line the commit and the number, headers, and the text after a tab.
fn lines(porcelain: &str) -> Vec<Value> {
    let mut found = Vec::new();
    let mut commit = ("", 0);
    let mut headers: BTreeMap<&str, &str> = BTreeMap::new();
    for line in porcelain.lines() {
        if let Some(text) = line.strip_prefix('\t') {
            found.push(entry(commit, &headers, text));
            headers.clear();
        } else if headers.is_empty() && commit_line(line).is_some() {
            commit = commit_line(line).unwrap_or_default();
            headers.insert("", "");
        } else if let Some((key, value)) = line.split_once(' ') {
            headers.insert(key, value);
        }
    }
    found
}

/// `COMMIT ORIGINAL-LINE LINE [COUNT]`
fn commit_line(line: &str) -> Option<(&str, u64)> {
    let mut words = line.split(' ');
    let commit = words.next()?;
    Some((commit, words.nth(1)?.parse().ok()?))
}

fn entry((commit, line): (&str, u64), headers: &BTreeMap<&str, &str>, text: &str) -> Value {
    let header = |key| headers.get(key).copied().unwrap_or_default();
    json!({
        "line": line,
        "commit": commit,
        "author": header("author"),
        "time": header("author-time").parse::<i64>().unwrap_or_default(),
        "summary": header("summary"),
        "text": text,
    })
}
