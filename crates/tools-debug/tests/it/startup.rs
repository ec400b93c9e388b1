//! Tools that have Python read something when it starts do not keep it from what it would have read
//! without them.

use std::process::Command;

use serde_json::{Value, json};

use crate::world::World;

/// Writes down what the environment's own module did, and as which module it is known.
const CHECK: &str = "\
import builtins, sitecustomize

with open('seen', 'w') as seen:
    seen.write('%s %s' % (builtins.greeting, sitecustomize.GREETING))
";

/// A workspace with a Python whose environment has a `sitecustomize`.
fn world() -> World {
    let world = World::new(&[("check.py", CHECK)]);
    #[expect(clippy::disallowed_methods, reason = "the environment is a real one")]
    let made = Command::new("python3")
        .args(["-m", "venv", "--without-pip", "env"])
        .current_dir(world.root())
        .status();
    assert!(made.unwrap().success());
    let versions = std::fs::read_dir(world.root().join("env/lib")).unwrap();
    for version in versions.map(Result::unwrap) {
        let module = version.path().join("site-packages/sitecustomize.py");
        let text = "import builtins\nGREETING = builtins.greeting = 'hello'\n";
        std::fs::write(module, text).unwrap();
    }
    world
}

/// Each such tool, with what it is asked.
fn calls() -> Vec<(&'static str, Value)> {
    let command = json!(["env/bin/python", "check.py"]);
    vec![
        ("flake_check", json!({ "command": command, "runs": 1 })),
        ("localise_fault", json!({ "command": command })),
        ("run_with_tracing", json!({ "command": command })),
        #[cfg(feature = "grammars")]
        (
            "add_instrumented_trace",
            json!({ "command": command, "how": "watch", "probes": [{ "file": "check.py", "line": 3 }] }),
        ),
    ]
}

#[test]
fn a_module_that_python_would_have_read_is_read() {
    let world = world();
    let seen = world.root().join("seen");
    for (tool, input) in calls() {
        world.call(tool, input).unwrap();
        assert_eq!(std::fs::read_to_string(&seen).unwrap(), "hello hello", "{tool}");
        std::fs::remove_file(&seen).unwrap();
    }
}
