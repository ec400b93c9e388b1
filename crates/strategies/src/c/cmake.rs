//! How CMake's makefiles compile a file: they print no commands, but keep the flags of each target in a
//! `flags.make`, and name the target when one of its files fails.

use std::sync::LazyLock;

use regex::Regex;
use unbreak_core::pattern::pattern;
use unbreak_core::{FixContext, RelPath};

use super::invocation::Invocation;

/// `make[2]: *** [CMakeFiles/app.dir/build.make:76: CMakeFiles/app.dir/src/main.cpp.o] Error 1`
static FAILED: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"\[(?P<target>[^\s\[\]]*CMakeFiles/[^/\s]+\.dir)/build\.make:\d+: [^\]]*?\.dir/(?P<source>[^\]]+)\.(?:o|obj)\]",
    )
});

/// Usual directories of build trees, if nothing says where this one is.
const USUAL: &[&str] = &[
    "build",
    "Build",
    "_build",
    "out",
    "cmake-build-debug",
    "cmake-build-release",
];

/// The invocation that the build tree holds for a file whose compilation failed.
pub(super) fn invocation(context: &FixContext<'_>, file: &RelPath) -> Option<Invocation> {
    let is_of_file = |found: &regex::Captures<'_>| {
        let source = found["source"].replace("__/", "");
        file.as_str() == source || file.as_str().ends_with(&format!("/{source}"))
    };
    let target = FAILED.captures_iter(context.output).find(is_of_file)?["target"].to_owned();
    let words = context.command.words();
    let spoken = words.flat_map(|word| word.split(|c: char| c.is_whitespace() || c == '='));
    let mut trees = spoken.chain(USUAL.iter().copied()).chain([""]);
    let flags = trees.find_map(|tree| {
        let place = format!("{}/{target}/flags.make", tree.trim_end_matches('/'));
        let place = context.workspace.locate(place.trim_start_matches('/'))?;
        context.workspace.read_text(&place).ok()
    })?;
    read(&flags, super::is_cpp(file.as_str()))
}

/// Reads `CXX_FLAGS = ...` and its like.
fn read(flags: &str, is_cpp: bool) -> Option<Invocation> {
    let language = if is_cpp { "CXX" } else { "C" };
    let with = format!("# compile {language} with ");
    let program = flags.lines().find_map(|line| line.strip_prefix(&with))?;
    let kinds = ["DEFINES", "INCLUDES", "FLAGS"].map(|kind| format!("{language}_{kind} = "));
    let rows = kinds
        .iter()
        .filter_map(|head| flags.lines().find_map(|line| line.strip_prefix(head.as_str())));
    let words: Vec<&str> = std::iter::once(program)
        .chain(rows.flat_map(str::split_whitespace))
        .collect();
    Invocation::in_words(&words)
}
