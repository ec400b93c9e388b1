//! Does everything a plug-in must not do. The variable `HOSTILE` says what, and when: as soon as
//! it is opened (`abi`, `no-table`), when it is asked what it holds (`describe-...`), when it is given
//! options (`configure-...`), or when its parser is called.

use std::ptr;
use std::time::Duration;

use unbreak_plugin_abi::{ABI, Buffer, Host, Plugin, Reply, Slice, status};

const DESCRIPTION: &str = r#"{"protocol": 1, "parsers": [{
    "descriptor": {"id": "hostile", "version": "0.1.0", "summary": "hostile"},
    "triggers": ["provoke"], "claims": {"begin": "provoke"},
    "options_schema": {"properties": {"calm": {"type": "boolean"}}}
}]}"#;

extern "C" fn call(_: *const Host, _: Slice, method: Slice, _: Slice) -> Reply {
    // SAFETY: the host lends it for the call.
    let method = unsafe { method.as_bytes() };
    let mood = mood();
    match method {
        b"describe" => match mood.strip_prefix("describe-") {
            Some(mood) => misbehave(mood),
            None => Reply::ok(DESCRIPTION.as_bytes().to_vec()),
        },
        b"configure" => misbehave(mood.strip_prefix("configure-").unwrap_or_default()),
        _ => misbehave(&mood),
    }
}

/// What becomes of the wish for a process, and for a thread.
#[expect(clippy::disallowed_methods, reason = "it must not be possible")]
fn process() -> String {
    let process = match std::process::Command::new("true").spawn() {
        Ok(_) => "had".to_owned(),
        Err(error) => error.kind().to_string(),
    };
    let thread = std::thread::spawn(|| "a thread").join();
    format!("{process}, {}", thread.unwrap_or_default())
}

fn mood() -> String {
    std::env::var("HOSTILE").unwrap_or_default()
}

fn misbehave(mood: &str) -> Reply {
    match mood {
        "panic" => Reply::new(status::PANIC, b"as the SDK reports it".to_vec()),
        #[expect(
            clippy::panic,
            reason = "it is what this plug-in is for; it aborts the process"
        )]
        "raw-panic" => panic!("not caught"),
        "loop" => loop {
            std::thread::sleep(Duration::from_secs(1));
        },
        "exit" => std::process::exit(0),
        "abort" => std::process::abort(),
        "segfault" => segfault(),
        "garbage" => Reply::ok(b"\xff\xfe{ not json".to_vec()),
        "wrong-status" => Reply::new(4711, b"a status that there is not".to_vec()),
        "flood" => Reply::ok(vec![b'x'; 128 << 20]),
        "memory" => {
            let mut held = Vec::new();
            loop {
                held.push(vec![b'x'; 16 << 20]);
            }
        }
        "fork" => {
            let said = format!(
                r#"{{"diagnostics": [], "problems": ["a process: {}"]}}"#,
                process()
            );
            Reply::ok(said.into_bytes())
        }
        "stdout" => {
            chatter();
            Reply::ok(br#"{"diagnostics": [], "problems": ["it printed"]}"#.to_vec())
        }
        "net" => {
            let said = format!(r#"{{"diagnostics": [], "problems": ["a socket: {}"]}}"#, socket());
            Reply::ok(said.into_bytes())
        }
        _ => Reply::ok(br#"{"diagnostics": []}"#.to_vec()),
    }
}

/// Returns whether the network can be had: through the standard library, and by a thread of its own.
fn socket() -> String {
    let bind = || match std::net::UdpSocket::bind(("127.0.0.1", 0)) {
        Ok(_) => "had".to_owned(),
        Err(error) => error.kind().to_string(),
    };
    let thread = std::thread::spawn(bind).join();
    format!("{}, {}", bind(), thread.unwrap_or_default())
}

#[expect(
    clippy::print_stdout,
    reason = "to get between the frames, if that is possible"
)]
fn chatter() {
    println!("RRRR\0\0\0\0 this is not a frame");
}

fn segfault() -> Reply {
    // SAFETY: there is none; that is the point.
    unsafe { ptr::write_volatile(ptr::without_provenance_mut::<u8>(8), 1) };
    Reply {
        status: status::OK,
        buffer: Buffer::from(Vec::new()),
    }
}

/// The entry; with another version's table, or none, where that is asked for.
#[unsafe(no_mangle)]
pub extern "C" fn unbreak_plugin_entry_v1() -> *const Plugin {
    static PROPER: Plugin = Plugin {
        size: size_of::<Plugin>(),
        abi: ABI,
        call,
    };
    static FUTURE: Plugin = Plugin {
        size: size_of::<Plugin>(),
        abi: 99,
        call,
    };
    static SHORT: Plugin = Plugin {
        size: 4,
        abi: ABI,
        call,
    };
    match mood().as_str() {
        "abi" => &raw const FUTURE,
        "short" => &raw const SHORT,
        "no-table" => ptr::null(),
        _ => &raw const PROPER,
    }
}
