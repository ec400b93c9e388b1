//! Texts that are nearly JSON or TOML.

use unbreak_core::plain_data::{with_small_literals, without_comments, without_space};

#[test]
fn strings_stay_as_they_are() {
    let text = "a = True # it's True\nb = \"True\"\nc = 'False'\nd = Falsehood\n";
    assert_eq!(
        with_small_literals(text),
        "a = true # it's True\nb = \"True\"\nc = 'False'\nd = Falsehood\n"
    );
    let text = "{ // why\n  \"a\": \"b // c\", /* d */ \"e\": 1\n}";
    assert_eq!(without_comments(text), "{ \n  \"a\": \"b // c\",  \"e\": 1\n}");
    assert_eq!(without_space("{ \"a b\": 1 }"), "{\"a b\":1}");
}
