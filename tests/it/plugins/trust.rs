//! Nothing is loaded that the operator has not said may be.

use std::fs;

use super::{declarative, install, says, shipped};
use crate::harness::{Running, Site};

#[test]
fn a_library_is_not_loaded_before_it_is_trusted_and_not_after_it_changed() {
    let site = Site::with(&[("log", "nothing\n")]);
    let directory = shipped(&site, "haproxy");
    let installed = site.run([
        "plugin".as_ref(),
        "install".as_ref(),
        "--no-build".as_ref(),
        directory.as_os_str(),
    ]);
    says(&installed.with_code(0), &["unbreak plugin trust haproxy"]);
    let before = site.run(["list", "parsers"]);
    says(&before, &["plug-in haproxy: it is not trusted"]);
    assert!(!before.stdout.contains("haproxy"), "{}", before.stdout);

    site.run(["plugin", "trust", "haproxy"]).with_code(0);
    let trusted = site.run(["list", "plugins"]).with_code(0);
    says(&trusted, &["haproxy", "child: "]);
    says(&site.run(["plugin", "list"]), &["trusted, in a child"]);

    let manifest = site.beside("plugins/haproxy/plugin.toml");
    let text = fs::read_to_string(&manifest).unwrap();
    fs::write(&manifest, text + "# changed\n").unwrap();
    let changed = site.run(["list", "parsers"]);
    says(&changed, &["it has changed since it was trusted"]);
    assert!(!changed.stdout.contains("haproxy"), "{}", changed.stdout);

    site.run(["plugin", "remove", "haproxy"]).with_code(0);
    says(&site.run(["plugin", "list"]), &["there is no plug-in in"]);
}

#[test]
fn a_library_that_is_exchanged_after_it_was_checked_is_not_opened() {
    let site = Site::empty();
    let directory = shipped(&site, "hostile");
    let entries = fs::read_dir(&directory)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let library = entries
        .into_iter()
        .find(|path| path.extension() != Some("toml".as_ref()))
        .unwrap();
    // As docs/plugin-abi.md describes it: the host names the bytes that it has checked.
    let body = format!(
        r#"L{{"sha256": "{}", "network": true, "processes": true}}"#,
        "0".repeat(64)
    );
    let mut frame = u32::try_from(body.len()).unwrap().to_le_bytes().to_vec();
    frame.extend(body.bytes());
    let said = site.beside("frame");
    fs::write(&said, frame).unwrap();
    let mut host = site.unbreak(["plugin-host".as_ref(), library.as_os_str()]);
    let ended = Running::start(host.stdin(fs::File::open(said).unwrap())).end();
    assert!(ended.stdout.ends_with("O\"Changed\""), "{:?}", ended.stdout);
}

#[test]
fn the_network_is_there_for_those_who_were_granted_it() {
    let site = Site::with(&[("log", "provoke\n")]);
    install(&site, &shipped(&site, "hostile"));
    let cases = [
        (&["--grant", "net"][..], "network: granted", "a socket: had, had"),
        (
            &["--grant", ""],
            "network: kept from it",
            "a socket: permission denied, permission denied",
        ),
        (
            &["--grant", "", "--in-process"],
            "nothing keeps a library in this program's process",
            "a socket: had, had",
        ),
    ];
    for (flags, told, found) in cases {
        let trusted = site.run([&["plugin", "trust", "hostile"], flags].concat());
        says(&trusted.with_code(0), &[told]);
        let mut parse = site.unbreak(["parse", "--format", "json", "log"]);
        says(&Running::start(parse.env("HOSTILE", "net")).end(), &[found]);
    }
    says(&site.run(["doctor"]), &["plug-ins"]);
}

#[test]
fn a_plugin_of_the_project_is_never_loaded_by_itself() {
    let site = Site::with(&[("log", "acme: a.c:3: bad\n")]);
    let own = declarative(&site, "acme");
    let directory = site.root().join(".unbreak/plugins");
    fs::create_dir_all(&directory).unwrap();
    fs::copy(own, directory.join("acme.toml")).unwrap();
    says(&site.run(["parse", "log"]), &["plug-in acme: it is not trusted"]);
    site.run(["plugin", "trust", "acme"]).with_code(0);
    let parsed = site.run(["parse", "log"]).with_code(1);
    says(&parsed, &[r#""parser":"acme""#, r#""line":3"#]);
    assert!(parsed.stderr.is_empty(), "{}", parsed.stderr);
}

#[test]
fn an_id_that_is_taken_is_refused_by_name_and_the_run_goes_on() {
    let site = Site::with(&[("log", "nothing\n")]);
    install(&site, &declarative(&site, "pytest"));
    let listed = site.run(["list", "parsers"]).with_code(0);
    says(
        &listed,
        &["plug-in pytest: there is already a parser called 'pytest'"],
    );
}

#[test]
fn a_manifest_that_is_wrong_is_refused_before_anything_is_opened() {
    let cases = [
        ("id = \"x\"", "missing field"),
        (
            "id = \"x\"\nversion = \"1\"\nkind = \"library\"",
            "'library' is missing",
        ),
        (
            "id = \"x\"\nversion = \"1\"\nkind = \"library\"\nlibrary = \"../x\"\nprotocol = 1",
            "a name, not a path",
        ),
        (
            "id = \"x\"\nversion = \"1\"\nkind = \"library\"\nlibrary = \"x\"\nprotocol = 7\nprovides = [\"parser:x\"]",
            "speaks protocol 7, and this program 1",
        ),
        (
            "id = \"x\"\nversion = \"1\"\nkind = \"library\"\nlibrary = \"x\"\nprotocol = 1\nprovides = [\"parser:x\"]\ncapabilities = [\"root\"]",
            "no capability 'root'",
        ),
        (
            "id = \"x\"\nversion = \"1\"\nkind = \"declarative\"\nparsers = [\"/etc/passwd\"]",
            "own directory",
        ),
    ];
    for (manifest, reason) in cases {
        let site = Site::empty();
        let directory = site.beside("plugins/x");
        fs::create_dir_all(&directory).unwrap();
        fs::write(directory.join("plugin.toml"), manifest).unwrap();
        let listed = site.run(["list", "parsers"]).with_code(0);
        says(&listed, &["warning: plug-in x: ", reason]);
    }
}
