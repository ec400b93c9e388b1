//! Packages that the code imports and that are not installed.
//!
//! The strategies that repair imports know what is installed, what the project declares and which of its own
//! modules may be meant. Their answer decides here, too.

use std::path::{Path, PathBuf};

use unbreak_core::{
    Command, Diagnosis, DiagnosisKind, Diagnostic, Fact, Location, Remedy, Sighting, Workspace,
};

use super::Case;
use super::question::has_file;
use super::sight::sighting;
use crate::import_fix::{self, Uninstalled};
use crate::python::distributions::normalise;
use crate::python::fact::fact as python_fact;
use crate::weights::outside;

/// The class of `--allow` for commands that install.
const INSTALL: &str = "install";

/// A diagnosis for each package that a diagnostic shows to be missing.
pub(super) async fn missing(case: &Case<'_>) -> Vec<Diagnosis> {
    let mut found = Vec::new();
    for diagnostic in case.context.diagnostics {
        found.extend(of_python(case, diagnostic).await);
        #[cfg(feature = "languages")]
        found.extend(of_node(case, diagnostic));
        #[cfg(feature = "languages")]
        found.extend(of_rust(case, diagnostic));
    }
    found.extend(of_programs(case));
    found
}

async fn of_python(case: &Case<'_>, diagnostic: &Diagnostic) -> Option<Diagnosis> {
    // `python -m pytest` names no file.
    let own = diagnostic.fact.as_ref().filter(|_| diagnostic.parser == "python");
    let Some(Fact::MissingModule { module, .. }) = python_fact(diagnostic).or(own) else {
        return None;
    };
    if let Some((recipe, command)) = import_fix::unbuilt(diagnostic, module, case.context).await {
        let summary = format!("The compiled module {module} of the project is not built.");
        let kind = DiagnosisKind::PackageNotInstalled;
        let diagnosis = Diagnosis::new(kind, module, summary, sighting(diagnostic), outside::seen());
        return Some(
            diagnosis
                .because(format!("{recipe} builds it"))
                .remedy(install(&command, true)),
        );
    }
    let package = import_fix::uninstalled(diagnostic, module, case.context).await?;
    let name = package.requirement.clone();
    let interpreter = package.interpreter.as_deref().unwrap_or("Python");
    let seen = sighting(diagnostic);
    if let Some(python) = other_environment(case, module, &package) {
        let summary = format!(
            "The package {name} is installed in {}, but the command runs {interpreter}.",
            python
                .parent()
                .and_then(Path::parent)
                .unwrap_or(&python)
                .display()
        );
        let kind = DiagnosisKind::PackageNotInstalled;
        let activate = python.with_file_name("activate");
        return Some(
            Diagnosis::new(kind, name, summary, seen, outside::said())
                .remedy(Remedy::new(format!(". {}", activate.display()))),
        );
    }
    let (kind, summary, support) = match (package.is_declared, package.removed_in) {
        (false, _) if let Some(version) = package.left_in => (
            DiagnosisKind::PackageNotInstalled,
            format!(
                "The module {module} is not in its package any more since version {version}: {name} has it."
            ),
            format!("{module} left its package in version {version}"),
        ),
        (true, _) => (
            DiagnosisKind::PackageNotInstalled,
            format!("The project declares the package {name}, and it is not installed for {interpreter}."),
            "a manifest or lock file of the project names it".to_owned(),
        ),
        (false, Some(version)) => (
            DiagnosisKind::PackageNotDeclared,
            format!(
                "Python {version} and later do not have the module {module}; the package {name} provides it."
            ),
            format!("Python's own library had {module} before {version}"),
        ),
        (false, None) => (
            DiagnosisKind::PackageNotDeclared,
            format!(
                "The module {module} comes from the package {name}, which is neither declared nor installed."
            ),
            format!("{module} is the import name of a well-known package"),
        ),
    };
    let confidence = if package.is_declared {
        outside::seen()
    } else {
        outside::concluded()
    };
    let diagnosis = Diagnosis::new(kind, name, summary, seen, confidence).because(support);
    Some(match &package.install {
        Some(command) => diagnosis.remedy(install(command, package.is_vouched_for)),
        None => diagnosis,
    })
}

fn install(command: &Command, may_run: bool) -> Remedy {
    let remedy = Remedy::new(command.to_string());
    if may_run { remedy.needing(INSTALL) } else { remedy }
}

/// The Python of a virtual environment in the workspace that has the package, if the command runs another.
fn other_environment(case: &Case<'_>, module: &str, package: &Uninstalled) -> Option<PathBuf> {
    let root = case.context.workspace.root();
    let top = module.split('.').next()?;
    let wanted = normalise(
        package
            .requirement
            .split(|c: char| "<>=!~[; ".contains(c))
            .next()?,
    );
    [".venv", "venv", "env"].iter().find_map(|name| {
        let environment = root.join(name);
        let python = environment.join("bin/python");
        let interpreter = package.interpreter.as_deref().unwrap_or_default();
        if Path::new(interpreter).starts_with(&environment) || interpreter.starts_with(name) {
            return None;
        }
        let libraries = case.machine.entries(&environment.join("lib"));
        let mut sites = libraries
            .iter()
            .map(|library| environment.join("lib").join(library).join("site-packages"));
        let has_it = |site: PathBuf| {
            case.machine.entries(&site).iter().any(|entry| {
                let distribution = entry
                    .strip_suffix(".dist-info")
                    .and_then(|entry| entry.split('-').next());
                *entry == top || distribution.is_some_and(|name| normalise(name) == wanted)
            })
        };
        sites.any(has_it).then_some(python)
    })
}

#[cfg(feature = "languages")]
fn of_node(case: &Case<'_>, diagnostic: &Diagnostic) -> Option<Diagnosis> {
    let Some(Fact::MissingModule { module, .. }) = &diagnostic.fact else {
        return None;
    };
    let workspace = case.context.workspace;
    let package = crate::script::uninstalled_package(diagnostic, module, workspace)?;
    if is_in_node_modules(case, diagnostic, &package.name) {
        return None;
    }
    let seen = sighting(diagnostic);
    let name = package.name;
    Some(match package.is_declared {
        true => Diagnosis::new(
            DiagnosisKind::PackageNotInstalled,
            &name,
            format!("package.json declares the package {name}, and node_modules does not have it."),
            seen,
            outside::seen(),
        )
        .because("package.json declares it")
        .remedy(node_install(workspace, None)),
        false => Diagnosis::new(
            DiagnosisKind::PackageNotDeclared,
            &name,
            format!("The package {name} is neither in package.json nor installed."),
            seen,
            outside::concluded(),
        )
        .because("npm has a well-known package of this name, or a lock file names it")
        .remedy(node_install(workspace, Some(&name))),
    })
}

/// Returns whether any directory above the place of a diagnostic has the package installed.
#[cfg(feature = "languages")]
fn is_in_node_modules(case: &Case<'_>, diagnostic: &Diagnostic, package: &str) -> bool {
    let root = case.context.workspace.root();
    let file = root.join(
        super::sight::place(diagnostic)
            .file
            .as_deref()
            .unwrap_or("index.js"),
    );
    let mut directories = file.ancestors().skip(1);
    directories.any(|directory| case.machine.exists(&directory.join("node_modules").join(package)))
}

/// The command of the project's manager that installs everything, or adds one package.
pub(super) fn node_install(workspace: &dyn Workspace, package: Option<&str>) -> Remedy {
    const MANAGERS: [(&str, &str, &str); 6] = [
        ("pnpm-lock.yaml", "pnpm install", "pnpm add"),
        ("yarn.lock", "yarn install", "yarn add"),
        ("bun.lock", "bun install", "bun add"),
        ("bun.lockb", "bun install", "bun add"),
        ("package-lock.json", "npm ci", "npm install"),
        ("npm-shrinkwrap.json", "npm ci", "npm install"),
    ];
    let known = MANAGERS.iter().find(|(lock, ..)| has_file(workspace, lock));
    let (_, all, one) = known.unwrap_or(&("", "npm install", "npm install"));
    let command = match package {
        Some(name) => format!("{one} {name}"),
        None => (*all).to_owned(),
    };
    Remedy::new(command).needing(INSTALL)
}

#[cfg(feature = "languages")]
fn of_rust(case: &Case<'_>, diagnostic: &Diagnostic) -> Option<Diagnosis> {
    use crate::closeness::is_slip;

    let is_rust = diagnostic.file().is_some_and(|file| file.ends_with(".rs"));
    let name = crate::names::known_crate(diagnostic.fact.as_ref().filter(|_| is_rust)?)?;
    let stem = |file: &unbreak_core::RelPath| file.file_name().strip_suffix(".rs").map(str::to_owned);
    let files = case.context.workspace.files();
    let mut own = files.iter().filter_map(stem);
    if own.any(|own| own == name || is_slip(name, &own) || is_slip(&own, name)) {
        return None;
    }
    let manifests = files.iter().filter(|file| file.file_name() == "Cargo.toml");
    let mut texts = manifests.filter_map(|file| case.context.workspace.read_text(file).ok());
    if texts.any(|text| text.replace('-', "_").contains(name)) {
        return None;
    }
    let summary = format!("The crate {name} is used, and no Cargo.toml of the project declares it.");
    Some(
        Diagnosis::new(
            DiagnosisKind::PackageNotDeclared,
            name,
            summary,
            sighting(diagnostic),
            outside::concluded(),
        )
        .because("crates.io has a well-known crate of this name")
        .remedy(Remedy::new(format!("cargo add {name}")).needing(INSTALL)),
    )
}

/// Programs of packages, and the packages that bring them where the names differ.
const PROGRAMS: [(&str, &str); 14] = [
    ("tsc", "typescript"),
    ("ng", "@angular/cli"),
    ("nest", "@nestjs/cli"),
    ("vue-cli-service", "@vue/cli-service"),
    ("babel", "@babel/cli"),
    ("playwright", "@playwright/test"),
    ("sb", "storybook"),
    ("biome", "@biomejs/biome"),
    ("svelte-kit", "@sveltejs/kit"),
    ("ava", "ava"),
    ("run-s", "npm-run-all"),
    ("run-p", "npm-run-all"),
    ("graphql-codegen", "@graphql-codegen/cli"),
    ("commitlint", "@commitlint/cli"),
];

/// Programs that are not in the package of their name, and the packages that have them.
const SEPARATE_PROGRAMS: [(&str, &str); 4] = [
    ("grunt", "grunt-cli"),
    ("gulp", "gulp-cli"),
    ("webpack", "webpack-cli"),
    ("karma", "karma-cli"),
];

/// Returns whether a program is one that a declared package of the project brings.
pub(super) fn brings_program(case: &Case<'_>, program: &str) -> bool {
    declaring(case, program).is_some()
}

/// The declared package that brings a program.
fn declaring(case: &Case<'_>, program: &str) -> Option<String> {
    let known = PROGRAMS.iter().find(|(name, _)| *name == program);
    let package = known.map_or(program, |(_, package)| package);
    declared_packages(case.context.workspace)
        .into_iter()
        .find(|name| name == package)
}

/// The packages of npm that the project's manifest asks for.
#[cfg(feature = "languages")]
pub(super) fn declared_packages(workspace: &dyn Workspace) -> Vec<String> {
    crate::script::declared_packages(workspace)
}

#[cfg(not(feature = "languages"))]
pub(super) fn declared_packages(_workspace: &dyn Workspace) -> Vec<String> {
    Vec::new()
}

/// Programs of declared packages that a script of `package.json` calls and the shell does not find.
fn of_programs(case: &Case<'_>) -> Option<Diagnosis> {
    let messages = case
        .context
        .diagnostics
        .iter()
        .flat_map(|diagnostic| diagnostic.message.lines());
    let mut lines = messages.chain(case.context.output.lines());
    lines.find_map(|line| {
        let (before, _) = line.split_once(": not found").or_else(|| line.split_once(": command not found"))?;
        let program = before.rsplit(' ').next()?;
        let package = declaring(case, program)?;
        let seen = Sighting {
            text: line.trim().to_owned(),
            location: Location::default(),
        };
        let installed = case.context.workspace.root().join("node_modules").join(&package);
        if case.machine.exists(&installed) {
            let (_, own) = SEPARATE_PROGRAMS.iter().find(|(name, _)| *name == program)?;
            let summary = format!(
                "The program {program} is in the package {own}, not in the installed {package}, and package.json does not declare it."
            );
            let kind = DiagnosisKind::PackageNotDeclared;
            return Some(
                Diagnosis::new(kind, *own, summary, seen, outside::seen())
                    .because(format!("node_modules has {package}, without a program"))
                    .remedy(node_install(case.context.workspace, Some(own))),
            );
        }
        let summary = format!(
            "package.json declares the package {package}, which has the program {program}, and it is not installed."
        );
        Some(
            Diagnosis::new(DiagnosisKind::PackageNotInstalled, package, summary, seen, outside::seen())
                .because("package.json declares it")
                .remedy(node_install(case.context.workspace, None)),
        )
    })
}
