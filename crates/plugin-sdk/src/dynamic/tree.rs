//! The workspace and the machine, seen through the host.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use serde::de::DeserializeOwned;
use unbreak_core::capability::CapabilityError;
use unbreak_core::{Barrier, Confinement, Listener, Machine, RelPath, SandboxMode, Workspace};
use unbreak_plugin_abi::messages::{self, MachineQuestion, question};
use unbreak_plugin_abi::status;

use super::link::{Link, refusal};

/// The workspace, read through the host.
pub(super) struct Files {
    link: Link,
    root: PathBuf,
    files: OnceLock<Arc<[RelPath]>>,
}

impl Files {
    pub(super) fn new(link: &Link, root: &str) -> Self {
        Self {
            link: link.clone(),
            root: PathBuf::from(root),
            files: OnceLock::new(),
        }
    }
}

impl Workspace for Files {
    fn root(&self) -> &Path {
        &self.root
    }

    fn read(&self, file: &RelPath) -> Result<Vec<u8>, CapabilityError> {
        let payload = messages::header(&messages::File { file: file.clone() });
        self.link
            .ask(question::READ, &payload)
            .map_err(|error| match error.0 {
                status::NOT_FOUND => CapabilityError::NotFound(file.clone()),
                _ => refusal(error),
            })
    }

    fn files(&self) -> Arc<[RelPath]> {
        // A host that does not show its files is treated as having none.
        let ask = || self.link.get(question::FILES, &()).unwrap_or_else(|_| Vec::new());
        Arc::clone(self.files.get_or_init(|| Arc::from(ask())))
    }

    fn is_file(&self, file: &RelPath) -> bool {
        let file = messages::File { file: file.clone() };
        self.link.get(question::IS_FILE, &file).unwrap_or(false)
    }

    fn copy_to(&self, directory: &Path) -> Result<(), CapabilityError> {
        let directory = directory.to_owned();
        self.link.get(question::COPY, &messages::Copy { directory })
    }
}

/// The machine, seen through the host. Where the host refuses an answer, there is nothing to be seen.
pub(super) struct Surroundings {
    link: Link,
    confinement: OnceLock<Confinement>,
}

impl Surroundings {
    pub(super) fn new(link: &Link) -> Self {
        Self {
            link: link.clone(),
            confinement: OnceLock::new(),
        }
    }

    fn ask<T: DeserializeOwned>(&self, asked: &MachineQuestion) -> Option<T> {
        self.link.get(question::MACHINE, asked).ok()
    }
}

impl Machine for Surroundings {
    fn program(&self, name: &str) -> Option<PathBuf> {
        let name = name.to_owned();
        self.ask(&MachineQuestion::Program { name })?
    }

    fn programs(&self) -> BTreeSet<String> {
        self.ask(&MachineQuestion::Programs).unwrap_or_default()
    }

    fn exists(&self, path: &Path) -> bool {
        let path = path.to_owned();
        self.ask(&MachineQuestion::Exists { path }).unwrap_or_default()
    }

    fn entries(&self, directory: &Path) -> Vec<String> {
        let directory = directory.to_owned();
        self.ask(&MachineQuestion::Entries { directory })
            .unwrap_or_default()
    }

    fn variable(&self, name: &str) -> Option<String> {
        let name = name.to_owned();
        self.ask(&MachineQuestion::Variable { name })?
    }

    fn listener(&self, port: u16) -> Option<Listener> {
        self.ask(&MachineQuestion::Listener { port })?
    }

    fn free_space(&self, directory: &Path) -> Option<u64> {
        let directory = directory.to_owned();
        self.ask(&MachineQuestion::FreeSpace { directory })?
    }

    fn memory(&self) -> Option<u64> {
        self.ask(&MachineQuestion::Memory)?
    }

    fn confinement(&self) -> &Confinement {
        self.confinement.get_or_init(|| {
            self.ask(&MachineQuestion::Confinement).unwrap_or(Confinement {
                mode: SandboxMode::Off,
                by: Barrier::None,
                network: true,
                unconfined: Vec::new(),
            })
        })
    }
}
