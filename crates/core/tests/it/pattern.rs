//! Regular expressions, made cheap to compile.

use unbreak_core::pattern::in_ascii;

#[test]
fn case_is_ignored_where_it_matters() {
    let cases = [
        (
            r"(?i)no [^']+ in \w",
            r"(?i)no (?-i:[^'])+ in (?-i:[0-9A-Za-z_\x{80}-\x{10FFFF}])",
        ),
        (
            r"(?i)[\w.-]+[a-c\d]",
            r"(?i)(?-i:[[0-9A-Za-z_\x{80}-\x{10FFFF}].-])+[a-c[0-9]]",
        ),
        (r"(?i)[]'][^]x]\[[[a]b]", r"(?i)(?-i:[]'])[^]x]\[[[a]b]"),
        (r"[^'] \d", r"[^'] [0-9]"),
    ];
    for (text, written) in cases {
        assert_eq!(in_ascii(text), written);
        regex::Regex::new(&in_ascii(text)).unwrap();
    }
}
