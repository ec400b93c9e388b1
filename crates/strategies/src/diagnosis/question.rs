//! The questions to the machine and the tree that decide whether a message means what it says.

use std::path::Path;

use serde::Deserialize;
use unbreak_core::{Diagnostic, Location, RelPath, Sighting, Workspace};

use super::Case;
use super::packages::{self, SystemPackage};
use super::rule::{Answer, Parts};
use super::sight::source;
use super::{module, outgrown, service, variable};
use crate::closeness::is_slip;

/// A question of a rule, by its name in the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Question {
    /// Whether a process listens on `port`. Adds `process` and `holder`.
    PortTaken,
    /// The same for the ports that the code at the place names. Adds `port` as well.
    PortOfCodeTaken,
    /// Whether nothing listens on `port` of this machine. Adds the `service` and how it is started.
    NobodyListens,
    /// Whether the variable `name` is not set. Adds its `reader` and the `example` of a settings file.
    VariableUnset,
    /// Whether `header` is one of a system package.
    HeaderOfPackage,
    /// Whether `library` is one of a system package.
    LibraryOfPackage,
    /// Whether the shared library `module` is one of a system package.
    SharedOfPackage,
    /// Whether the `module` of pkg-config is one of a system package.
    PkgConfigOfPackage,
    /// Whether there is no `program`, and its name is not misspelt.
    ProgramMissing,
    /// Whether the subcommand `wanted` of Cargo is a known one. Adds its `crate`.
    KnownCargoCommand,
    /// Whether `path` does not exist.
    PathGone,
    /// Whether `path` lies outside of the tree.
    PathOutside,
    /// Whether a disk has no room. Adds `where`.
    DiskFull,
    /// Adds the variables of the locale.
    Locale,
    /// The same, if they do not select UTF-8.
    LocaleNotUtf8,
    /// Whether the project has a file called `manifest`.
    Manifest,
    /// Whether the file `package` belongs to a `gem` that the project declares.
    Gem,
    /// Whether the Go `package` is in another module than the project.
    GoElsewhere,
    /// Whether the file `path` belongs to a Perl `module` from elsewhere.
    PerlModule,
    /// Whether a module was imported from a `path` that does not exist any more.
    ImportMismatch,
    /// Adds the module with Django's `settings` that the project has for its tests, or at all.
    DjangoSettings,
    /// Whether the failure arises in an installed package that is not the `owner` of what is missing. Adds the
    /// `package` with its `version`, and the `top` package of the manifest that needs it.
    InstalledPackage,
    /// Whether `path` is a file of the tree. Makes it relative.
    FileOfTree,
}

impl Question {
    /// The answer, or `None` if there is nothing to say.
    pub(super) fn answer(
        self,
        case: &Case<'_>,
        seen: &Sighting,
        diagnostic: Option<&Diagnostic>,
        parts: &mut Parts,
    ) -> Option<Answer> {
        Self::add_by_name(Some(self), parts);
        match self {
            Self::PortTaken => port_taken(case, port(parts)?, parts),
            Self::PortOfCodeTaken => port_of_code(case, &seen.location, parts),
            Self::NobodyListens => nobody_listens(case, parts),
            Self::VariableUnset => variable_unset(case, seen, parts),
            Self::HeaderOfPackage => header(case, parts.get("header")?),
            Self::LibraryOfPackage => of_package(packages::of_library(parts.get("library")?)),
            Self::SharedOfPackage => of_package(packages::of_shared(parts.get("module")?)),
            Self::PkgConfigOfPackage => of_package(packages::of_module(parts.get("module")?)),
            Self::ProgramMissing => program_missing(case, &parts.get("program")?.clone()),
            Self::KnownCargoCommand => parts.contains_key("crate").then(Answer::default),
            Self::PathGone => (!case.machine.exists(Path::new(parts.get("path")?))).then(Answer::default),
            Self::PathOutside => path_outside(case, parts.get("path")?),
            Self::DiskFull => disk_full(case, parts),
            Self::Locale => Some(locale(case, parts).0),
            Self::LocaleNotUtf8 => Some(locale(case, parts))
                .filter(|(_, is_utf8)| !is_utf8)
                .map(|it| it.0),
            Self::Manifest => has_file(case.context.workspace, parts.get("manifest")?).then(Answer::default),
            Self::Gem => gem(case.context.workspace, parts),
            Self::GoElsewhere => go_elsewhere(case.context.workspace, parts),
            Self::PerlModule => perl_module(case.context.workspace, parts),
            Self::ImportMismatch => import_mismatch(case, parts),
            Self::DjangoSettings => Some(django_settings(case.context.workspace, parts)),
            Self::InstalledPackage => outgrown::answer(case, diagnostic?, parts),
            Self::FileOfTree => file_of_tree(case.context.workspace, parts),
        }
    }

    /// Adds the parts that follow from others by a table or a convention.
    pub(super) fn add_by_name(question: Option<Self>, parts: &mut Parts) {
        let added = match question {
            Some(Self::NobodyListens) => port(parts).map(|port| {
                let service = service::of_port(port);
                (
                    "service",
                    service.map_or_else(|| format!("The service on port {port}"), |it| it.name.clone()),
                )
            }),
            Some(Self::KnownCargoCommand) => {
                let command = parts.get("wanted").map_or("", String::as_str);
                let known = CARGO_COMMANDS.iter().find(|(name, _)| *name == command);
                known.map(|(_, package)| ("crate", (*package).to_owned()))
            }
            Some(Self::Gem) => parts.get("package").map(|path| ("gem", path.replace('/', "-"))),
            Some(Self::PerlModule) => parts.get("path").map(|path| ("module", path.replace('/', "::"))),
            _ => None,
        };
        parts.extend(added.map(|(name, value)| (name.to_owned(), value)));
    }
}

/// Subcommands of Cargo that are installed by themselves, and their crates.
const CARGO_COMMANDS: [(&str, &str); 22] = [
    ("audit", "cargo-audit"),
    ("binstall", "cargo-binstall"),
    ("bloat", "cargo-bloat"),
    ("criterion", "cargo-criterion"),
    ("cyclonedx", "cargo-cyclonedx"),
    ("deb", "cargo-deb"),
    ("deny", "cargo-deny"),
    ("expand", "cargo-expand"),
    ("fuzz", "cargo-fuzz"),
    ("generate", "cargo-generate"),
    ("hack", "cargo-hack"),
    ("insta", "cargo-insta"),
    ("llvm-cov", "cargo-llvm-cov"),
    ("make", "cargo-make"),
    ("nextest", "cargo-nextest"),
    ("outdated", "cargo-outdated"),
    ("semver-checks", "cargo-semver-checks"),
    ("tarpaulin", "cargo-tarpaulin"),
    ("udeps", "cargo-udeps"),
    ("vet", "cargo-vet"),
    ("watch", "cargo-watch"),
    ("zigbuild", "cargo-zigbuild"),
];

fn of_package(package: Option<&'static SystemPackage>) -> Option<Answer> {
    Some(Answer {
        package: Some(package?),
        ..Answer::default()
    })
}

fn port(parts: &Parts) -> Option<u16> {
    parts.get("port")?.parse().ok()
}

fn port_taken(case: &Case<'_>, port: u16, parts: &mut Parts) -> Option<Answer> {
    let listener = case.machine.listener(port)?;
    if let Some(process) = listener.process {
        let program = listener.program.as_deref().unwrap_or("a process");
        parts.insert("holder".to_owned(), format!(" by {program} (process {process})"));
        parts.insert("process".to_owned(), process.to_string());
    }
    Some(Answer {
        because: vec![format!("a process listens on port {port} now")],
        ..Answer::default()
    })
}

/// The ports that the file at the place or the command names, the line itself first.
fn port_of_code(case: &Case<'_>, place: &Location, parts: &mut Parts) -> Option<Answer> {
    const LEAST: u16 = 80;
    let text = source(place, case.context.workspace).unwrap_or_default();
    let at = usize::try_from(place.line.unwrap_or(1))
        .unwrap_or(1)
        .saturating_sub(1);
    let lines: Vec<&str> = text.lines().collect();
    let near = lines.get(at).into_iter().chain(&lines).copied();
    let all = near.chain(case.context.command.words());
    let words = all.flat_map(|line| line.split(|c: char| !c.is_ascii_alphanumeric()));
    let mut ports = words
        .filter_map(|word| word.parse::<u16>().ok())
        .filter(|port| *port >= LEAST);
    let port = ports.find(|port| case.machine.listener(*port).is_some())?;
    parts.insert("port".to_owned(), port.to_string());
    port_taken(case, port, parts)
}

fn nobody_listens(case: &Case<'_>, parts: &mut Parts) -> Option<Answer> {
    const LOCAL: [&str; 4] = ["localhost", "::1", "0.0.0.0", "::"];
    let port = port(parts)?;
    let host = parts
        .entry("host".to_owned())
        .or_insert_with(|| "localhost".to_owned())
        .clone();
    let is_local = LOCAL.contains(&host.as_str()) || host.starts_with("127.");
    if is_local && case.machine.listener(port).is_some() {
        return None;
    }
    let known = service::of_port(port);
    let unit = known
        .and_then(|service| service.unit.clone())
        .filter(|_| is_local);
    let formula = known
        .and_then(|service| service.formula.clone())
        .filter(|_| is_local);
    let compose = service::container(case.context.workspace, port);
    let because = compose
        .iter()
        .map(|name| format!("the project's Compose file has it as {name}"));
    let answer = Answer {
        is_doubtful: known.is_none() && compose.is_none(),
        because: because.collect(),
        ..Answer::default()
    };
    let added = [("unit", unit), ("formula", formula), ("compose", compose)];
    parts.extend(
        added
            .into_iter()
            .filter_map(|(name, value)| Some((name.to_owned(), value?))),
    );
    Some(answer)
}

fn variable_unset(case: &Case<'_>, seen: &Sighting, parts: &mut Parts) -> Option<Answer> {
    // Advice that a program gives on its way is no reason to fail.
    if seen.text.contains("recommended") {
        return None;
    }
    let name = parts.get("name")?.clone();
    let unset = variable::Unset::of(case, &name, &seen.location)?;
    parts.extend(unset.parts());
    Some(Answer {
        because: unset.because(),
        is_doubtful: !unset.is_supported(),
        ..Answer::default()
    })
}

/// A header of the tree itself is a matter of paths.
fn header(case: &Case<'_>, header: &str) -> Option<Answer> {
    let end = format!("/{header}");
    let files = case.context.workspace.files();
    let is_own = files
        .iter()
        .any(|file| file.as_str() == header || file.as_str().ends_with(&end));
    of_package(packages::of_header(header).filter(|_| !is_own))
}

/// A name that is near to a program that exists is misspelt. An unknown name gives no command.
fn program_missing(case: &Case<'_>, program: &str) -> Option<Answer> {
    if case.machine.program(program).is_some() {
        return None;
    }
    let package = packages::of_program(program);
    if package.is_some() {
        return of_package(package);
    }
    let is_near = |name: &str| is_slip(program, name);
    let is_of_tree = |file: &RelPath| file.file_name() == program || is_near(file.file_name());
    let is_misspelt = packages::any_program(is_near)
        || case.machine.programs().iter().any(|name| is_near(name))
        || case.context.workspace.files().iter().any(is_of_tree);
    // Packages bring programs, too: `module` answers for those.
    let is_of_project = module::brings_program(case, program);
    (!is_misspelt && !is_of_project).then(|| Answer {
        is_doubtful: true,
        ..Answer::default()
    })
}

fn file_of_tree(workspace: &dyn Workspace, parts: &mut Parts) -> Option<Answer> {
    let path = parts.get("path")?;
    let root = format!("{}/", workspace.root().display());
    let path = path
        .strip_prefix(&root)
        .or_else(|| path.strip_prefix("./"))
        .unwrap_or(path);
    let file = RelPath::new(path).ok().filter(|file| workspace.is_file(file))?;
    parts.insert("path".to_owned(), file.to_string());
    Some(Answer::default())
}

fn path_outside(case: &Case<'_>, path: &str) -> Option<Answer> {
    let path = Path::new(path);
    let is_outside = path.is_absolute() && !path.starts_with(case.context.workspace.root());
    is_outside.then(Answer::default)
}

/// The message of the system is believed unless every usual place has room.
fn disk_full(case: &Case<'_>, parts: &mut Parts) -> Option<Answer> {
    const LITTLE: u64 = 64 << 20;
    let temporary = case
        .machine
        .variable("TMPDIR")
        .unwrap_or_else(|| "/tmp".to_owned());
    let home = case.machine.variable("HOME");
    let root = case.context.workspace.root().to_string_lossy().into_owned();
    let places = [Some(root), Some(temporary), home, Some("/dev/shm".to_owned())];
    let free = |place: String| Some((case.machine.free_space(Path::new(&place))?, place));
    let least = places.into_iter().flatten().filter_map(free).min()?;
    let is_full = least.0 < LITTLE;
    if is_full {
        parts.insert(
            "where".to_owned(),
            format!(": {} has {} MiB free", least.1, least.0 >> 20),
        );
    }
    Some(Answer {
        is_doubtful: !is_full,
        ..Answer::default()
    })
}

/// Adds the variables; says whether they select UTF-8.
fn locale(case: &Case<'_>, parts: &mut Parts) -> (Answer, bool) {
    let mut selected = String::new();
    for name in ["LC_ALL", "LANG"] {
        let value = case.machine.variable(name).filter(|value| !value.is_empty());
        if selected.is_empty() {
            selected = value.clone().unwrap_or_default();
        }
        parts.insert(name.to_owned(), value.unwrap_or_else(|| "not set".to_owned()));
    }
    let selected = selected.to_lowercase();
    let is_utf8 = selected.contains("utf-8") || selected.contains("utf8");
    (Answer::default(), is_utf8)
}

pub(super) fn has_file(workspace: &dyn Workspace, name: &str) -> bool {
    workspace.files().iter().any(|file| file.file_name() == name)
}

/// A file of the tree is a matter of paths; a gem is one that the project declares.
fn gem(workspace: &dyn Workspace, parts: &mut Parts) -> Option<Answer> {
    let path = parts.get("package")?.clone();
    let own = format!("{path}.rb");
    let files = workspace.files();
    if files.iter().any(|file| file.as_str().ends_with(&own)) {
        return None;
    }
    let declares = |file: &&RelPath| {
        matches!(file.file_name(), "Gemfile" | "Gemfile.lock") || file.extension() == "gemspec"
    };
    let texts = files
        .iter()
        .filter(declares)
        .filter_map(|file| workspace.read_text(file).ok());
    let texts: Vec<String> = texts.collect();
    let top = path.split('/').next().unwrap_or_default().to_owned();
    let names = [path.replace('/', "-"), top];
    let is_declared = |name: &&String| {
        let forms = [format!("'{name}'"), format!("\"{name}\""), format!(" {name} (")];
        texts
            .iter()
            .any(|text| forms.iter().any(|form| text.contains(form)))
    };
    let gem = names.iter().find(is_declared)?;
    parts.insert("gem".to_owned(), gem.clone());
    Some(Answer {
        because: vec!["the project's Gemfile declares it".to_owned()],
        ..Answer::default()
    })
}

/// What is missing in the project's own module no other one brings.
fn go_elsewhere(workspace: &dyn Workspace, parts: &Parts) -> Option<Answer> {
    let package = parts.get("package")?;
    let files = workspace.files();
    let manifests = files.iter().filter(|file| file.file_name() == "go.mod");
    let texts: Vec<String> = manifests
        .filter_map(|file| workspace.read_text(file).ok())
        .collect();
    let mut modules = texts
        .iter()
        .filter_map(|text| text.lines().find_map(|line| line.strip_prefix("module ")));
    let is_own = modules.any(|module| {
        let below = package.strip_prefix(module.trim());
        below.is_some_and(|below| below.is_empty() || below.starts_with('/'))
    });
    (!is_own).then(Answer::default)
}

/// A module of the tree may be misspelt.
fn perl_module(workspace: &dyn Workspace, parts: &Parts) -> Option<Answer> {
    let name = parts.get("path")?.rsplit('/').next()?;
    let files = workspace.files();
    let stems = files
        .iter()
        .filter_map(|file| file.file_name().strip_suffix(".pm"));
    let is_own = stems.into_iter().any(|stem| stem == name || is_slip(name, stem));
    (!is_own).then(Answer::default)
}

fn import_mismatch(case: &Case<'_>, parts: &mut Parts) -> Option<Answer> {
    let lines = case
        .context
        .diagnostics
        .iter()
        .flat_map(|diagnostic| diagnostic.message.lines());
    let lines = lines.chain(case.context.output.lines()).map(str::trim);
    let mut after = lines
        .skip_while(|line| !line.contains("has this __file__ attribute"))
        .skip(1);
    let path = after.find(|line| line.ends_with(".py"))?;
    parts.insert("path".to_owned(), path.to_owned());
    (!case.machine.exists(Path::new(path))).then(Answer::default)
}

fn django_settings(workspace: &dyn Workspace, parts: &mut Parts) -> Answer {
    let files = workspace.files();
    let states_apps = |file: &&RelPath| {
        let text = workspace.read_text(file);
        text.is_ok_and(|text| text.contains("INSTALLED_APPS"))
    };
    let named = files
        .iter()
        .filter(|file| file.file_name().ends_with("settings.py"));
    let found = named
        .filter(states_apps)
        .min_by_key(|file| (!file.as_str().contains("test"), file.as_str().len()));
    let Some(file) = found else {
        return Answer::default();
    };
    let module = file.as_str().trim_end_matches(".py").replace('/', ".");
    parts.insert("settings".to_owned(), module);
    Answer {
        because: vec![format!("{file} has such settings")],
        ..Answer::default()
    }
}
