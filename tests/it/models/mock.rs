//! The whole program with the formats of three providers, as `@copilotkit/aimock` speaks them.

use serde_json::json;
use unbreak_loopback::Aimock;

use super::{RIGHT, UNITTEST, WRONG, consult, site};
use crate::harness::{PLAN, block, repository};

#[test]
fn a_project_is_repaired_with_each_provider() {
    let fixtures = json!({"fixtures": [
        {"match": {"userMessage": "Why does it fail?"}, "response": {"content": PLAN}},
        {"match": {"userMessage": "fails."}, "response": {"content": block("sums.py", WRONG, RIGHT)}},
    ]});
    for (provider, path) in [("openai", "/v1"), ("anthropic", ""), ("gemini", "")] {
        let site = site();
        let mock = Aimock::start(&repository().join(".tools/node"), &fixtures).unwrap();
        let configuration = site.beside("models.toml");
        let text = format!(
            "[models.mock]\nprovider = \"{provider}\"\nmodel = \"m\"\nbase_url = \"{}{path}\"\n\n[model]\ntiers = [\"mock\"]\nsamples = 1\n",
            mock.address()
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
