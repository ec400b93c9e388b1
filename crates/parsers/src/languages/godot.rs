//! Godot: GDScript.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, register_parser};

use crate::format::{
    self,
    grammar::{Block, Grammar, Part},
};

register_parser!(
    Grammar::new(&DESCRIPTOR, &["SCRIPT ERROR: ", "USER ERROR: ", "SHADER ERROR: "]).blocks(&BLOCKS)
);

const DOCS: &str = r#"
## What it understands

`SCRIPT ERROR: message`, and below it `at: function (res://shop.gd:3)`.

## Versions seen

Godot 3 and 4, from its documentation.
"#;

static PARTS: [Part; 2] = [
    Part::one(r"^(?:SCRIPT|USER|SHADER) ERROR: {message}$"),
    Part::one(r"^ +at: .*?\(?(?:res://)(?<file>[^():]+):{line}\)?.*$"),
];

static BLOCKS: [Block; 1] = [Block::compiler(&PARTS).broken(&["Parse Error"])];

static EXAMPLES: [Example; 1] = [Example::new(
    "a name that is not known",
    r#"SCRIPT ERROR: Parse Error: Identifier "total" not declared in the current scope.
          at: GDScript::reload (res://shop.gd:3)
"#,
    r#"[{"severity": "error", "file": "shop.gd", "line": 3}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "godot",
    "Godot: GDScript",
    DOCS,
    &[Cow::Borrowed("gdscript")],
    &EXAMPLES,
);
