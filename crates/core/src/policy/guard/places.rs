//! The role of a file in the check, by its path: tests, their support files, configuration.

use crate::path::RelPath;
use crate::tool_facts::{Kind, any_begins, any_lists};

use super::marks::marks;

/// Returns whether a file holds tests, by the naming rules of the common runners.
pub fn is_test_file(file: &RelPath) -> bool {
    marks(Kind::TestFile).is_match(file.as_str())
}

/// Returns whether a file supports tests without holding any: fixtures, helpers, set-up.
pub(crate) fn is_test_support(file: &RelPath) -> bool {
    let name = file.file_name();
    !is_test_file(file)
        && (is_in_test_tree(file)
            || any_lists(|tool| &tool.test_support, name)
            || any_begins(|tool| &tool.test_support_begins, name))
}

/// Returns whether a file holds expected data or input of tests, and is not a program.
pub(super) fn is_test_data(file: &RelPath) -> bool {
    const SNAPSHOTS: &[&str] = &["ambr", "approved", "expected", "golden", "snap"];
    SNAPSHOTS.contains(&file.extension()) || is_in_test_tree(file) && !is_code(file)
}

/// Returns whether a test runner loads a file as a plug-in.
pub(super) fn is_runner_plug_in(file: &RelPath) -> bool {
    any_lists(|tool| &tool.plug_ins, file.file_name())
}

fn is_in_test_tree(file: &RelPath) -> bool {
    const TREES: &[&str] = &[
        "test",
        "tests",
        "testdata",
        "__tests__",
        "__snapshots__",
        "__fixtures__",
        "approved",
        "baseline",
        "baselines",
        "expected",
        "fixtures",
        "golden",
        "goldens",
        "snapshots",
        "spec",
        "specs",
    ];
    file.parent().split('/').any(|part| TREES.contains(&part))
}

/// Returns whether a file holds data that tools read.
pub(super) fn is_data(file: &RelPath) -> bool {
    ["cfg", "ini", "json", "toml", "yaml", "yml"].contains(&file.extension())
}

/// Returns whether a file holds a program.
pub(super) fn is_code(file: &RelPath) -> bool {
    any_lists(|tool| &tool.code, file.extension())
}

/// Returns whether a file belongs to an installed package, and not to the project.
pub fn is_installed(file: &RelPath) -> bool {
    file.as_str().split('/').any(holds_packages)
}

/// Returns whether installed packages are in directories of this name.
pub fn holds_packages(directory: &str) -> bool {
    any_lists(|tool| &tool.installed_in, directory)
}

/// Returns whether a new file of this name would be imported in place of the checking tool.
pub(super) fn shadows_a_tool(file: &RelPath) -> bool {
    let first = file.as_str().split('/').next().unwrap_or_default();
    let stem = first.rsplit_once('.').map_or(first, |(stem, _)| stem);
    any_lists(|tool| &tool.modules, stem)
}

/// The endings of modules. Who imports one may leave it out.
pub(super) const LOADED: [&str; 8] = ["", "cjs", "js", "jsx", "mjs", "py", "ts", "tsx"];

/// The existing file, or the module of the standard library, that loaders would pass over for a new file: one beside it
/// with another ending, a module beside a package of its name.
pub(super) fn hides(file: &RelPath, exists: &dyn Fn(&str) -> bool) -> Option<String> {
    let stem = |path: &str| match path.rsplit_once('.') {
        Some((stem, ending)) if !ending.contains('/') => stem.to_owned(),
        _ => path.to_owned(),
    };
    let ending = file.extension();
    let module = match file.as_str().strip_suffix("/__init__.py") {
        Some(package) => package.to_owned(),
        None => stem(file.as_str()),
    };
    let others = LOADED.iter().filter(|other| !other.is_empty());
    let mut others = others.map(|other| format!("{module}.{other}"));
    let is_loaded = LOADED.contains(&ending) && !file.file_name().starts_with('.');
    let other = others.find(|other| is_loaded && other != file.as_str() && exists(other));
    if other.is_some() {
        return other;
    }
    let name = module.rsplit('/').next().unwrap_or_default();
    let is_in_package = exists(&format!("{}/__init__.py", file.parent()));
    let is_library = ending == "py" && any_lists(|tool| &tool.library, name);
    (is_library && !is_in_package).then(|| format!("the library's {name}"))
}

/// Files that configure a check or a test run.
pub(super) fn is_check_config(file: &RelPath) -> bool {
    // Some file systems fold case.
    let name = file.file_name().to_ascii_lowercase();
    any_lists(|tool| &tool.configuration, &name)
        || any_begins(|tool| &tool.configuration_begins, &name)
        || any_begins(|tool| &tool.configuration_directories, file.as_str())
}
