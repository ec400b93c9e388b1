//! Keeps commands from writing outside of the workspace, from other processes, and from the network.
//!
//! The system's `bwrap` keeps them from all of it, Landlock from most, and if neither works, [`Confinement`]
//! says so. Everything that is started passes through [`Sandbox::start`].

mod bubblewrap;
mod caches;
mod landlock;
pub(crate) mod repository;
mod suspicion;

use std::env;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock, Mutex, PoisonError, mpsc};
use std::thread;

use unbreak_core::{Barrier, Command, Confinement, SandboxMode};

pub(crate) use self::suspicion::suspicion;
use super::seccomp::without_network;

/// The operator's settings of the sandbox.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct SandboxOptions {
    /// When commands run in it.
    pub mode: SandboxMode,
    /// Whether they have the network; by default they have it unless the mode is strict.
    pub network: Option<bool>,
    /// Directories and files elsewhere that they may write.
    pub writable: Vec<PathBuf>,
    /// The only barrier that is used, if it is not the best one of the system.
    pub barrier: Option<Barrier>,
}

impl SandboxOptions {
    fn network(&self) -> bool {
        self.network.unwrap_or(self.mode != SandboxMode::Strict)
    }
}

/// The reason why commands cannot be confined as requested.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SandboxError {
    /// Strict mode was requested, and no full sandbox works here.
    #[error("the strict sandbox is not possible here: {reason}")]
    Incomplete {
        /// The reason, in words.
        reason: String,
    },
    /// The network must be denied, and no mechanism here can do that.
    #[error("the network cannot be withheld here: {reason}")]
    Network {
        /// The reason, in words.
        reason: String,
    },
    /// A place that should be writable does not exist.
    #[error("{} cannot be made writable in the sandbox: it does not exist", .0.display())]
    Missing(PathBuf),
}

impl SandboxError {
    /// A hint what to do about it.
    pub fn hint(&self) -> String {
        match self {
            Self::Incomplete { .. } | Self::Network { .. } => {
                "install bubblewrap (on Debian and Ubuntu: apt-get install bubblewrap) and allow user namespaces"
            }
            Self::Missing(_) => "create it, or take it out of 'writable' in unbreak.toml",
        }
        .to_owned()
    }
}

/// Confines the commands of runners. Clones share what is known of the system.
#[derive(Debug, Clone)]
pub struct Sandbox {
    confinement: Arc<Confinement>,
    wall: Wall,
    walls: Arc<Walls>,
}

/// The mechanism that confines commands.
#[derive(Debug, Clone)]
enum Wall {
    None,
    Bubblewrap(PathBuf),
    Landlock,
}

/// The permissions of commands.
#[derive(Debug, Clone, Default)]
pub(super) struct Walls {
    /// The tree of the user.
    workspace: PathBuf,
    /// The tree in which commands run, if it is a copy.
    copy: Option<PathBuf>,
    /// Writable places outside the tree.
    writable: Vec<PathBuf>,
    /// Protected places inside the tree.
    protected: Vec<PathBuf>,
    /// Places that must be readable, wherever they are.
    readable: Vec<PathBuf>,
    /// The directory that replaces the system's temporary ones.
    temporary: Option<PathBuf>,
    devices: Vec<PathBuf>,
    network: bool,
    /// Whether services that would act for a command are out of reach.
    sealed: bool,
}

impl Sandbox {
    /// No sandbox.
    pub fn off() -> Self {
        Self {
            confinement: Arc::new(Confinement {
                mode: SandboxMode::Off,
                by: Barrier::None,
                network: true,
                unconfined: Vec::new(),
            }),
            wall: Wall::None,
            walls: Arc::default(),
        }
    }

    /// Finds out, on a thread of its own, which one this system has; [`open`](Self::open) waits for it then.
    pub fn look_ahead(options: &SandboxOptions) {
        if options.mode == SandboxMode::Off || options.barrier.is_some_and(|only| only != Barrier::Bubblewrap)
        {
            return;
        }
        let network = options.network();
        thread::spawn(move || bubblewrap::is_there(network));
    }

    /// The best one that this system has for the commands in a workspace.
    ///
    /// # Errors
    /// If it does not meet the operator's settings.
    pub fn open(options: &SandboxOptions, workspace: &Path) -> Result<Self, SandboxError> {
        if options.mode == SandboxMode::Off {
            return Ok(Self::off());
        }
        let network = options.network();
        let sealed = options.mode == SandboxMode::Strict || !network;
        let program = match options.barrier {
            None | Some(Barrier::Bubblewrap) => bubblewrap::find(workspace, network),
            Some(other) => Err(format!("only {other} may be used")),
        };
        let (wall, by, unconfined) = match program {
            Ok(program) => (Wall::Bubblewrap(program), Barrier::Bubblewrap, services(sealed)),
            Err(reason) if options.mode == SandboxMode::Strict => {
                return Err(SandboxError::Incomplete { reason });
            }
            Err(reason) if options.barrier == Some(Barrier::Bubblewrap) => {
                return Err(SandboxError::Incomplete { reason });
            }
            Err(reason) => without_bubblewrap(reason, network)?,
        };
        let mut writable = caches::caches();
        for place in &options.writable {
            let place = place
                .canonicalize()
                .map_err(|_| SandboxError::Missing(place.clone()))?;
            writable.push(place);
        }
        let walls = Walls {
            workspace: workspace.to_owned(),
            copy: None,
            writable: real(writable),
            protected: real(repository::protected(workspace)),
            readable: Vec::new(),
            temporary: None,
            devices: devices(),
            network,
            sealed,
        };
        Ok(Self {
            confinement: Arc::new(Confinement {
                mode: options.mode,
                by,
                network,
                unconfined,
            }),
            wall,
            walls: Arc::new(walls),
        })
    }

    /// How commands are confined.
    pub fn confinement(&self) -> &Confinement {
        &self.confinement
    }

    /// The same with more writable directories, and with one in place of the system's temporary directories.
    pub(crate) fn with(mut self, writable: impl IntoIterator<Item = PathBuf>, temporary: PathBuf) -> Self {
        let walls = Arc::make_mut(&mut self.walls);
        walls.writable.extend(real(writable));
        for number in 0..walls.temporaries().count() {
            let place = temporary.join(number.to_string());
            // Writable for all, like the system's own, for commands that change their user.
            let made = fs::create_dir_all(&place)
                .and_then(|()| fs::set_permissions(&place, fs::Permissions::from_mode(0o1777)));
            if made.is_err() {
                return self;
            }
        }
        walls.temporary = Some(temporary);
        self
    }

    /// The same with a directory that stays readable although it may be in a temporary one.
    pub(crate) fn reading(mut self, place: &Path) -> Self {
        Arc::make_mut(&mut self.walls)
            .readable
            .extend(real([place.to_owned()]));
        self
    }

    /// The same for commands in a copy of the workspace: the workspace itself is then read-only, except for
    /// the directories of packages that the copy links to.
    pub(crate) fn around(&self, directory: &Path) -> Self {
        let mut other = self.clone();
        let is_other = !directory.starts_with(&self.walls.workspace);
        let place = directory
            .canonicalize()
            .ok()
            .filter(|_| is_other && !self.is_off());
        if let Some(place) = place {
            let walls = Arc::make_mut(&mut other.walls);
            let linked = linked(&place, &walls.workspace);
            walls.writable.extend(linked);
            walls.copy = Some(place);
        }
        other
    }

    /// The same for an installation that the operator allowed: it has the network, and may write to the
    /// directories of installed packages.
    pub(crate) fn installing(&self, command: &Command) -> Self {
        let mut other = self.clone();
        let walls = Arc::make_mut(&mut other.walls);
        walls.writable.extend(real(caches::packages(&command.program)));
        walls.network = true;
        other
    }

    fn is_off(&self) -> bool {
        matches!(self.wall, Wall::None)
    }

    /// Returns whether a wrapper process stands between this one and a command: its parent in the sandbox.
    pub(super) fn wraps(&self) -> bool {
        matches!(self.wall, Wall::Bubblewrap(_))
    }

    /// The program and arguments that start a command in a directory.
    pub(super) fn words(&self, command: &Command, directory: &Path) -> (OsString, Vec<OsString>) {
        match &self.wall {
            Wall::Bubblewrap(program) => {
                let arguments = bubblewrap::arguments(&self.walls, command, directory);
                (program.into(), arguments)
            }
            Wall::None | Wall::Landlock => {
                let arguments = command.args.iter().map(OsString::from).collect();
                (OsString::from(&command.program), arguments)
            }
        }
    }

    /// Starts a process by calling `start` on a thread that is fit for it.
    pub(super) fn start<T: Send + 'static>(
        &self,
        start: impl FnOnce() -> io::Result<T> + Send + 'static,
    ) -> io::Result<T> {
        match &self.wall {
            Wall::None => start(),
            Wall::Bubblewrap(_) => on_lasting_thread(start),
            Wall::Landlock => {
                let walls = Arc::clone(&self.walls);
                let confined = move || {
                    walls.raise().map_err(io::Error::other)?;
                    start()
                };
                let started = thread::Builder::new().spawn(confined)?.join();
                started.unwrap_or_else(|_| Err(io::Error::other("the sandbox could not be set up")))
            }
        }
    }
}

impl Walls {
    /// Confines this thread and everything it starts.
    fn raise(&self) -> Result<(), String> {
        landlock::restrict(self)?;
        match self.network {
            true => Ok(()),
            false => without_network(),
        }
    }

    /// The writable places, without temporary directories.
    fn own_writable(&self) -> Vec<PathBuf> {
        let tree = self.copy.as_ref().unwrap_or(&self.workspace);
        let mut places = self.writable.clone();
        places.push(tree.clone());
        places
    }

    /// All writable places if nothing is replaced.
    fn writable(&self) -> Vec<PathBuf> {
        let mut places = self.own_writable();
        places.extend(temporaries());
        places
    }

    /// The protected places in the tree. In a copy nothing is protected.
    fn protected(&self) -> impl Iterator<Item = &PathBuf> {
        self.protected.iter().filter(|_| self.copy.is_none())
    }

    /// The temporary directories that can be replaced: those that are not the workspace and not in it.
    fn temporaries(&self) -> impl Iterator<Item = &Path> {
        let places = TEMPORARIES.iter().map(PathBuf::as_path);
        places.filter(|place| !place.starts_with(&self.workspace))
    }

    /// The devices for computing and drawing.
    fn devices(&self) -> impl Iterator<Item = &Path> {
        self.devices.iter().map(PathBuf::as_path)
    }
}

/// The system's temporary directories and the user's own, by their real paths.
static TEMPORARIES: LazyLock<Vec<PathBuf>> = LazyLock::new(|| {
    let own = env::var_os("TMPDIR").map(PathBuf::from);
    let usual = ["/tmp", "/var/tmp"].map(PathBuf::from);
    let mut places: Vec<PathBuf> = real(usual.into_iter().chain(own));
    places.sort();
    places.dedup();
    // A directory inside another is replaced together with it.
    let all = places.clone();
    places.retain(|place| !all.iter().any(|other| other != place && place.starts_with(other)));
    places.retain(|place| place.parent().is_some());
    places
});

fn temporaries() -> impl Iterator<Item = PathBuf> {
    TEMPORARIES.iter().cloned()
}

/// The mechanism that is used without `bwrap`.
fn without_bubblewrap(reason: String, network: bool) -> Result<(Wall, Barrier, Vec<String>), SandboxError> {
    match landlock::version() {
        Ok(version) => Ok((
            Wall::Landlock,
            Barrier::Landlock,
            landlock::gaps(version, network)
                .into_iter()
                .chain(services(false))
                .collect(),
        )),
        Err(_) if !network => Err(SandboxError::Network { reason }),
        Err(other) => {
            let gap = format!("anything ({reason}; Landlock: {other})");
            Ok((Wall::None, Barrier::None, vec![gap]))
        }
    }
}

/// The gaps about services that act for any process that reaches them.
fn services(sealed: bool) -> Vec<String> {
    match sealed || bubblewrap::services().next().is_none() {
        true => Vec::new(),
        false => vec!["services of the system (Docker, D-Bus) can be asked to act elsewhere".to_owned()],
    }
}

/// Devices for computing and drawing: nothing can be stored there.
fn devices() -> Vec<PathBuf> {
    let entries = fs::read_dir("/dev").into_iter().flatten().flatten();
    let devices = entries.filter(|entry| {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        name.starts_with("nvidia") || ["dri", "kfd", "kvm", "fuse"].contains(&name.as_ref())
    });
    devices.map(|entry| entry.path()).collect()
}

/// The real paths of existing places.
fn real(places: impl IntoIterator<Item = PathBuf>) -> Vec<PathBuf> {
    places
        .into_iter()
        .filter_map(|place| place.canonicalize().ok())
        .collect()
}

/// The most files of a copy that are checked for links.
const MOST_LOOKED_AT: usize = 50_000;

/// The directories of a workspace that a copy of it links to.
fn linked(copy: &Path, workspace: &Path) -> Vec<PathBuf> {
    let files = ignore::WalkBuilder::new(copy).standard_filters(false).build();
    let links = files
        .take(MOST_LOOKED_AT)
        .flatten()
        .filter(ignore::DirEntry::path_is_symlink);
    let places = real(links.map(ignore::DirEntry::into_path));
    places
        .into_iter()
        .filter(|place| place.starts_with(workspace) && place.is_dir())
        .collect()
}

/// Starts a process from a thread that lives as long as this program: a process that is to end with its
/// parent ends with the thread that started it (`PR_SET_PDEATHSIG(2const)`).
fn on_lasting_thread<T: Send + 'static>(
    start: impl FnOnce() -> io::Result<T> + Send + 'static,
) -> io::Result<T> {
    type Task = Box<dyn FnOnce() + Send>;
    static THREAD: Mutex<Option<mpsc::Sender<Task>>> = Mutex::new(None);
    let (answer, answered) = mpsc::sync_channel(1);
    let task: Task = Box::new(move || {
        // The requesting thread waits for it below.
        let _ = answer.send(start());
    });
    let mut starter = THREAD.lock().unwrap_or_else(PoisonError::into_inner);
    if starter.is_none() {
        let (tasks, asked) = mpsc::channel::<Task>();
        thread::Builder::new()
            .name("starter".to_owned())
            .spawn(move || asked.into_iter().for_each(|task| task()))?;
        *starter = Some(tasks);
    }
    let gone = |_| io::Error::other("the thread that starts processes has ended");
    starter
        .as_ref()
        .map_or(Ok(()), |tasks| tasks.send(task))
        .map_err(|_| gone(()))?;
    drop(starter);
    answered.recv().map_err(|_| gone(()))?
}

/// The mechanisms of this system, in words: for a full sandbox, and for one without it.
pub fn offers(workspace: &Path) -> [(Barrier, Result<String, String>); 2] {
    let bubblewrap = bubblewrap::find(workspace, false).map(|program| program.display().to_string());
    let landlock = landlock::version().map(|version| format!("version {version}"));
    [(Barrier::Bubblewrap, bubblewrap), (Barrier::Landlock, landlock)]
}
