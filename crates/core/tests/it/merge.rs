//! Texts with the markers of an unfinished merge.

use unbreak_core::merge::{Side, resolved, united};

#[test]
fn a_side_is_taken_without_the_base() {
    let text = "a\n<<<<<<< HEAD\nb\n||||||| 1\nc\n=======\nd\n>>>>>>> x\ne\n";
    assert_eq!(resolved(text, Side::First).as_deref(), Some("a\nb\ne\n"));
    assert_eq!(resolved(text, Side::Second).as_deref(), Some("a\nd\ne\n"));
}

#[test]
fn an_underline_and_an_open_merge_are_left_alone() {
    assert_eq!(resolved("Title\n=======\n", Side::First), None);
    assert_eq!(resolved("<<<<<<< HEAD\nb\n", Side::First), None);
}

#[test]
fn both_sides_are_taken_if_they_are_about_two_things() {
    let merge =
        |first: &str, second: &str| format!("a\n<<<<<<< HEAD\n{first}\n=======\n{second}\n>>>>>>> x\ne\n");
    for (first, second, is_united) in [
        ("def f():\n    return 1\n", "def g():\n    return 1\n", true),
        ("  \"main\": \"a.js\",", "  \"license\": \"MIT\",", true),
        ("timeout = 30", "timeout = 60", false),
        ("def f():\n    return 1", "def f(a):\n    return a", false),
        ("b", "", false),
        ("    return one(a)", "    return two(a)", false),
        ("import a", "import b", true),
    ] {
        let wanted = is_united.then(|| format!("a\n{first}\n{second}\ne\n"));
        assert_eq!(united(&merge(first, second)), wanted, "{first:?} {second:?}");
    }
}
