//! Programs that stand in the search path before those that read the hook, and name it again: `PYTHONPATH=src pytest` in
//! a shell or a Makefile would lose it.

use std::collections::BTreeSet;
use std::fs::{self, Permissions};
use std::io;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

use unbreak_core::Command;
use unbreak_core::tool_facts::reads_line_hook;

/// Writes one for each such program of a search path.
pub(super) fn write(shims: &Path, hooks: &Path, search_path: &str) -> io::Result<()> {
    let mut known = BTreeSet::new();
    for directory in std::env::split_paths(search_path) {
        for entry in fs::read_dir(directory).into_iter().flatten().flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            if reads_line_hook(&name) && known.insert(name.clone()) {
                let shim = shims.join(name);
                fs::write(&shim, text(hooks, &entry.path()))?;
                fs::set_permissions(&shim, Permissions::from_mode(0o755))?;
            }
        }
    }
    Ok(())
}

fn text(hooks: &Path, program: &Path) -> String {
    let quoted = |path: &Path| Command::new(path.to_string_lossy(), [""; 0]).to_string();
    format!(
        "#!/bin/sh\nhooks={}\ncase :$PYTHONPATH: in\n  *:\"$hooks\":*) ;;\n  *) export PYTHONPATH=\"$hooks${{PYTHONPATH:+:$PYTHONPATH}}\" ;;\nesac\nexec {} \"$@\"\n",
        quoted(hooks),
        quoted(program)
    )
}
