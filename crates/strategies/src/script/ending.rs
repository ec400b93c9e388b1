//! Whether the project's modules name each other with the ending of the file, and which.

use unbreak_core::{RelPath, Workspace};

use super::language::is_script;
use super::paths;
use super::site::Site;

/// The way a path ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ending {
    /// Without the kind of file it names.
    Bare,
    /// With the ending of the compiled file: `./money.js` for `money.ts`.
    Made,
    /// With the file's own ending: `./money.ts`.
    Own,
}

/// The greatest number of the project's files that are searched for one that loads another.
const MOST_FILES: usize = 40;

impl Ending {
    /// The ending that a path is written with.
    pub(crate) fn of(path: &str) -> Self {
        let is_typed = [".ts", ".tsx", ".mts", ".cts"]
            .iter()
            .any(|ending| path.ends_with(ending));
        match paths::has_ending(path) {
            true if is_typed => Self::Own,
            true => Self::Made,
            false => Self::Bare,
        }
    }

    /// The way of the file's own paths, else of its neighbours', else of the compiler's options,
    /// else as its kind of module requires.
    pub(crate) fn usual(site: &Site<'_>) -> Self {
        of_file(site)
            .or_else(|| of_neighbours(site))
            .or_else(|| of_configuration(site.workspace).filter(|_| is_typed(&site.file)))
            .unwrap_or_else(|| required(site))
    }

    /// How a path must end where the runtime requires an ending: Node runs the files as they are, a
    /// compiler wants the name of its output.
    pub(crate) fn full(site: &Site<'_>) -> Self {
        let told = of_file(site)
            .into_iter()
            .chain(of_neighbours(site))
            .chain(of_configuration(site.workspace));
        told.into_iter()
            .find(|ending| *ending != Self::Bare)
            .unwrap_or(Self::Made)
    }
}

fn of_file(site: &Site<'_>) -> Option<Ending> {
    let mut relative = site
        .modules()
        .map(|(_, token)| site.word(token))
        .filter(|path| path.starts_with('.') && !path.ends_with(".json"));
    // A path that leads nowhere may be the reported one.
    relative
        .find(|path| paths::resolve(path, &site.file, site.workspace).is_some())
        .map(Ending::of)
}

/// The way of other files of its kind, the nearest first.
fn of_neighbours(site: &Site<'_>) -> Option<Ending> {
    let own = paths::directory(site.file.as_str());
    let mut files: Vec<RelPath> = paths::candidates(site.workspace);
    files.retain(|file| {
        is_script(file.as_str()) && is_typed(file) == is_typed(&site.file) && *file != site.file
    });
    files.sort_by_key(|file| paths::directory(file.as_str()) != own);
    let mut others = files
        .iter()
        .take(MOST_FILES)
        .filter_map(|file| Site::read(file, site.workspace));
    others.find_map(|other| of_file(&other))
}

/// The setting in `tsconfig.json`; the file may hold comments, so it is read as text.
fn of_configuration(workspace: &dyn Workspace) -> Option<Ending> {
    let file = workspace.locate("tsconfig.json")?;
    let text = workspace.read_text(&file).ok()?.to_lowercase().replace(' ', "");
    let says = |option: &str| text.contains(option);
    if says("\"allowimportingtsextensions\":true") || says("\"rewriterelativeimportextensions\":true") {
        return Some(Ending::Own);
    }
    let is_node = says("\"module\":\"node") || says("\"moduleresolution\":\"node16\"");
    is_node.then_some(Ending::Made)
}

fn required(site: &Site<'_>) -> Ending {
    let name = site.file.as_str();
    let is_module = name.ends_with(".mjs")
        || name.ends_with(".js") && !site.is_common_js() && site.is_in_module_package();
    if is_module { Ending::Made } else { Ending::Bare }
}

fn is_typed(file: &RelPath) -> bool {
    Ending::of(file.as_str()) == Ending::Own
}
