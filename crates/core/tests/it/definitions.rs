//! Definitions in source text, found without a parser of the language.

use std::ops::Range;

use unbreak_core::outline::{definitions, enclosing};

fn found(text: &str) -> Vec<(String, Range<usize>)> {
    definitions(text)
        .into_iter()
        .map(|definition| (definition.name, definition.lines))
        .collect()
}

#[test]
fn definitions_of_several_languages() {
    type Outlined<'a> = (&'a str, &'a [(&'a str, Range<usize>)]);
    let cases: &[Outlined<'_>] = &[
        (
            "import os\n\n@cached\ndef area(w, h):\n    if w:\n        return w * h\n\n    return 0\n\nx = area(1, 2)\n",
            &[("area", 2..8)],
        ),
        (
            "class Shop:\n    def sell(self):\n        pass\n\n    async def buy(\n        self, what\n    ):\n        return what\n",
            &[("Shop", 0..8), ("sell", 1..3), ("buy", 4..8)],
        ),
        (
            "/// Adds.\npub fn add(a: i32) -> i32 {\n    a\n}\n\nimpl Shop {\n    fn sell(&self) {}\n}\n",
            &[("add", 0..4), ("Shop", 5..8), ("sell", 6..7)],
        ),
        (
            "static int\nsum(int *a, int n)\n{\n    for (int i = 0; i < n; i++) {\n        s += a[i];\n    }\n    return s;\n}\n",
            &[("sum", 1..8)],
        ),
        (
            "const twice = (x) => {\n  return x * 2;\n};\nfunction f(a) { return a; }\nif (f(1)) {\n  twice(2);\n}\n",
            &[("twice", 0..3), ("f", 3..4)],
        ),
        (
            "func (s *Shop) Sell(n int) error {\n\treturn nil\n}\n",
            &[("Sell", 0..3)],
        ),
        (
            "public class A {\n    public int get(int i) throws E {\n        return i;\n    }\n}\n",
            &[("A", 0..5), ("get", 1..4)],
        ),
    ];
    for (text, expected) in cases {
        let expected: Vec<_> = expected
            .iter()
            .map(|(name, lines)| ((*name).to_owned(), lines.clone()))
            .collect();
        assert_eq!(found(text), expected, "{text}");
    }
}

#[test]
fn the_innermost_definition_encloses_a_line() {
    let text = "class A:\n    def f(self):\n        return 1\n";
    assert_eq!(
        enclosing(text, 2).map(|definition| definition.name),
        Some("f".to_owned())
    );
    assert_eq!(enclosing("x = 1\n", 0), None);
}
