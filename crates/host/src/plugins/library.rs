//! A library in this process.
//!
//! It works on a thread of its own, so that a hanging one can be left behind. If it ends the process, this
//! program ends: only the child host contains that.

use std::ffi::c_void;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Instant;

use libloading::Library;
use unbreak_plugin_abi::{ABI, ENTRY, Entry, Host, Plugin, Reply, Slice, status};

use super::call::{Answer, CallLimits, Patience, Port, Request, Transport};
use super::error::PluginErrorKind;
use super::pinned::Pinned;

/// A library that was opened and has an entry of the right shape.
pub(super) struct Opened(&'static Plugin);

/// Opens a library for good: it is never unloaded, because its threads and their storage may
/// outlive any call.
pub(super) fn open(library: &Pinned) -> Result<Opened, PluginErrorKind> {
    let image = library.image()?;
    // SAFETY: opening runs the library's initialisers. The operator trusts these very bytes.
    let opened = unsafe { Library::new(image.path()) };
    let library = opened.map_err(|error| PluginErrorKind::Open(error.to_string()))?;
    image.keep();
    // SAFETY: the symbol's name carries its version, and its type is part of that.
    let entry = unsafe { library.get::<Entry>(ENTRY) }.map(|symbol| *symbol);
    let entry = entry.map_err(|_| PluginErrorKind::Symbol(ENTRY.to_string_lossy().into_owned()))?;
    std::mem::forget(library);
    // SAFETY: as described by the interface, the table stays as long as the process.
    let table = unsafe { entry() };
    if table.is_null() {
        return Err(PluginErrorKind::Garbage("its entry gives no table".to_owned()));
    }
    check(table)
}

fn check(table: *const Plugin) -> Result<Opened, PluginErrorKind> {
    // SAFETY: the first two fields never move, whatever the version.
    let (size, abi) = unsafe { ((*table).size, (*table).abi) };
    if abi != ABI {
        return Err(PluginErrorKind::Version {
            what: "ABI".to_owned(),
            theirs: abi,
            ours: ABI,
        });
    }
    if size < size_of::<Plugin>() {
        return Err(PluginErrorKind::Garbage(format!("its table has {size} bytes")));
    }
    // SAFETY: the table is as large as this program's, of the same version, and stays.
    Ok(Opened(unsafe { &*table }))
}

/// Answers questions on the thread of the call.
pub(super) type Respond<'a> = dyn Fn(&str, &[u8]) -> Answer + 'a;

impl Opened {
    /// Makes a call.
    pub(super) fn call(
        &self,
        id: &str,
        method: &str,
        payload: &[u8],
        limit: usize,
        respond: &Respond<'_>,
    ) -> Result<Answer, PluginErrorKind> {
        let mut respond = respond;
        let host = Host {
            size: size_of::<Host>(),
            abi: ABI,
            context: (&raw mut respond).cast::<c_void>(),
            ask,
        };
        let (id, method) = (Slice::new(id.as_bytes()), Slice::new(method.as_bytes()));
        // SAFETY: the table's own function; host and slices outlive the call.
        let reply = unsafe { (self.0.call)(&raw const host, id, method, Slice::new(payload)) };
        // SAFETY: the library's buffer, as it came.
        let bytes = unsafe { reply.buffer.take(limit) }.map_err(|oversized| PluginErrorKind::Flood {
            bytes: oversized.len as u64,
            limit: limit as u64,
        })?;
        Ok(Answer {
            status: reply.status,
            bytes,
        })
    }
}

unsafe extern "C" fn ask(context: *mut c_void, method: Slice, payload: Slice) -> Reply {
    // SAFETY: `Opened::call` put it there, and is still running.
    let respond = unsafe { *context.cast::<&Respond<'_>>() };
    // SAFETY: the plug-in lends them for the call.
    let (method, payload) = unsafe { (method.as_bytes(), payload.as_bytes()) };
    let answer = respond(&String::from_utf8_lossy(method), payload);
    Reply::new(answer.status, answer.bytes)
}

struct Job {
    id: String,
    method: String,
    payload: Vec<u8>,
}

enum Event {
    Opened(Result<(), PluginErrorKind>),
    Question(String, Vec<u8>),
    Done(Result<Answer, PluginErrorKind>),
}

/// A library on its thread.
pub(super) struct InProcess {
    jobs: Sender<Job>,
    answers: Sender<Answer>,
    events: Receiver<Event>,
}

impl InProcess {
    pub(super) fn open(library: Pinned, limits: &CallLimits) -> Result<Self, PluginErrorKind> {
        let limit = limits.reply_bytes;
        let (jobs, to_do) = channel();
        let (answers, answered) = channel();
        let (tell, events) = channel();
        let spawned = thread::Builder::new()
            .name("plug-in".to_owned())
            .spawn(move || work(&library, limit, &to_do, answered, &tell));
        spawned.map_err(|error| PluginErrorKind::Open(error.to_string()))?;
        match events.recv_timeout(limits.open) {
            Ok(Event::Opened(opened)) => opened?,
            _ => return Err(PluginErrorKind::Hung(limits.open)),
        }
        Ok(Self {
            jobs,
            answers,
            events,
        })
    }
}

/// The main function of the thread.
fn work(
    library: &Pinned,
    limit: usize,
    jobs: &Receiver<Job>,
    answers: Receiver<Answer>,
    events: &Sender<Event>,
) {
    let opened = match open(library) {
        Ok(opened) => opened,
        Err(kind) => return drop(events.send(Event::Opened(Err(kind)))),
    };
    let _ = events.send(Event::Opened(Ok(())));
    let (ask, answers) = (Mutex::new(events.clone()), Mutex::new(answers));
    let respond = move |method: &str, payload: &[u8]| {
        let gone = || Answer::no(status::CANCELLED, "this call was cancelled");
        let ask = ask.lock().unwrap_or_else(PoisonError::into_inner);
        if ask
            .send(Event::Question(method.to_owned(), payload.to_vec()))
            .is_err()
        {
            return gone();
        }
        let answer = answers.lock().unwrap_or_else(PoisonError::into_inner).recv();
        answer.unwrap_or_else(|_| gone())
    };
    while let Ok(job) = jobs.recv() {
        let done = opened.call(&job.id, &job.method, &job.payload, limit, &respond);
        if events.send(Event::Done(done)).is_err() {
            return;
        }
    }
}

impl Transport for InProcess {
    fn call(&mut self, request: Request<'_>, port: Port<'_>) -> Result<Answer, PluginErrorKind> {
        let gone = || PluginErrorKind::Garbage("its thread has ended".to_owned());
        let mut patience = Patience::new(request.patience, request.stop);
        let job = Job {
            id: request.id.to_owned(),
            method: request.method.to_owned(),
            payload: request.payload,
        };
        self.jobs.send(job).map_err(|_| gone())?;
        loop {
            let wait = patience.next()?.saturating_duration_since(Instant::now());
            match self.events.recv_timeout(wait) {
                Ok(Event::Question(method, payload)) => {
                    self.answers.send(port(&method, &payload)).map_err(|_| gone())?;
                    patience.renew();
                }
                Ok(Event::Done(done)) => return done,
                Ok(Event::Opened(_)) | Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(gone()),
            }
        }
    }
}
