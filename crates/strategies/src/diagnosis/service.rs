//! Services by their ports, and the project's own containers for them.

use std::sync::LazyLock;

use serde::Deserialize;
use unbreak_core::Workspace;

const TABLE: &str = include_str!("services.toml");

/// A service that programs connect to.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Service {
    pub(super) name: String,
    ports: Vec<u16>,
    images: Vec<String>,
    /// Its unit of systemd.
    pub(super) unit: Option<String>,
    /// Its formula of Homebrew.
    pub(super) formula: Option<String>,
}

#[derive(Deserialize)]
struct Table {
    service: Vec<Service>,
}

static SERVICES: LazyLock<Vec<Service>> =
    LazyLock::new(|| table().map_or_else(|_| Vec::new(), |table| table.service));

fn table() -> Result<Table, toml::de::Error> {
    toml::from_str(TABLE)
}

/// Checks that the table can be read.
pub(super) fn check() -> Result<(), String> {
    table().map(|_| ()).map_err(|error| error.to_string())
}

/// The service that usually listens on a port.
pub(super) fn of_port(port: u16) -> Option<&'static Service> {
    SERVICES.iter().find(|service| service.ports.contains(&port))
}

/// The name of the project's container that publishes a port or runs the image of a service.
pub(super) fn container(workspace: &dyn Workspace, port: u16) -> Option<String> {
    let files = workspace.files();
    let texts = files
        .iter()
        .filter(|file| is_compose(file.file_name()))
        .filter_map(|file| workspace.read_text(file).ok());
    texts.into_iter().find_map(|text| container_in(&text, port))
}

fn is_compose(name: &str) -> bool {
    let is_yaml = name.ends_with(".yml") || name.ends_with(".yaml");
    is_yaml && (name.starts_with("docker-compose") || name.starts_with("compose"))
}

/// Reads the lines of a Compose file: the key of a service is the outermost indented one above its `image` or
/// `ports`.
fn container_in(text: &str, port: u16) -> Option<String> {
    let service = of_port(port);
    let published = [format!("{port}:"), format!("\"{port}\""), format!("- {port}")];
    let mut keys: Vec<(usize, &str)> = Vec::new();
    for line in text.lines().filter(|line| !line.trim_start().starts_with('#')) {
        let depth = line.len() - line.trim_start().len();
        let line = line.trim();
        let image = line
            .strip_prefix("image:")
            .map(|image| image.trim().trim_matches(['"', '\'']));
        let is_image = image.is_some_and(|image| {
            let runs =
                |known: &String| image.starts_with(known.as_str()) || image.contains(&format!("/{known}"));
            service.is_some_and(|service| service.images.iter().any(runs))
        });
        let is_published = line.starts_with('-') && published.iter().any(|text| line.contains(text));
        if is_image || is_published {
            let mut parents = keys.iter().filter(|(at, _)| 0 < *at && *at < depth);
            return parents.next().map(|(_, key)| (*key).to_owned());
        }
        if let Some(key) = line.strip_suffix(':') {
            keys.retain(|(at, _)| *at < depth);
            keys.push((depth, key));
        }
    }
    None
}
