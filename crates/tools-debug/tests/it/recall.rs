//! `query_failure_patterns`

use serde_json::json;
use unbreak_core::session::Postmortem;
use unbreak_host::Store;

use crate::world::World;

const TRACEBACK: &str = "\
Traceback (most recent call last):
  File \"report.py\", line 9, in <module>
    price(3, 'EUR')
  File \"report.py\", line 6, in price
    return amount * RATES[currency]
KeyError: 'EUR'
";

#[test]
fn a_failure_that_was_met_before_is_cited() {
    let world = World::new(&[("fails.sh", &format!("cat >&2 <<'END'\n{TRACEBACK}END\nexit 1\n"))]);
    let mut past = Postmortem::new("s-17", "KeyError: 'USD'", "the table of rates has no default");
    past.frames = vec!["report.py:<module>".to_owned(), "report.py:price".to_owned()];
    let other = Postmortem::new("s-18", "division by zero", "an empty list");
    Store::in_state(world.state())
        .import([(&past, 1), (&other, 2)])
        .unwrap();
    for input in [
        json!({ "text": TRACEBACK }),
        json!({ "command": ["sh", "fails.sh"] }),
    ] {
        let output = world.call("query_failure_patterns", input).unwrap();
        let similar = output["similar"].as_array().unwrap();
        assert_eq!(similar.len(), 1, "{output:#}");
        assert_eq!(similar[0]["postmortem"]["session"], "s-17");
        assert!(
            similar[0]["shared"]
                .as_array()
                .unwrap()
                .contains(&json!("frames")),
            "{output:#}"
        );
    }
}

#[test]
fn what_passes_or_says_nothing_is_refused() {
    let world = World::new(&[]);
    let refused = |input| world.refused("query_failure_patterns", input);
    assert!(refused(json!({ "command": ["true"] })).contains("passed"));
    assert!(refused(json!({ "text": "" })).contains("no error"));
    assert!(refused(json!({})).contains("no program") || refused(json!({})).contains("no command"));
}

#[test]
fn without_a_memory_nothing_is_found() {
    let output = World::new(&[])
        .call("query_failure_patterns", json!({ "text": TRACEBACK }))
        .unwrap();
    assert_eq!(output["similar"], json!([]));
}
