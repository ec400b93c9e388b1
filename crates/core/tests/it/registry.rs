//! How implementations come together.

use std::sync::Arc;

use async_trait::async_trait;
use serde_json::{Value, json};
use unbreak_core::registry::Kind;
use unbreak_core::{
    Analysis, Candidate, Confidence, DebugTool, Descriptor, Diagnostic, ErrorParser, Fix, FixContext,
    FixStrategy, Line, Options, OptionsError, Origin, ParserState, Registry, RegistryBuilder, RegistryError,
    RuleDescription, RuleId, Sink, Step, StrategyError, Switches, ToolContext, ToolError,
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

    /// One rule, called after the strategy.
    fn rules(&self) -> Vec<RuleDescription> {
        vec![RuleDescription::new(
            format!("any/fault/{}", self.0.id),
            "For the tests.",
        )]
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

fn with_rules(switches: Value) -> Result<Registry, RegistryError> {
    let switches: Switches = serde_json::from_value(switches).unwrap();
    let builder = Registry::builder().rules(switches);
    builder
        .strategy(Plugin::new("one"))
        .strategy(Plugin::new("two"))
        .build()
}

#[test]
fn a_fix_of_a_rule_that_is_switched_off_is_not_allowed() {
    let registry = with_rules(json!({ "off": ["any/fault/*"], "on": ["any/fault/two"] })).unwrap();
    let states: Vec<_> = registry
        .rules()
        .into_iter()
        .map(|rule| (rule.id, rule.enabled))
        .collect();
    assert_eq!(
        states,
        [
            ("any/fault/one".to_owned(), false),
            ("any/fault/two".to_owned(), true)
        ]
    );
    let fix = |rules: &[&'static str]| {
        let rules = rules.iter().map(|&rule| RuleId::new(rule));
        Fix::new("one", "a change", Confidence::new(0.5)).by_all(rules)
    };
    assert!(registry.allows(&fix(&[])) && registry.allows(&fix(&["any/fault/two"])));
    assert!(!registry.allows(&fix(&["any/fault/one"])));
    assert!(!registry.allows(&fix(&["any/fault/two", "any/fault/one"])));
}

#[test]
fn an_unknown_rule_cannot_be_switched_off() {
    let refused = with_rules(json!({ "off": ["any/fualt/*"] })).unwrap_err();
    assert_eq!(refused.to_string(), "no rule fits 'any/fualt/*'");
    assert!(refused.misspelt().is_some_and(|(_, known)| known.len() == 2));
}

#[test]
fn an_unknown_id_cannot_be_switched_off() {
    let refused = Registry::builder()
        .parser(Plugin::new("ruff"))
        .disable("ruf")
        .build();
    let expected = RegistryError::Unknown {
        id: "ruf".to_owned(),
        purpose: "switch off",
        known: vec!["ruff".to_owned()],
    };
    assert_eq!(refused.unwrap_err(), expected);
    assert_eq!(
        expected.to_string(),
        "there is no plug-in called 'ruf' to switch off"
    );
}

#[test]
fn a_name_may_say_the_kind() {
    let registry = Registry::builder()
        .parser(Plugin::new("ruff"))
        .strategy(Plugin::new("ruff"))
        .disable("strategy:ruff")
        .build()
        .unwrap();
    assert!(registry.parser("ruff").is_some() && registry.strategy("ruff").is_none());
    let of_no_such_kind = Registry::builder()
        .parser(Plugin::new("ruff"))
        .disable("tool:ruff")
        .build();
    assert!(matches!(of_no_such_kind, Err(RegistryError::Unknown { id, .. }) if id == "tool:ruff"));
}

#[test]
fn what_is_put_first_goes_first_and_the_others_stay_sorted() {
    let add = |builder: RegistryBuilder, id| builder.parser(Plugin::new(id)).tool(Plugin::new(id));
    let registry = ["a", "b", "c", "d"]
        .into_iter()
        .fold(Registry::builder(), add)
        .order(["tool:b", "d", "parser:b"])
        .build()
        .unwrap();
    let parsers: Vec<&str> = registry.parsers().map(|it| it.descriptor().id.as_ref()).collect();
    let tools: Vec<&str> = registry.tools().map(|it| it.descriptor().id.as_ref()).collect();
    assert_eq!(
        (parsers, tools),
        (vec!["d", "b", "a", "c"], vec!["b", "d", "a", "c"])
    );
    assert_eq!(registry.place(Kind::Parser, "b"), Some(1));
    assert_eq!(registry.place(Kind::Parser, "a"), None);
    let entries = registry.entries();
    let places = entries
        .iter()
        .filter(|entry| entry.kind == Kind::Parser)
        .map(|entry| entry.place);
    assert_eq!(places.collect::<Vec<_>>(), [Some(1), Some(2), None, None]);
    let unknown = Registry::builder().order(["e"]).build().unwrap_err();
    assert_eq!(unknown.to_string(), "there is no plug-in called 'e' to put first");
}

/// A tool that answers with its option.
struct Echo(u32);

static ECHO: Descriptor = Descriptor::new("echo", "1.0.0", "For the tests.");

#[async_trait]
impl DebugTool for Echo {
    fn descriptor(&self) -> &Descriptor {
        &ECHO
    }

    fn input_schema(&self) -> Value {
        json!({})
    }

    fn output_schema(&self) -> Value {
        json!({"const": self.0})
    }

    fn options_schema(&self) -> Option<Value> {
        Some(json!({"properties": {"times": {"type": "integer"}}}))
    }

    fn configured(&self, options: &Options) -> Result<Arc<dyn DebugTool>, OptionsError> {
        Ok(Arc::new(Self(options.get("times")?.unwrap_or(self.0))))
    }

    async fn call(&self, input: Value, _context: &ToolContext<'_>) -> Result<Value, ToolError> {
        Ok(input)
    }
}

fn set(name: &str, value: impl Into<Value>) -> Options {
    let mut options = Options::default();
    options.set(name, value);
    options
}

#[test]
fn options_reach_the_plugin_that_has_them() {
    let registry = Registry::builder()
        .tool(Echo(1))
        // Of two that share an id, the one with options is meant.
        .parser(Plugin::new("echo"))
        .options("tool:echo", &set("times", 3))
        .options("echo", &set("times", 2))
        .build()
        .unwrap();
    assert_eq!(
        registry.tool("echo").unwrap().output_schema(),
        json!({"const": 3})
    );
    let entries = registry.entries();
    assert!(entries[0].options.is_empty() && entries[0].options_schema.is_none());
    assert_eq!(entries[1].options, set("times", 3));
}

#[test]
fn options_that_cannot_be_are_refused_by_name() {
    let cases = [
        ("echo", set("time", 2), "the tool 'echo': it has no option 'time'"),
        (
            "echo",
            set("times", "two"),
            "the tool 'echo': the option 'times': invalid type: string \"two\", expected u32",
        ),
        ("deaf", set("times", 2), "the parser 'deaf': it has no options"),
        (
            "ech",
            set("times", 2),
            "there is no plug-in called 'ech' to set options of",
        ),
    ];
    for (name, options, message) in cases {
        let built = Registry::builder()
            .tool(Echo(1))
            .parser(Plugin::new("deaf"))
            .options(name, &options)
            .build();
        assert_eq!(built.unwrap_err().to_string(), message);
    }
}

#[test]
fn what_is_installed_and_not_there_may_be_named() {
    for (absent, name, allowed) in [
        ("acme", "acme", true),
        ("acme", "tool:acme", true),
        ("parser:acme", "acme", true),
        ("parser:acme", "tool:acme", false),
    ] {
        let built = Registry::builder()
            .absent(absent)
            .disable(name)
            .order([name])
            .options(name, &set("times", 2))
            .build();
        assert_eq!(built.is_ok(), allowed, "{absent} {name}");
    }
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
