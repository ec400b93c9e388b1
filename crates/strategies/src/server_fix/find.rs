//! Finds a project's own language server and the root that it opens.

use unbreak_core::{Command, RelPath, Workspace};

use super::servers::Server;

/// Directories of a project in which its tools lie.
const OWN: &[&str] = &["node_modules/.bin", ".venv/bin", "venv/bin", "env/bin"];

/// The directory that is the root of the project which a file belongs to, as the server sees it;
/// `None` when it could not open any.
pub(super) fn project(
    server: &Server,
    file: &RelPath,
    near: &str,
    workspace: &dyn Workspace,
) -> Option<String> {
    if server.markers.is_empty() {
        return Some(near.to_owned());
    }
    let has_marker = |directory: &&str| {
        let mut markers = server.markers.iter();
        markers.any(|marker| is_file(workspace, directory, marker))
    };
    above(file.as_str()).find(has_marker).map(str::to_owned)
}

/// The command that starts the server: the project's own before one on the `PATH`.
pub(super) fn command(server: &Server, file: &RelPath, workspace: &dyn Workspace) -> Command {
    let own = above(file.as_str()).find_map(|directory| {
        let places = OWN
            .iter()
            .map(|own| join(directory, &format!("{own}/{}", server.program)));
        let mut found = places.filter(|place| is_file(workspace, "", place));
        found.next()
    });
    let program = match own {
        Some(own) => workspace.root().join(own).to_string_lossy().into_owned(),
        None => server.program.to_owned(),
    };
    Command::new(program, server.arguments.iter().copied())
}

/// The directories above a file, the nearest first; the last is the root, which has no name.
fn above(file: &str) -> impl Iterator<Item = &str> {
    let parent = |path: &str| path.rfind('/').unwrap_or(0);
    std::iter::successors(Some(&file[..parent(file)]), move |directory| {
        (!directory.is_empty()).then(|| &directory[..parent(directory)])
    })
}

fn is_file(workspace: &dyn Workspace, directory: &str, name: &str) -> bool {
    let file = workspace.locate(&join(directory, name));
    file.is_some_and(|file| workspace.is_file(&file))
}

fn join(directory: &str, name: &str) -> String {
    match directory {
        "" => name.to_owned(),
        directory => format!("{directory}/{name}"),
    }
}
