//! Dropping a request closes the connection.

use std::io::{Read as _, Write as _};
use std::time::{Duration, Instant};

use crate::server::{STREAM, Server, piece_of};
use crate::support::{HTTP, at, open, question};

const SOON: Duration = Duration::from_secs(2);

/// Waits for the client to close, as long as a server would.
fn stay(stream: &mut std::net::TcpStream) {
    let _ = stream.set_read_timeout(Some(Duration::from_secs(60)));
    let _ = stream.read(&mut [0]);
}

#[test]
fn dropping_the_future_closes_the_connection_before_an_answer() {
    for provider in HTTP {
        let server = Server::start(|_, stream| stay(stream));
        closes(provider, &server);
    }
}

#[test]
fn dropping_the_future_closes_the_connection_in_the_middle_of_an_answer() {
    let server = Server::start(|_, stream| {
        stream
            .write_all(format!("{STREAM}{}", piece_of("begin")).as_bytes())
            .unwrap();
        stay(stream);
    });
    closes("openai", &server);
}

#[test]
fn dropping_the_future_closes_the_connection_in_the_middle_of_headers() {
    let server = Server::start(|_, stream| {
        stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-").unwrap();
        stay(stream);
    });
    closes("openai", &server);
}

/// Asks, drops the future as soon as the request has arrived, and ends the runtime with it.
fn closes(provider: &str, server: &Server) {
    let model = open(&at(provider, &server.address));
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    runtime.block_on(async {
        let prompt = question("never answered");
        let asked = model.complete(&prompt);
        let arrived = async {
            while server.requests().is_empty() {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
            // Give what the server says next the time to arrive.
            tokio::time::sleep(Duration::from_millis(100)).await;
        };
        tokio::select! {
            answer = asked => panic!("{provider}: {answer:?}"),
            () = arrived => {}
        }
    });
    let ended = Instant::now();
    drop(runtime);
    assert!(
        ended.elapsed() < SOON,
        "{provider}: the runtime waits for the request"
    );
    assert!(
        server.wait_for_closed(1, SOON),
        "{provider}: the connection is still open"
    );
}

#[test]
fn a_silent_server_is_given_up() {
    let quiet: [(&str, String); 2] = [
        ("", "silent for 1s".to_owned()),
        (STREAM, "silent for 1s".to_owned()),
    ];
    for (said, expected) in quiet {
        let server = Server::start(move |_, stream| {
            stream.write_all(said.as_bytes()).unwrap();
            stay(stream);
        });
        let mut config = at("openai", &server.address);
        config.idle_timeout = Some("1s".to_owned());
        let started = Instant::now();
        let error = crate::support::ask(&config, &question("?")).unwrap_err();
        assert!(error.to_string().contains(&expected), "{error}");
        assert!(started.elapsed() < Duration::from_secs(5));
        assert!(server.wait_for_closed(1, SOON));
    }
}

#[test]
fn a_server_that_dribbles_is_given_up() {
    for said in ["HTTP/1.1 200 OK\r\nx-slow: ", STREAM] {
        let server = Server::start(move |_, stream| {
            let _ = stream.write_all(said.as_bytes());
            while stream.write_all(b":").is_ok() {
                std::thread::sleep(Duration::from_millis(50));
            }
        });
        let mut config = at("openai", &server.address);
        config.idle_timeout = Some("1s".to_owned());
        config.timeout = Some("2s".to_owned());
        let started = Instant::now();
        let error = crate::support::ask(&config, &question("?")).unwrap_err();
        assert!(started.elapsed() < Duration::from_secs(6), "{error}");
    }
}
