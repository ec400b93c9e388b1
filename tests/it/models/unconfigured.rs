//! Without a configuration nothing is sent anywhere.

use std::net::TcpListener;

use super::{UNITTEST, site};
use crate::harness::Running;

/// The variables in which providers' keys are commonly kept.
const KEYS: [&str; 4] = [
    "OPENAI_API_KEY",
    "ANTHROPIC_API_KEY",
    "GEMINI_API_KEY",
    "GOOGLE_API_KEY",
];

/// The variables that name a proxy, through which every connection would go.
const PROXIES: [&str; 6] = [
    "HTTP_PROXY",
    "HTTPS_PROXY",
    "ALL_PROXY",
    "http_proxy",
    "https_proxy",
    "all_proxy",
];

#[test]
fn without_configuration_no_connection_is_attempted() {
    let (site, proxy) = (site(), TcpListener::bind("127.0.0.1:0").unwrap());
    proxy.set_nonblocking(true).unwrap();
    let address = format!("http://{}", proxy.local_addr().unwrap());
    let mut command = site.unbreak(["run", "--format", "jsonl", "--yes", "--"]);
    command.args(UNITTEST);
    command.envs(KEYS.map(|key| (key, "no key of anybody")));
    command.envs(PROXIES.map(|variable| (variable, &address)));
    let report = Running::start(&mut command).end().with_code(1).report();
    assert!(report.models.is_empty() && report.fixed.is_empty());
    let error = proxy.accept().unwrap_err();
    assert_eq!(error.kind(), std::io::ErrorKind::WouldBlock);
}
