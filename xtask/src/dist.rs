//! Builds what users install: an archive, a wheel and npm packages, each with the same program inside.

use std::env::consts;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail, ensure};
use serde_json::json;
use xshell::{Shell, cmd};

use crate::{example, layout, setup};

const MATURIN: &str = "maturin==1.16.0";
const SUMMARY: &str = "Repairs a failing command with the smallest verified change.";
const LICENSE: &str = "MIT OR Apache-2.0";
const REPOSITORY_FILES: [&str; 3] = ["README.md", "LICENSE-APACHE", "LICENSE-MIT"];

/// Builds the packages in `target/packages`, then installs each in an empty environment without the network, and repairs
/// the example with it.
///
/// # Errors
/// When something cannot be built, or an installed program does not work.
pub(crate) fn run(shell: &Shell, _arguments: &[String]) -> Result<()> {
    println!("building the binary, which takes some minutes");
    cmd!(shell, "cargo build --profile dist --locked --package unbreak")
        .quiet()
        .run()
        .context("unbreak does not build")?;
    setup::example(shell)?;
    let dist = layout::target_directory().join("packages");
    shell.remove_path(&dist)?;
    shell.create_dir(&dist)?;
    let version = version()?;

    archive(shell, &dist, &version)?;
    let wheel = wheel(shell, &dist)?;
    let packages = npm(shell, &dist, &version)?;

    try_wheel(shell, &wheel)?;
    try_npm(shell, &packages)?;
    println!();
    for entry in fs::read_dir(&dist)? {
        let entry = entry?;
        let size = entry.metadata()?.len() / 1024;
        println!("{size:>8} KiB  {}", entry.path().display());
    }
    Ok(())
}

/// The binary that is packed.
fn dist_binary() -> PathBuf {
    layout::target_directory().join("dist/unbreak")
}

fn version() -> Result<String> {
    let manifest: toml::Table = toml::from_str(&fs::read_to_string(layout::root().join("Cargo.toml"))?)?;
    let version = manifest["workspace"]["package"]["version"].as_str();
    Ok(version.context("the workspace has no version")?.to_owned())
}

/// The system as npm names it: `linux-x64`.
fn npm_system() -> Result<(&'static str, &'static str)> {
    let os = match consts::OS {
        "linux" => "linux",
        "macos" => "darwin",
        other => bail!("there are no packages for {other}"),
    };
    let cpu = match consts::ARCH {
        "x86_64" => "x64",
        "aarch64" => "arm64",
        other => bail!("there are no packages for {other}"),
    };
    Ok((os, cpu))
}

fn archive(shell: &Shell, dist: &Path, version: &str) -> Result<()> {
    let name = format!("unbreak-{version}-{}-{}", consts::OS, consts::ARCH);
    let content = dist.join(&name);
    shell.create_dir(&content)?;
    shell.copy_file(dist_binary(), &content)?;
    for file in REPOSITORY_FILES {
        shell.copy_file(layout::root().join(file), &content)?;
    }
    let _there = shell.push_dir(dist);
    let file = format!("{name}.tar.gz");
    cmd!(
        shell,
        "tar --create --gzip --owner=0 --group=0 --file {file} {name}"
    )
    .quiet()
    .run()
    .context("the archive cannot be made")?;
    shell.remove_path(&content)?;
    Ok(())
}

fn wheel(shell: &Shell, dist: &Path) -> Result<PathBuf> {
    let tools = tempfile::tempdir()?;
    let python = environment(shell, tools.path())?;
    cmd!(
        shell,
        "{python} -m pip install --quiet --disable-pip-version-check {MATURIN}"
    )
    .quiet()
    .run()
    .context("maturin cannot be installed")?;
    let target = layout::target_directory();
    let _there = shell.push_dir(layout::root().join("packaging/pypi"));
    cmd!(
        shell,
        "{python} -m maturin build --profile dist --locked --target-dir {target} --out {dist}"
    )
    .quiet()
    .run()
    .context("the wheel cannot be built")?;
    file_with(dist, ".whl")
}

/// An empty virtual environment's interpreter.
fn environment(shell: &Shell, directory: &Path) -> Result<PathBuf> {
    cmd!(shell, "python3 -m venv {directory}")
        .quiet()
        .run()
        .context("needs Python 3 with its venv module")?;
    Ok(directory.join("bin/python"))
}

fn file_with(directory: &Path, ending: &str) -> Result<PathBuf> {
    let entries = fs::read_dir(directory)?.map(|entry| entry.map(|entry| entry.path()));
    let files = entries.collect::<std::io::Result<Vec<_>>>()?;
    let file = files
        .into_iter()
        .find(|file| file.to_string_lossy().ends_with(ending));
    file.with_context(|| format!("{} has no file with {ending}", directory.display()))
}

/// The package that users name, and the one with the program for this system.
fn npm(shell: &Shell, dist: &Path, version: &str) -> Result<[PathBuf; 2]> {
    let (os, cpu) = npm_system()?;
    let work = tempfile::tempdir()?;
    let sources = layout::root().join("packaging/npm");

    let system = work.path().join("system");
    shell.create_dir(system.join("bin"))?;
    shell.copy_file(dist_binary(), system.join("bin"))?;
    let name = format!("@unbreak/{os}-{cpu}");
    let manifest = json!({
        "name": name,
        "version": version,
        "description": format!("The program of unbreak for {os} on {cpu}."),
        "license": LICENSE,
        "os": [os],
        "cpu": [cpu],
        "files": ["bin"],
    });
    write_manifest(shell, &system, &manifest)?;

    let main = work.path().join("main");
    shell.create_dir(&main)?;
    for file in ["unbreak.js", "README.md"] {
        shell.copy_file(sources.join(file), &main)?;
    }
    // Those of systems that are not published are not found, and optional ones may be missing.
    let systems = ["linux-x64", "linux-arm64"].map(|system| (format!("@unbreak/{system}"), version.into()));
    let manifest = json!({
        "name": "unbreak",
        "version": version,
        "description": SUMMARY,
        "license": LICENSE,
        "bin": { "unbreak": "unbreak.js" },
        "files": ["unbreak.js"],
        "engines": { "node": ">=18" },
        "optionalDependencies": serde_json::Map::from_iter(systems),
    });
    write_manifest(shell, &main, &manifest)?;

    let mut packed = Vec::new();
    for package in [&system, &main] {
        for file in &REPOSITORY_FILES[1..] {
            shell.copy_file(layout::root().join(file), package)?;
        }
        let name = cmd!(shell, "npm pack --silent --pack-destination {dist} {package}")
            .quiet()
            .read()
            .context("the packages for npm cannot be made")?;
        packed.push(dist.join(name.trim()));
    }
    <[PathBuf; 2]>::try_from(packed).map_err(|_| anyhow::anyhow!("npm did not pack two packages"))
}

fn write_manifest(shell: &Shell, package: &Path, manifest: &serde_json::Value) -> Result<()> {
    shell.write_file(package.join("package.json"), format!("{manifest:#}\n"))?;
    Ok(())
}

fn try_wheel(shell: &Shell, wheel: &Path) -> Result<()> {
    let place = tempfile::tempdir()?;
    let python = environment(shell, place.path())?;
    cmd!(
        shell,
        "{python} -m pip install --quiet --disable-pip-version-check --no-index {wheel}"
    )
    .quiet()
    .run()
    .context("the wheel cannot be installed")?;
    try_program(shell, "the wheel", &place.path().join("bin/unbreak"))
}

fn try_npm(shell: &Shell, packages: &[PathBuf; 2]) -> Result<()> {
    let place = tempfile::tempdir()?;
    {
        let _there = shell.push_dir(place.path());
        shell.write_file("package.json", "{ \"private\": true }\n")?;
        cmd!(
            shell,
            "npm install --offline --omit=optional --no-audit --no-fund --silent {packages...}"
        )
        .quiet()
        .run()
        .context("the packages cannot be installed by npm")?;
    }
    try_program(
        shell,
        "the npm package",
        &place.path().join("node_modules/.bin/unbreak"),
    )
}

/// Repairs the example with an installed program.
fn try_program(shell: &Shell, label: &str, program: &Path) -> Result<()> {
    let version = cmd!(shell, "{program} --version").quiet().read()?;
    let project = example::scratch()?;
    let state = tempfile::tempdir()?;
    let _there = shell.push_dir(project.path());
    let _tools = shell.push_env("PATH", layout::path_of_example()?);
    let _state = shell.push_env("UNBREAK_STATE_DIR", state.path());
    let check = example::CHECK;
    cmd!(shell, "{program} run --quiet -- {check}")
        .quiet()
        .ignore_stdout()
        .run()
        .with_context(|| format!("{label} does not repair the example"))?;
    cmd!(shell, "{check}").quiet().ignore_stdout().run()?;
    // The exit code of a command that cannot be started, from the program itself.
    let status = cmd!(shell, "{program} run --quiet -- ./there-is-no-such-program")
        .quiet()
        .ignore_status()
        .ignore_stdout()
        .ignore_stderr()
        .output()?
        .status;
    ensure!(!status.success(), "{label} hides the program's exit code");
    println!("{label}: {} repairs the example", version.trim());
    Ok(())
}
