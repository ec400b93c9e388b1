//! The whole program with the formats of three providers, as `@copilotkit/aimock` speaks them.

use std::io::{BufRead as _, BufReader};
use std::process::{Child, Stdio};

use serde_json::json;

use super::{RIGHT, UNITTEST, WRONG, consult, site};
use crate::harness::{PLAN, Site, block, repository};

/// A running mock server; it ends with this value.
struct Mock {
    process: Child,
    address: String,
}

impl Drop for Mock {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Mock {
    /// A server that answers by what the last message asks for.
    fn start(site: &Site) -> Self {
        let cli = repository().join(".tools/node/node_modules/@copilotkit/aimock/dist/cli.js");
        assert!(
            cli.exists(),
            "{} is missing: run cargo xtask setup",
            cli.display()
        );
        let fixtures = json!({"fixtures": [
            {"match": {"userMessage": "Why does it fail?"}, "response": {"content": PLAN}},
            {"match": {"userMessage": "fails."}, "response": {"content": block("sums.py", WRONG, RIGHT)}},
        ]});
        let file = site.beside("fixtures.json");
        std::fs::write(&file, fixtures.to_string()).unwrap();
        let mut command = site.program("node");
        command.arg(cli).args(["-p", "0", "--strict", "-f"]).arg(&file);
        let mut process = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut lines = BufReader::new(process.stdout.take().unwrap()).lines();
        let said = lines.find_map(|line| Some(line.unwrap().split_once("listening on ")?.1.to_owned()));
        // Its further lines are read, so that it never waits for a reader.
        std::thread::spawn(move || lines.for_each(drop));
        Self {
            process,
            address: said.unwrap(),
        }
    }
}

#[test]
fn a_project_is_repaired_with_each_provider() {
    for (provider, path) in [("openai", "/v1"), ("anthropic", ""), ("gemini", "")] {
        let site = site();
        let mock = Mock::start(&site);
        let configuration = site.beside("models.toml");
        let text = format!(
            "[models.mock]\nprovider = \"{provider}\"\nmodel = \"m\"\nbase_url = \"{}{path}\"\n\n[model]\ntiers = [\"mock\"]\nsamples = 1\n",
            mock.address
        );
        std::fs::write(&configuration, text).unwrap();
        let ended = consult(&site, configuration.to_str().unwrap(), UNITTEST).end();
        let report = ended.with_code(0).report();
        assert_eq!(report.fixed[0].strategy, "model_fix", "{provider}");
        assert!(
            report.models[0].input_tokens > 0,
            "{provider}: {:?}",
            report.models
        );
        assert_eq!(
            site.read("sums.py"),
            "def add(a, b):\n    return a + b\n",
            "{provider}"
        );
        assert!(site.passes(UNITTEST), "{provider}");
    }
}
