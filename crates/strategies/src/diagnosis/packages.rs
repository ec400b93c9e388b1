//! The packages of operating systems that bring a program, a header or a library.

use std::sync::LazyLock;

use serde::Deserialize;
use unbreak_core::Remedy;

const TABLE: &str = include_str!("packages.toml");

/// One row: what a package has, and its name for each package manager.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct SystemPackage {
    pub(super) programs: Vec<String>,
    /// Files; a name that ends in `/` stands for everything in a directory.
    pub(super) headers: Vec<String>,
    /// Names for the linker.
    pub(super) libraries: Vec<String>,
    pub(super) pkg_config: Vec<String>,
    /// File names of shared libraries.
    pub(super) shared: Vec<String>,
    /// A command that brings it on any system.
    command: Option<String>,
    debian: Option<String>,
    fedora: Option<String>,
    arch: Option<String>,
    homebrew: Option<String>,
}

#[derive(Deserialize)]
struct Table {
    package: Vec<SystemPackage>,
}

static PACKAGES: LazyLock<Vec<SystemPackage>> =
    LazyLock::new(|| table().map_or_else(|_| Vec::new(), |table| table.package));

fn table() -> Result<Table, toml::de::Error> {
    toml::from_str(TABLE)
}

/// Checks that the table can be read.
pub(super) fn check() -> Result<(), String> {
    table().map(|_| ()).map_err(|error| error.to_string())
}

pub(super) fn of_program(name: &str) -> Option<&'static SystemPackage> {
    PACKAGES.iter().find(|package| has(&package.programs, name))
}

/// Returns whether the name of any known program satisfies a condition.
pub(super) fn any_program(is_wanted: impl Fn(&str) -> bool) -> bool {
    let mut names = PACKAGES.iter().flat_map(|package| &package.programs);
    names.any(|name| is_wanted(name))
}

pub(super) fn of_header(header: &str) -> Option<&'static SystemPackage> {
    let is_it = |known: &String| match known.ends_with('/') {
        true => header.starts_with(known.as_str()),
        false => header == known,
    };
    PACKAGES.iter().find(|package| package.headers.iter().any(is_it))
}

pub(super) fn of_library(name: &str) -> Option<&'static SystemPackage> {
    PACKAGES.iter().find(|package| has(&package.libraries, name))
}

/// By the name of a module for pkg-config or a package for CMake, which writes names in its own case.
pub(super) fn of_module(name: &str) -> Option<&'static SystemPackage> {
    let exactly = PACKAGES.iter().find(|package| has(&package.pkg_config, name));
    let name = name.to_lowercase();
    let loosely = |known: &String| known.trim_start_matches("lib") == name.trim_start_matches("lib");
    exactly.or_else(|| {
        PACKAGES
            .iter()
            .find(|package| package.pkg_config.iter().any(loosely))
    })
}

pub(super) fn of_shared(file: &str) -> Option<&'static SystemPackage> {
    PACKAGES.iter().find(|package| has(&package.shared, file))
}

/// The systems whose package manager is there; `is_there` says it of a program.
pub(super) fn systems(is_there: impl Fn(&str) -> bool) -> Vec<&'static str> {
    const MANAGERS: [(&str, &str); 4] = [
        ("apt-get", "debian"),
        ("dnf", "fedora"),
        ("pacman", "arch"),
        ("brew", "homebrew"),
    ];
    let known = MANAGERS.iter().filter(|(program, _)| is_there(program));
    known.map(|(_, system)| *system).collect()
}

fn has(names: &[String], name: &str) -> bool {
    names.iter().any(|known| known == name)
}

impl SystemPackage {
    /// The commands that install it: those of the machine's own package managers, or all that are known.
    pub(super) fn remedies(&self, systems: &[&str]) -> Vec<Remedy> {
        let commands = [
            ("debian", "sudo apt-get install", &self.debian),
            ("fedora", "sudo dnf install", &self.fedora),
            ("arch", "sudo pacman -S", &self.arch),
            ("homebrew", "brew install", &self.homebrew),
        ];
        let all = commands.into_iter().filter_map(|(system, install, names)| {
            Some(Remedy::new(format!("{install} {}", names.as_ref()?)).on(system))
        });
        let (own, others): (Vec<Remedy>, Vec<Remedy>) = all.partition(|remedy| {
            remedy
                .system
                .as_deref()
                .is_some_and(|system| systems.contains(&system))
        });
        let anywhere = self.command.iter().map(Remedy::new);
        anywhere.chain(own).chain(others).collect()
    }
}
