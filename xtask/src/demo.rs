//! The first command of the README: a broken project, repaired before one's eyes.

use anyhow::{Context as _, Result};
use xshell::{Shell, cmd};

use crate::{example, layout, setup};

/// Runs the program on a scratch copy of the example, then the example's own check. Only the parts
/// that the example needs are built, without optimisation, to keep the first build short.
///
/// # Errors
/// When something cannot be built or set up, or the copy is not green at the end.
pub(crate) fn run(shell: &Shell, _arguments: &[String]) -> Result<()> {
    setup::example(shell)?;
    println!("building what the example needs of unbreak");
    let features = "python";
    cmd!(
        shell,
        "cargo build --locked --profile demo --package unbreak --no-default-features --features {features}"
    )
    .quiet()
    .run()
    .context("unbreak does not build")?;
    let project = example::lasting()?;
    let _there = shell.push_dir(&project);
    let _tools = shell.push_env("PATH", layout::path_of_example()?);
    let (unbreak, check) = (layout::demo_binary(), example::CHECK);

    println!("\na copy of examples/broken-python, which fails its check in ten ways, is in");
    println!("  {}\n$ unbreak run -- {check}\n", project.display());
    cmd!(shell, "{unbreak} run -- {check}")
        .quiet()
        .run()
        .context("the example was not repaired")?;
    println!("\nthe same check once more, without unbreak:\n$ {check}\n");
    cmd!(shell, "{check}")
        .quiet()
        .run()
        .context("the example is not green")?;

    println!("\nto see the tree: {}", project.display());
    println!(
        "to take the repair back: {} undo -C {}",
        unbreak.display(),
        project.display()
    );
    Ok(())
}
