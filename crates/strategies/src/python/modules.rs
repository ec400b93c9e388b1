//! The workspace's own modules and the names they are imported by.

use std::collections::{BTreeMap, BTreeSet};

use unbreak_core::RelPath;
use unbreak_core::policy::guard::is_test_file;

use super::fact::is_python_file;

/// Own modules by dotted name.
#[derive(Debug, Default)]
pub(crate) struct Modules {
    by_name: BTreeMap<String, RelPath>,
    by_file: BTreeMap<RelPath, Module>,
}

/// One module and its place in the packages.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Module {
    /// The dotted name, seen from the directory that its topmost package is in.
    pub(crate) name: String,
    /// The directory that must be on `sys.path` for that; empty for the workspace's root.
    pub(crate) root: String,
    /// Whether it is an `__init__.py`.
    pub(crate) is_package: bool,
}

impl Module {
    /// The package that its relative imports start from; empty when it is in none.
    pub(crate) fn package(&self) -> &str {
        if self.is_package {
            return &self.name;
        }
        self.name.rsplit_once('.').map_or("", |(package, _)| package)
    }

    /// The first part of its name.
    pub(crate) fn top(&self) -> &str {
        self.name.split('.').next().unwrap_or_default()
    }
}

impl Modules {
    /// The modules among a workspace's files.
    pub(crate) fn of(files: &[RelPath]) -> Self {
        let packages: BTreeSet<&str> = files
            .iter()
            .filter(|file| file.file_name() == "__init__.py")
            .map(RelPath::parent)
            .collect();
        let mut modules = Self::default();
        for file in files.iter().filter(|file| is_python_file(file.as_str())) {
            for module in namings(file, &packages).into_iter().rev() {
                modules.by_name.insert(module.name.clone(), file.clone());
                modules.by_file.insert(file.clone(), module);
            }
        }
        modules
    }

    /// The file of a module.
    pub(crate) fn file(&self, name: &str) -> Option<&RelPath> {
        self.by_name.get(name)
    }

    /// The module that a file is.
    pub(crate) fn module(&self, file: &RelPath) -> Option<&Module> {
        self.by_file.get(file)
    }

    /// Returns whether a file may import a module of another file for good: a package does not use tests, nor what lies
    /// beside it in directories that are no packages (scripts, tools).
    pub(crate) fn may_use(&self, file: &RelPath, other: &RelPath) -> bool {
        let (Some(own), Some(used)) = (self.module(file), self.module(other)) else {
            return true;
        };
        let is_package = |top: &str| {
            let file = self.file(top);
            file.and_then(|file| self.module(file))
                .is_some_and(|module| module.is_package)
        };
        let is_user = is_package(own.top()) && !is_test_file(file);
        !is_user || own.top() == used.top() || is_package(used.top()) && !is_test_file(other)
    }

    /// Every module and its file.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&RelPath, &Module)> {
        self.by_file.iter()
    }

    /// Returns whether there is a module or package of this name (a directory without `__init__.py` that
    /// holds modules is a package too, PEP 420).
    pub(crate) fn has(&self, name: &str) -> bool {
        self.by_name.contains_key(name) || self.children(name).next().is_some()
    }

    /// The names of the modules directly in a package, without the package's.
    pub(crate) fn children(&self, package: &str) -> impl Iterator<Item = &str> {
        let inside = self.by_name.keys().filter_map(move |name| {
            let rest = name.strip_prefix(package)?.strip_prefix('.')?;
            rest.split('.').next()
        });
        inside.collect::<BTreeSet<_>>().into_iter()
    }

    /// First parts of all names.
    pub(crate) fn tops(&self) -> BTreeSet<&str> {
        self.by_name
            .keys()
            .filter_map(|name| name.split('.').next())
            .collect()
    }

    /// The absolute name that a relative import means: `level` dots and `module` in `file`.
    pub(crate) fn absolute(&self, file: &RelPath, level: u32, module: &str) -> Option<String> {
        let mut package = self.module(file)?.package();
        for _ in 1..level {
            package = package.rsplit_once('.').map_or("", |(outer, _)| outer);
        }
        match (package, module) {
            ("", module) => Some(module.to_owned()),
            (package, "") => Some(package.to_owned()),
            (package, module) => Some(format!("{package}.{module}")),
        }
    }
}

/// The names by which a file can be imported, the customary one first.
///
/// For a file in a package the name follows from the `__init__.py` files. A file in a plain
/// directory is imported from its own directory (a script's neighbours, pytest's `rootdir`
/// insertion) and, where the directories' names allow it, from the workspace's root or `src` as a
/// namespace package.
fn namings(file: &RelPath, packages: &BTreeSet<&str>) -> Vec<Module> {
    let mut root = file.parent();
    while packages.contains(root) {
        let outer = root.rsplit_once('/').map_or("", |(outer, _)| outer);
        if root.is_empty() {
            break;
        }
        root = outer;
    }
    let nearest = naming(file, root);
    let in_package = root != file.parent();
    let namespace_root = if file.as_str().starts_with("src/") {
        "src"
    } else {
        ""
    };
    let namespace = (!in_package && root != namespace_root).then(|| naming(file, namespace_root));
    namespace.flatten().into_iter().chain(nearest).collect()
}

fn naming(file: &RelPath, root: &str) -> Option<Module> {
    let below = match root {
        "" => file.as_str(),
        root => file.as_str().strip_prefix(root)?.strip_prefix('/')?,
    };
    let path = below.rsplit_once('.')?.0;
    let (path, is_package) = match path.strip_suffix("__init__") {
        Some(package) => (package.trim_end_matches('/'), true),
        None => (path, false),
    };
    let is_importable = !path.is_empty() && path.split('/').all(is_identifier);
    is_importable.then(|| Module {
        name: path.replace('/', "."),
        root: root.to_owned(),
        is_package,
    })
}

/// Returns whether a text is a valid name in Python source.
pub(crate) fn is_identifier(text: &str) -> bool {
    let mut characters = text.chars();
    let starts_well = characters.next().is_some_and(|c| c == '_' || c.is_alphabetic());
    starts_well && characters.all(|c| c == '_' || c.is_alphanumeric())
}
