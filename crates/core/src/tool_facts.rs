//! Facts about individual tools for the guard, the selection of tests and the check of install commands.
//!
//! It is data: `tool-facts/*.toml`, a file for each ecosystem and a table for each tool. The code of this crate names
//! no tool.

mod file;

use std::sync::LazyLock;

pub(crate) use file::{Dropped, Family, Install, Kind, Mark, Place, Renamed, Selection, TestName, Tool};

use crate::pattern::literal;

/// The files, checked by the build script and written as JSON, which is quicker to read.
static FAMILIES: LazyLock<Vec<Family>> = LazyLock::new(|| {
    #[expect(
        clippy::expect_used,
        reason = "the text is a constant that the build script has read with the same types"
    )]
    serde_json::from_str(include_str!(concat!(env!("OUT_DIR"), "/tool-facts.json")))
        .expect("valid tool facts")
});

pub(crate) fn families() -> &'static [Family] {
    &FAMILIES
}

pub(crate) fn tools() -> impl Iterator<Item = &'static Tool> {
    FAMILIES.iter().flat_map(|family| &family.tools)
}

/// Returns whether a program, by its name, runs the tasks in a file of its own: what a command does is not in its
/// words.
pub fn runs_tasks(program: &str) -> bool {
    any_lists(|tool| &tool.task_runners, program)
}

/// Returns whether a program, by its name with or without a version, reads the hook that notes which lines run.
pub fn reads_line_hook(program: &str) -> bool {
    let name = program.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.');
    any_lists(|tool| &tool.hooked_programs, name)
}

/// Returns whether a tool, by the parser of its output, has checked the types of a program when it reports a breach of
/// style.
pub fn checks_types_first(parser: &str) -> bool {
    any_lists(|tool| &tool.checks_types_first, parser)
}

/// Returns whether a list of some tool contains a text.
pub(crate) fn any_lists(list: fn(&Tool) -> &Vec<String>, text: &str) -> bool {
    tools().any(|tool| list(tool).iter().any(|one| one == text))
}

/// Returns whether a text begins with one of the list of some tool.
pub(crate) fn any_begins(list: fn(&Tool) -> &Vec<String>, text: &str) -> bool {
    tools().any(|tool| list(tool).iter().any(|one| text.starts_with(one.as_str())))
}
