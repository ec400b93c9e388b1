//! Programs that stand before Python in the search path, and give it the hook again: `PYTHONPATH=src pytest` in a shell
//! or a Makefile would lose it.

use std::collections::BTreeSet;
use std::fs::{self, Permissions};
use std::io;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

use unbreak_core::Command;

/// Writes one for each program of a search path that runs Python.
pub(super) fn write(shims: &Path, hooks: &Path, search_path: &str) -> io::Result<()> {
    let mut known = BTreeSet::new();
    for directory in std::env::split_paths(search_path) {
        for entry in fs::read_dir(directory).into_iter().flatten().flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            if runs_python(&name) && known.insert(name.clone()) {
                let shim = shims.join(name);
                fs::write(&shim, text(hooks, &entry.path()))?;
                fs::set_permissions(&shim, Permissions::from_mode(0o755))?;
            }
        }
    }
    Ok(())
}

/// Returns whether a program is Python of any version, or pytest.
fn runs_python(name: &str) -> bool {
    let is_version = |rest: &str| rest.chars().all(|c| c.is_ascii_digit() || c == '.');
    name.strip_prefix("python").is_some_and(is_version) || matches!(name, "pytest" | "py.test")
}

fn text(hooks: &Path, program: &Path) -> String {
    let quoted = |path: &Path| Command::new(path.to_string_lossy(), [""; 0]).to_string();
    format!(
        "#!/bin/sh\nhooks={}\ncase :$PYTHONPATH: in\n  *:\"$hooks\":*) ;;\n  *) export PYTHONPATH=\"$hooks${{PYTHONPATH:+:$PYTHONPATH}}\" ;;\nesac\nexec {} \"$@\"\n",
        quoted(hooks),
        quoted(program)
    )
}
