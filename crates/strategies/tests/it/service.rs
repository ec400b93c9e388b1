//! A language service that is started before it is asked.

use std::collections::BTreeSet;

use unbreak_core::{Command, FixContext, RelPath};

use super::case::{diagnose, propose, strategy};
use super::world::{Processes, Tree};

const CONFIG: &str =
    r#"{"compilerOptions": {"strict": true, "noEmit": true, "types": []}, "files": ["main.ts"]}"#;

/// Each text with what tsc says of it, and the word that belongs there.
const TEXTS: &[(&str, &str, &str)] = &[
    (
        "export const total = 1;\nexport const twice = totl * 2;\n",
        "main.ts(2,22): error TS2552: Cannot find name 'totl'. Did you mean 'total'?\n",
        "total",
    ),
    (
        "// Counts.\nexport const count = 1;\nexport const twice = coutn * 2;\n",
        "main.ts(3,22): error TS2552: Cannot find name 'coutn'. Did you mean 'count'?\n",
        "count",
    ),
];

/// Told of the command before the tree changes, it knows the tree as it is when it is asked, again and again.
#[test]
fn what_is_asked_ahead_is_answered_for_the_tree_as_it_is() {
    let tree = Tree::new();
    let file = |name: &str| RelPath::new(name).unwrap();
    tree.write(&file("tsconfig.json"), CONFIG);
    tree.write(&file("main.ts"), "export const nothing = 0;\n");
    let command = Command::new("tsc", ["-p", "."]);
    let strategy = strategy("quick_fix");
    let (runner, allowed) = (Processes::in_tree(&tree), BTreeSet::new());
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    let context = FixContext::new(&tree, &runner, &command, &allowed);
    runtime.block_on(strategy.prepare(&context)).unwrap();
    for (text, said, word) in TEXTS.iter().chain(TEXTS) {
        tree.write(&file("main.ts"), text);
        let diagnostics = diagnose(&tree, &command, said);
        let fixes = propose(&*strategy, &tree, &command, &diagnostics, "", said);
        assert_eq!(fixes[0].edits[0].replacement, *word);
    }
    strategy.release();
}
