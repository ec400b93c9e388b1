//! The child host: a process that holds one library.

use std::fs::File;
use std::io::{self, Read, Write};
use std::os::fd::OwnedFd;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use unbreak_plugin_abi::status;

use super::call::{Answer, CallLimits};
use super::error::PluginErrorKind;
use super::library::{Opened, open};
use super::pinned::Pinned;
use super::wire::{Frame, LENGTH, Load, decode};
use crate::runner::{without_network, without_processes};

/// The subcommand with which a program is started as a host; the library's path follows it.
pub const SERVE_COMMAND: &str = "plugin-host";

/// The interval between checks whether the parent process is still there.
const ORPHAN: Duration = Duration::from_millis(500);

/// Serves a library to the program at the other end of standard input and output, until that
/// closes them.
///
/// # Errors
/// When the pipes cannot be used.
pub fn serve(library: &Path) -> io::Result<()> {
    let pipes = Pipes::claim()?;
    let Some(load) = pipes.lock().order()? else {
        return Ok(());
    };
    if !load.network {
        // Before anything of the library runs, and before there is another thread. If the system cannot do
        // it, the operator was told so when trusting the plug-in.
        let _ = without_network();
    }
    if !load.processes {
        let _ = without_processes();
    }
    end_with_parent()?;
    let library = Pinned {
        path: library.to_owned(),
        sha256: load.sha256,
    };
    let opened = match open(&library) {
        Ok(opened) => opened,
        Err(kind) => return pipes.lock().send(&Frame::Opened(Some(kind.into()))),
    };
    pipes.lock().send(&Frame::Opened(None))?;
    let limit = CallLimits::default().reply_bytes;
    loop {
        let Some(frame) = pipes.lock().receive()? else {
            return Ok(());
        };
        if let Some(Frame::Call(id, method, payload)) = decode(&frame) {
            let reply = call(&opened, &pipes, limit, id, method, payload);
            pipes.lock().send(&reply)?;
        }
    }
}

fn call<'a>(
    opened: &Opened,
    pipes: &Pipes,
    limit: usize,
    id: &str,
    method: &str,
    payload: &[u8],
) -> Frame<'a> {
    let respond = |name: &str, payload: &[u8]| pipes.lock().ask(name, payload);
    match opened.call(id, method, payload, limit, &respond) {
        Ok(answer) => Frame::Reply(answer),
        Err(PluginErrorKind::Flood { bytes, .. }) => Frame::Flood(bytes),
        Err(kind) => Frame::Reply(Answer::no(status::ERROR, kind.to_string())),
    }
}

/// The two pipes, hidden from the rest of this process: output of the library must not get between the
/// frames, and it must not read them.
struct Pipes(Mutex<Talk>);

struct Talk {
    from: File,
    to: File,
}

impl Pipes {
    fn claim() -> io::Result<Self> {
        let from: OwnedFd = rustix::io::dup(rustix::stdio::stdin())?;
        let to: OwnedFd = rustix::io::dup(rustix::stdio::stdout())?;
        rustix::stdio::dup2_stdout(rustix::stdio::stderr())?;
        rustix::stdio::dup2_stdin(File::open("/dev/null")?)?;
        rustix::io::fcntl_setfd(&from, rustix::io::FdFlags::CLOEXEC)?;
        rustix::io::fcntl_setfd(&to, rustix::io::FdFlags::CLOEXEC)?;
        Ok(Self(Mutex::new(Talk {
            from: from.into(),
            to: to.into(),
        })))
    }

    fn lock(&self) -> MutexGuard<'_, Talk> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Talk {
    fn send(&mut self, frame: &Frame<'_>) -> io::Result<()> {
        self.to.write_all(&frame.encode())
    }

    /// The order what to open; `None` if there is none.
    fn order(&mut self) -> io::Result<Option<Load>> {
        match self.receive()?.as_deref().map(decode) {
            None => Ok(None),
            Some(Some(Frame::Load(load))) => Ok(Some(load)),
            Some(_) => Err(io::ErrorKind::InvalidData.into()),
        }
    }

    /// The next frame; `None` if the pipe is closed.
    fn receive(&mut self) -> io::Result<Option<Vec<u8>>> {
        let mut length = [0; LENGTH];
        match self.from.read_exact(&mut length) {
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(None),
            read => read?,
        }
        let mut frame = vec![0; u32::from_le_bytes(length) as usize];
        self.from.read_exact(&mut frame)?;
        Ok(Some(frame))
    }

    fn ask(&mut self, method: &str, payload: &[u8]) -> Answer {
        let gone = || Answer::no(status::CANCELLED, "this call was cancelled");
        if self.send(&Frame::Question(method, payload)).is_err() {
            return gone();
        }
        match self.receive() {
            Ok(Some(frame)) => match decode(&frame) {
                Some(Frame::Answer(answer)) => answer,
                _ => gone(),
            },
            _ => gone(),
        }
    }
}

/// Ends this process with its parent: a library that hangs does not notice the closed pipe.
fn end_with_parent() -> io::Result<()> {
    let parent = rustix::process::getppid();
    let watch = move || {
        while rustix::process::getppid() == parent {
            thread::sleep(ORPHAN);
        }
        std::process::exit(1);
    };
    thread::Builder::new()
        .name("orphan".to_owned())
        .spawn(watch)
        .map(drop)
}
