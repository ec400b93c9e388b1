//! Clients over HTTP: who may come, and who may not.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, Stdio};

use serde_json::json;

use crate::harness::Site;

/// A server over HTTP; it ends with this value.
pub(super) struct Server {
    process: Child,
    /// `127.0.0.1:PORT`
    pub(super) address: String,
}

impl Server {
    pub(super) fn start(site: &Site, arguments: &[&str], token: Option<&str>) -> Self {
        let mut command = site.unbreak(["mcp", "--http", "0"].iter().chain(arguments));
        if let Some(token) = token {
            command.env("UNBREAK_MCP_TOKEN", token);
        }
        let mut process = command.stderr(Stdio::piped()).spawn().unwrap();
        let mut lines = BufReader::new(process.stderr.take().unwrap()).lines();
        let said = lines.find_map(|line| {
            let line = line.unwrap();
            let address = line.strip_prefix("listening on http://")?;
            Some(address.strip_suffix("/mcp")?.to_owned())
        });
        std::thread::spawn(move || lines.for_each(drop));
        Self {
            process,
            address: said.expect("an address"),
        }
    }

    pub(super) fn url(&self) -> String {
        format!("http://{}/mcp", self.address)
    }

    /// Posts `tools/list` and gives the status.
    fn status(&self, path: &str, headers: &[(&str, &str)]) -> u16 {
        let body = json!({
            "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
                "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": { "name": "t", "version": "1" },
            },
        })
        .to_string();
        let mut request =
            format!("POST {path} HTTP/1.1\r\nConnection: close\r\nContent-Type: application/json\r\n");
        request.push_str("Accept: application/json, text/event-stream\r\n");
        if !headers.iter().any(|(name, _)| *name == "Host") {
            request.push_str(&format!("Host: {}\r\n", self.address));
        }
        for (name, value) in headers {
            request.push_str(&format!("{name}: {value}\r\n"));
        }
        request.push_str(&format!("Content-Length: {}\r\n\r\n{body}", body.len()));
        let mut stream = TcpStream::connect(&self.address).unwrap();
        stream.write_all(request.as_bytes()).unwrap();
        let mut status = [0; 12];
        stream.read_exact(&mut status).unwrap();
        String::from_utf8_lossy(&status[9..]).parse().unwrap()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

#[test]
fn browsers_of_other_sites_are_refused() {
    let site = Site::empty();
    let server = Server::start(&site, &[], None);
    assert_eq!(server.status("/mcp", &[]), 200);
    assert_eq!(server.status("/mcp", &[("Origin", "http://localhost:3000")]), 200);
    assert_eq!(server.status("/mcp", &[("Host", "evil.example")]), 403);
    assert_eq!(server.status("/mcp", &[("Origin", "http://evil.example")]), 403);
    assert_eq!(server.status("/mcp", &[("Origin", "null")]), 403);
    assert_eq!(server.status("/", &[]), 404);
}

#[test]
fn a_token_is_asked_for_where_there_is_one() {
    let site = Site::empty();
    std::fs::write(site.beside("token"), "from a file\n").unwrap();
    let file = site.beside("token");
    let from_file = ["--token-file", file.to_str().unwrap()];
    for (arguments, variable, token) in [
        (&[][..], Some("of the environment"), "of the environment"),
        (&from_file[..], None, "from a file"),
    ] {
        let server = Server::start(&site, arguments, variable);
        assert_eq!(server.status("/mcp", &[]), 401);
        assert_eq!(server.status("/mcp", &[("Authorization", "Bearer wrong")]), 401);
        let right = format!("Bearer {token}");
        assert_eq!(server.status("/mcp", &[("Authorization", &right)]), 200);
    }
}

#[test]
fn other_machines_are_not_served_without_a_token() {
    let site = Site::empty();
    let ended = site.run(["mcp", "--http", "0.0.0.0:0"]).with_code(2);
    assert!(ended.stderr.contains("UNBREAK_MCP_TOKEN"), "{}", ended.stderr);
    for wrong in ["nowhere", "1.2.3.4", "127.0.0.1:99999"] {
        site.run(["mcp", "--http", wrong]).with_code(2);
    }
}
