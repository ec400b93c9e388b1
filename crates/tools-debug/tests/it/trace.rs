//! `run_with_tracing`

use serde_json::json;

use crate::world::World;

const PROGRAM: &str = "\
import json


def price(order, api_token):
    rate = {'USD': 1.0}
    return order['amount'] * rate[order['currency']]


def main():
    order = json.loads('{\"amount\": 3, \"currency\": \"EUR\"}')
    try:
        return price(order, 'hush')
    except KeyError as error:
        raise RuntimeError('no price') from error


main()
";

#[test]
fn exceptions_come_with_their_locals_and_the_lines_before_them() {
    let world = World::new(&[("report.py", PROGRAM)]);
    let input = json!({ "command": ["python3", "report.py"], "lines": 3 });
    let output = world.call("run_with_tracing", input).unwrap();
    assert_eq!(output["exit"], json!({ "code": 1 }), "{output:#}");
    let raised = &output["raised"][0];
    assert_eq!(
        (&raised["type"], &raised["line"], &raised["function"]),
        (&json!("KeyError"), &json!(6), &json!("price"))
    );
    assert_eq!(raised["locals"]["order"], "{'amount': 3, 'currency': 'EUR'}");
    assert_eq!(raised["locals"]["api_token"], "<redacted>");
    assert_eq!(output["raised"][1]["type"], "RuntimeError");
    let lines: Vec<_> = output["lines"]
        .as_array()
        .unwrap()
        .iter()
        .map(|line| line["line"].clone())
        .collect();
    assert_eq!(lines, [6, 13, 14]);
    assert!(
        output["errors"][0]["frames"].as_array().unwrap().len() >= 2,
        "{output:#}"
    );
}

#[test]
fn what_is_switched_on_is_what_the_runtimes_know() {
    let script = "echo $RUST_BACKTRACE $GOTRACEBACK $PYTHONFAULTHANDLER; echo $NODE_OPTIONS $JAVA_TOOL_OPTIONS; exit 3";
    let input = json!({ "command": ["sh", "-c", script] });
    let output = World::new(&[]).call("run_with_tracing", input).unwrap();
    let tail = output["tail"].as_str().unwrap();
    assert!(
        tail.contains("full all 1\n")
            && tail.contains("--stack-trace-limit=100")
            && tail.contains("-XX:-OmitStackTraceInFastThrow"),
        "{tail}"
    );
    assert!(output["lines"].as_array().unwrap().is_empty());
}

#[test]
fn what_passes_has_no_errors() {
    let world = World::new(&[("fine.py", "print(sum([1, 2]))\n")]);
    let output = world
        .call("run_with_tracing", json!({ "command": ["python3", "fine.py"] }))
        .unwrap();
    assert_eq!(
        (&output["exit"], &output["errors"]),
        (&json!({ "code": 0 }), &json!([]))
    );
    assert_eq!(
        output["lines"],
        json!([{ "file": "fine.py", "line": 1, "function": "<module>" }])
    );
}

const CRASH: &str = "\
struct order { int amount; };

static int price(const struct order *order, int rate) {
    int total = order->amount * rate;
    return total;
}

int main(void) {
    const char *names[] = {\"a, b\"};
    return price(0, 3) + names[0][0];
}
";

#[test]
fn a_crash_comes_with_the_stack_and_its_variables() {
    let world = World::new(&[("crash.c", CRASH)]);
    let run = |script: &str| {
        let input = json!({ "command": ["sh", "-c", script] });
        world.call("run_with_tracing", input).unwrap()
    };
    let is_there = run("command -v gdb && cc -g -O0 -o crash crash.c");
    assert_eq!(
        is_there["exit"],
        json!({ "code": 0 }),
        "gdb or cc is missing: {is_there:#}"
    );
    // The shell makes way for the program, or stays and reports how it ended.
    for script in ["exec ./crash", "./crash; exit $?"] {
        let output = run(script);
        let crash = &output["crash"];
        assert!(
            crash["signal"].as_str().unwrap().starts_with("SIGSEGV"),
            "{output:#}"
        );
        let inner = &crash["frames"][0];
        assert_eq!(
            (&inner["function"], &inner["file"], &inner["line"], &inner["own"]),
            (&json!("price"), &json!("crash.c"), &json!(4), &json!(true))
        );
        assert_eq!(
            (&inner["locals"]["order"], &inner["locals"]["rate"]),
            (&json!("0x0"), &json!("3"))
        );
        assert_eq!(crash["frames"][1]["function"], "main");
    }
}

#[test]
fn python_tells_where_memory_was_allocated() {
    let world = World::new(&[("leak.py", "def load():\n    return open('leak.py')\n\n\nload()\n")]);
    let input = json!({ "command": ["python3", "leak.py"], "memory": true });
    let output = world.call("run_with_tracing", input).unwrap();
    let tail = output["tail"].as_str().unwrap();
    assert!(
        tail.contains("Object allocated at") && tail.contains("lineno 2"),
        "{tail}"
    );
}
