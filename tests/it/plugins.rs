//! Plug-ins that are loaded at run time: the shipped ones, hostile ones, and those that
//! `unbreak plugin new` begins.

mod facts;
mod hostile;
mod rules;
mod scaffold;
mod switches;
mod trust;
mod useful;

use std::env;
use std::env::consts::{DLL_PREFIX, DLL_SUFFIX};
use std::fs;
use std::path::{Path, PathBuf};

use crate::harness::{Ended, Site, repository};

/// The plug-in of this name in `plugins/`, with its library, in a directory of its own.
fn shipped(site: &Site, name: &str) -> PathBuf {
    let library = format!(
        "{DLL_PREFIX}unbreak_plugin_{}{DLL_SUFFIX}",
        name.replace('-', "_")
    );
    let executable = env::current_exe().unwrap();
    let built = executable.parent().unwrap().with_file_name(&library);
    assert!(
        built.is_file(),
        "{} is missing: run `cargo build -p 'unbreak-plugin-*'` first",
        built.display()
    );
    let directory = site.beside("shipped").join(name);
    fs::create_dir_all(&directory).unwrap();
    let manifest = repository().join("plugins").join(name).join("plugin.toml");
    fs::copy(manifest, directory.join("plugin.toml")).unwrap();
    fs::copy(built, directory.join(library)).unwrap();
    directory
}

/// Installs and trusts it.
fn install(site: &Site, directory: &Path) {
    let arguments = ["plugin", "install", "--no-build", "--yes"].map(Path::new);
    site.run(arguments.into_iter().chain([directory])).with_code(0);
}

/// A declarative parser, as a file beside the workspace.
fn declarative(site: &Site, id: &str) -> PathBuf {
    let file = site.beside(&format!("{id}.toml"));
    let text = format!(
        "id = \"{id}\"\nseverity = \"error\"\n[[line]]\nmatch = '^{id}: (?P<file>\\S+):(?P<line>\\d+): (?P<message>.+)$'\n\n\
         [[example]]\ntitle = \"one\"\ninput = \"{id}: a.c:1: bad\\n\"\nexpect = [{{ file = \"a.c\", line = 1, message = \"bad\" }}]\n"
    );
    fs::write(&file, text).unwrap();
    file
}

/// It said all of these.
#[track_caller]
fn says(ended: &Ended, words: &[&str]) {
    let all = format!("{}\n{}", ended.stdout, ended.stderr);
    for word in words {
        assert!(all.contains(word), "'{word}' is not in\n{all}");
    }
}
