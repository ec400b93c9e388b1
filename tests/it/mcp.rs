//! The MCP server, as clients meet it.

mod approvals;
mod client;
mod fuzzed;
mod http;
mod install;
mod jobs;
mod official;
mod results;
mod roots;
mod tasks;

use serde_json::{Value, json};

use self::client::Client;
use crate::harness::Site;

/// A project in which the one fix asks, because nothing but a parser tests it.
const UNCLOSED: &str = "def area(width, height):\n    return (width * height\n";
const CLOSED: &str = "def area(width, height):\n    return (width * height)\n";

fn unclosed() -> Site {
    Site::with(&[("area.py", UNCLOSED)])
}

fn compile() -> Value {
    json!({ "command": ["python3", "-m", "py_compile", "area.py"] })
}
