//! Paths by which modules name each other.

use unbreak_core::{RelPath, Workspace};

use super::ending::Ending;
use super::language::is_script;

/// Endings that a path may leave out, in the order in which they are looked for.
const OPTIONAL: &[&str] = &[
    ".ts", ".tsx", ".mts", ".cts", ".js", ".mjs", ".cjs", ".jsx", ".json", ".d.ts",
];
/// Imports name TypeScript's files with the ending of their output.
const MADE_OF: &[(&str, &str)] = &[
    (".js", ".ts"),
    (".js", ".tsx"),
    (".mjs", ".mts"),
    (".cjs", ".cts"),
    (".jsx", ".tsx"),
];

/// The file that a relative path names, from another file.
pub(crate) fn resolve(path: &str, from: &RelPath, workspace: &dyn Workspace) -> Option<RelPath> {
    let base = join(directory(from.as_str()), path)?;
    let file = |name: &str| {
        let file = workspace.locate(name)?;
        workspace.is_file(&file).then_some(file)
    };
    let added = OPTIONAL.iter().map(|ending| format!("{base}{ending}"));
    let source = MADE_OF
        .iter()
        .filter_map(|(made, of)| Some(format!("{}{of}", base.strip_suffix(made)?)));
    let index = OPTIONAL.iter().map(|ending| format!("{base}/index{ending}"));
    let mut all = std::iter::once(base.clone())
        .chain(source)
        .chain(added)
        .chain(index);
    all.find_map(|name| file(&name))
}

/// The path of a file as another names it; without its ending only if that may be omitted.
pub(crate) fn relative(to: &RelPath, from: &RelPath, ending: Ending) -> String {
    let (to, from) = (to.as_str(), directory(from.as_str()));
    let common = common_directories(to, from);
    let up = parts(from).skip(common).count();
    let down: Vec<&str> = parts(to).skip(common).collect();
    let path = format!(
        "{}{}",
        if up == 0 {
            "./".to_owned()
        } else {
            "../".repeat(up)
        },
        down.join("/")
    );
    match ending {
        Ending::Own => return path,
        Ending::Made => return as_made(&path),
        Ending::Bare => {}
    }
    let bare = OPTIONAL.iter().rev().filter(|ending| **ending != ".json");
    let bare = bare
        .clone()
        .find_map(|ending| path.strip_suffix(ending))
        .unwrap_or(&path);
    let bare = bare
        .strip_suffix("/index")
        .filter(|bare| *bare != "." && !bare.ends_with(".."))
        .unwrap_or(bare);
    bare.to_owned()
}

/// Returns whether a path ends in the ending of a file.
pub(crate) fn has_ending(path: &str) -> bool {
    OPTIONAL.iter().any(|ending| path.ends_with(ending))
}

/// The files of the project that can be loaded.
pub(crate) fn candidates(workspace: &dyn Workspace) -> Vec<RelPath> {
    let files = workspace.files();
    let can_be_loaded = |file: &&RelPath| is_script(file.as_str()) || file.extension() == "json";
    files.iter().filter(can_be_loaded).take(2_000).cloned().collect()
}

/// The name of a file without its ending.
pub(crate) fn stem(path: &str) -> &str {
    let name = path.rsplit('/').next().unwrap_or(path);
    OPTIONAL
        .iter()
        .rev()
        .find_map(|ending| name.strip_suffix(ending))
        .unwrap_or(name)
}

pub(crate) fn directory(file: &str) -> &str {
    file.rsplit_once('/').map_or("", |(directory, _)| directory)
}

/// A path from a directory, without `.` and `..`; `None` when it leads out of the workspace.
pub(crate) fn join(directory: &str, path: &str) -> Option<String> {
    let mut joined: Vec<&str> = parts(directory).collect();
    for part in parts(path) {
        match part {
            "." => {}
            ".." => {
                joined.pop()?;
            }
            part => joined.push(part),
        }
    }
    Some(joined.join("/"))
}

fn as_made(path: &str) -> String {
    let made = MADE_OF
        .iter()
        .find_map(|(made, of)| Some(format!("{}{made}", path.strip_suffix(of)?)));
    made.filter(|_| !path.ends_with(".d.ts"))
        .unwrap_or_else(|| path.to_owned())
}

fn common_directories(to: &str, from: &str) -> usize {
    let pairs = parts(directory(to)).zip(parts(from));
    pairs.take_while(|(a, b)| a == b).count()
}

fn parts(path: &str) -> impl Iterator<Item = &str> {
    path.split('/').filter(|part| !part.is_empty())
}
