//! The plug-in that has a useless edit at hand.

use std::env::consts::{DLL_PREFIX, DLL_SUFFIX};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use tempfile::TempDir;
use xshell::{Shell, cmd};

use crate::bench::program::Program;
use crate::layout;

/// The plug-in `remark`, built and installed once.
pub(in crate::bench) struct Plugin {
    home: TempDir,
}

impl Plugin {
    /// Builds the plug-in and installs it for the program.
    ///
    /// # Errors
    /// When it does not build, or the program does not take it.
    pub(in crate::bench) fn install(shell: &Shell, program: &Program) -> Result<Self> {
        cmd!(shell, "cargo build --locked --package unbreak-plugin-remark")
            .quiet()
            .run()?;
        let home = tempfile::tempdir()?;
        let package = package(shell, home.path())?;
        let unbreak = program.path();
        cmd!(shell, "{unbreak} plugin install --no-build --yes {package}")
            .env("UNBREAK_PLUGIN_DIR", home.path().join("plugins"))
            .env("UNBREAK_STATE_DIR", home.path().join("state"))
            .quiet()
            .ignore_stdout()
            .run()
            .context("the plug-in cannot be installed")?;
        Ok(Self { home })
    }

    /// Lends it to a shell that runs the program.
    pub(in crate::bench) fn lend(&self, shell: &Shell) {
        shell.set_var("UNBREAK_PLUGIN_DIR", self.home.path().join("plugins"));
    }
}

/// The manifest and the library in a directory of their own.
fn package(shell: &Shell, home: &Path) -> Result<PathBuf> {
    let package = home.join("package");
    let library = format!("{DLL_PREFIX}unbreak_plugin_remark{DLL_SUFFIX}");
    let built = layout::target_directory().join("debug").join(&library);
    shell.create_dir(&package)?;
    shell.copy_file(built, package.join(library))?;
    shell.copy_file(
        layout::root().join("plugins/remark/plugin.toml"),
        package.join("plugin.toml"),
    )?;
    Ok(package)
}
