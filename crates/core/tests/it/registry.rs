//! How implementations come together.

use std::sync::Arc;

use async_trait::async_trait;
use serde_json::{Value, json};
use unbreak_core::registry::Kind;
use unbreak_core::{
    Analysis, Candidate, DebugTool, Descriptor, Diagnostic, ErrorParser, Fix, FixContext, FixStrategy, Line,
    Origin, ParserState, Registry, RegistryBuilder, RegistryError, Sink, Step, StrategyError, ToolContext,
    ToolError,
};

struct Plugin(Descriptor);

impl Plugin {
    const fn new(id: &'static str) -> Self {
        Self(Descriptor::new(id, "1.0.0", "For the tests."))
    }
}

struct Deaf;

impl ParserState for Deaf {
    fn line(&mut self, _line: &Line<'_>, _sink: &mut Sink) -> Step {
        Step::Pass
    }
}

impl ErrorParser for Plugin {
    fn descriptor(&self) -> &Descriptor {
        &self.0
    }

    fn triggers(&self) -> &[&str] {
        &["error"]
    }

    fn start(&self) -> Box<dyn ParserState> {
        Box::new(Deaf)
    }
}

#[async_trait]
impl FixStrategy for Plugin {
    fn descriptor(&self) -> &Descriptor {
        &self.0
    }

    fn assess(&self, _diagnostic: &Diagnostic) -> Option<Candidate> {
        None
    }

    async fn propose(
        &self,
        _analysis: &Analysis,
        _context: &FixContext<'_>,
    ) -> Result<Vec<Fix>, StrategyError> {
        Ok(Vec::new())
    }
}

#[async_trait]
impl DebugTool for Plugin {
    fn descriptor(&self) -> &Descriptor {
        &self.0
    }

    fn input_schema(&self) -> Value {
        json!({})
    }

    fn output_schema(&self) -> Value {
        json!({})
    }

    async fn call(&self, input: Value, _context: &ToolContext<'_>) -> Result<Value, ToolError> {
        Ok(input)
    }
}

// Out of order on purpose.
unbreak_core::register_parser!(Plugin::new("linked-b"));
unbreak_core::register_parser!(Plugin::new("linked-a"));
unbreak_core::register_strategy!(Plugin::new("linked-a"));
unbreak_core::register_tool!(Plugin::new("linked-tool"));

fn loaded(path: &str) -> Origin {
    Origin::Loaded {
        how: "declarative".to_owned(),
        path: path.to_owned(),
    }
}

fn ids(registry: &Registry) -> Vec<(Kind, String, bool)> {
    let entries = registry.entries().into_iter();
    entries
        .map(|entry| (entry.kind, entry.descriptor.id.into_owned(), entry.enabled))
        .collect()
}

#[test]
fn whatever_the_order_of_arrival_plugins_are_sorted_by_id() {
    let sorted = ["a", "b", "c"];
    for order in [["a", "b", "c"], ["c", "b", "a"], ["b", "c", "a"]] {
        let add = |builder: RegistryBuilder, id| builder.parser(Plugin::new(id));
        let registry = order.into_iter().fold(Registry::builder(), add).build().unwrap();
        let found: Vec<&str> = registry.parsers().map(|p| p.descriptor().id.as_ref()).collect();
        assert_eq!(found, sorted);
    }
}

#[test]
fn what_was_linked_in_is_one_source_among_others() {
    let registry = Registry::builder()
        .strategy(Plugin::new("given"))
        .with_linked()
        .build()
        .unwrap();
    let expected = [
        (Kind::Parser, "linked-a", true),
        (Kind::Parser, "linked-b", true),
        (Kind::Strategy, "given", true),
        (Kind::Strategy, "linked-a", true),
        (Kind::Tool, "linked-tool", true),
    ]
    .map(|(kind, id, on)| (kind, id.to_owned(), on));
    assert_eq!(ids(&registry), expected);
    let origins: Vec<String> = registry
        .entries()
        .iter()
        .map(|entry| entry.origin.to_string())
        .collect();
    assert!(origins[0].starts_with("linked: unbreak-core (") && origins[0].contains("registry.rs:"));
    assert!(origins[2].starts_with("given at ") && origins[2].contains("registry.rs:"));
    assert!(registry.tool("linked-tool").is_some());
}

#[test]
fn nothing_is_linked_in_unasked() {
    assert_eq!(ids(&Registry::builder().build().unwrap()), []);
}

#[test]
fn a_duplicate_is_refused_and_both_origins_are_named_in_any_order() {
    let refuse = |paths: [&'static str; 2]| {
        let add = |builder: RegistryBuilder, path| {
            builder.parser_from(Arc::new(Plugin::new("twice")), loaded(path))
        };
        let built = paths.into_iter().fold(Registry::builder(), add).build();
        built.unwrap_err()
    };
    let error = refuse(["x.toml", "y.toml"]);
    assert_eq!(error, refuse(["y.toml", "x.toml"]));
    assert_eq!(
        error.to_string(),
        "two parsers are called 'twice': declarative: x.toml; declarative: y.toml"
    );
}

#[test]
fn a_given_plugin_cannot_quietly_replace_a_linked_one() {
    let refused = Registry::builder()
        .tool(Plugin::new("linked-tool"))
        .with_linked()
        .build();
    let error = refused.unwrap_err().to_string();
    assert!(
        error.contains("given at ") && error.contains("linked: unbreak-core"),
        "{error}"
    );
}

#[test]
fn one_id_may_serve_several_kinds() {
    let registry = Registry::builder()
        .parser(Plugin::new("ruff"))
        .strategy(Plugin::new("ruff"))
        .tool(Plugin::new("ruff"))
        .build()
        .unwrap();
    assert_eq!(registry.entries().len(), 3);
}

#[test]
fn what_is_switched_off_is_listed_and_not_used() {
    let registry = Registry::builder()
        .disable("ruff")
        .parser(Plugin::new("ruff"))
        .strategy(Plugin::new("ruff"))
        .parser(Plugin::new("mypy"))
        .build()
        .unwrap();
    assert_eq!(registry.parsers().count(), 1);
    assert_eq!(registry.strategies().count(), 0);
    assert!(registry.parser("ruff").is_none() && registry.strategy("ruff").is_none());
    assert!(registry.parser("mypy").is_some());
    let expected = [
        (Kind::Parser, "mypy", true),
        (Kind::Parser, "ruff", false),
        (Kind::Strategy, "ruff", false),
    ]
    .map(|(kind, id, on)| (kind, id.to_owned(), on));
    assert_eq!(ids(&registry), expected);
    assert_eq!(
        format!("{registry:?}"),
        r#"Registry { parsers: ["mypy", "ruff"], strategies: ["ruff"], tools: [] }"#
    );
}

#[test]
fn an_unknown_id_cannot_be_switched_off() {
    let refused = Registry::builder()
        .parser(Plugin::new("ruff"))
        .disable("ruf")
        .build();
    let expected = RegistryError::Unknown { id: "ruf".to_owned() };
    assert_eq!(refused.unwrap_err(), expected);
    assert_eq!(
        expected.to_string(),
        "there is no plug-in called 'ruf' to switch off"
    );
}

#[test]
fn an_entry_says_everything_in_json() {
    let registry = Registry::builder()
        .parser_from(Arc::new(Plugin::new("ruff")), loaded("ruff.toml"))
        .build()
        .unwrap();
    let value = serde_json::to_value(&registry.entries()[0]).unwrap();
    let origin = json!({"from": "loaded", "how": "declarative", "path": "ruff.toml"});
    assert_eq!(
        (&value["kind"], &value["id"], &value["origin"], &value["enabled"]),
        (&json!("parser"), &json!("ruff"), &origin, &json!(true))
    );
}
