//! The server in the configurations of clients: written as each wants it, with everything else kept.

use crate::harness::{Running, Site};

/// A client, its file, what is there before, and what must be there afterwards.
const CASES: &[(&str, &str, &str, &[&str])] = &[
    (
        "claude",
        "work/.mcp.json",
        "",
        &[
            "\"mcpServers\"",
            "\"unbreak\"",
            "\"type\": \"stdio\"",
            "\"args\": [",
        ],
    ),
    (
        "claude",
        "work/.mcp.json",
        "{\n  \"mcpServers\": {\n    \"other\": { \"command\": \"x\" }\n  }\n}\n",
        &["\"other\": { \"command\": \"x\" }", "\"unbreak\""],
    ),
    (
        "cursor",
        "work/.cursor/mcp.json",
        "",
        &["\"mcpServers\"", "\"unbreak\""],
    ),
    (
        "vscode",
        "work/.vscode/mcp.json",
        "{\n  // ours\n  \"servers\": {}\n}\n",
        &["// ours", "\"unbreak\"", "\"type\": \"stdio\""],
    ),
    (
        "zed",
        "home/.config/zed/settings.json",
        "// Zed settings\n{\n  \"theme\": \"One\", // mine\n}\n",
        &[
            "// Zed settings",
            "\"theme\": \"One\"",
            "// mine",
            "\"context_servers\"",
        ],
    ),
    (
        "codex",
        "home/.codex/config.toml",
        "# mine\nmodel = \"m\"\n\n[mcp_servers.other]\ncommand = \"x\"\n",
        &[
            "# mine",
            "[mcp_servers.other]",
            "[mcp_servers.unbreak]",
            "args = [\"mcp\"]",
        ],
    ),
    (
        "goose",
        "home/.config/goose/config.yaml",
        "# mine\nextensions:\n    developer:\n        enabled: true\nGOOSE_MODEL: m\n",
        &[
            "# mine",
            "    developer:",
            "    unbreak:",
            "      type: stdio",
            "GOOSE_MODEL: m",
        ],
    ),
    (
        "goose",
        "home/.config/goose/config.yaml",
        "",
        &["extensions:", "  unbreak:", "    args: [mcp]"],
    ),
];

fn install(site: &Site, arguments: &[&str]) -> crate::harness::Ended {
    let home = site.beside("home");
    let mut command = site.unbreak(["mcp", "install"].iter().chain(arguments));
    command
        .env("HOME", home)
        .env_remove("XDG_CONFIG_HOME")
        .env_remove("CODEX_HOME");
    Running::start(&mut command).end()
}

#[test]
fn each_client_gets_it_as_it_wants_it_and_keeps_the_rest() {
    for (client, file, before, expected) in CASES {
        let site = Site::empty();
        let file = site.beside(file);
        if !before.is_empty() {
            std::fs::create_dir_all(file.parent().unwrap()).unwrap();
            std::fs::write(&file, before).unwrap();
        }
        // No one is asked, so nothing is written; but what would be is shown.
        let shown = install(&site, &[client]).with_code(4);
        assert!(shown.stderr.contains("+"), "{client}: {}", shown.stderr);
        assert_eq!(
            std::fs::read_to_string(&file).unwrap_or_default(),
            *before,
            "{client}"
        );

        install(&site, &[client, "--yes"]).with_code(0);
        let written = std::fs::read_to_string(&file).unwrap();
        for part in *expected {
            assert!(
                written.contains(part),
                "{client}: {part} is missing in\n{written}"
            );
        }
        let again = install(&site, &[client, "--yes"]).with_code(0);
        assert!(again.stderr.contains("already"), "{client}: {}", again.stderr);
        assert_eq!(std::fs::read_to_string(&file).unwrap(), written, "{client}");
    }
}

#[test]
fn what_is_no_configuration_is_left_alone() {
    for (client, file, text) in [
        ("claude", "work/.mcp.json", "{ \"mcpServers\": ["),
        ("claude", "work/.mcp.json", "{ \"mcpServers\": [] }"),
        ("codex", "home/.codex/config.toml", "model = "),
        (
            "codex",
            "home/.codex/config.toml",
            "[mcp_servers.unbreak]\ncommand = \"another\"\n",
        ),
        (
            "goose",
            "home/.config/goose/config.yaml",
            "extensions: {developer: {enabled: true}}\n",
        ),
    ] {
        let site = Site::empty();
        let file = site.beside(file);
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(&file, text).unwrap();
        let refused = install(&site, &[client, "--yes"]).with_code(1);
        assert!(refused.stderr.contains("left as it is"), "{}", refused.stderr);
        assert_eq!(std::fs::read_to_string(&file).unwrap(), text);
    }
}

#[test]
fn the_configuration_can_be_printed_alone() {
    let site = Site::empty();
    for client in ["claude", "codex", "cursor", "vscode", "goose", "zed"] {
        let printed = install(&site, &[client, "--print"]).with_code(0);
        assert!(printed.stdout.contains("mcp"), "{client}: {}", printed.stdout);
        assert!(printed.stderr.contains("it belongs in"), "{client}");
    }
    assert!(!site.beside("home").exists());
}
