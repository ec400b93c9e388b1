//! Lists that are searched must be sorted, with every name once.

use std::path::Path;

#[test]
fn lists_of_known_names_are_sorted_and_long_enough() {
    let lists = [
        ("python/distributions.txt", 1500),
        ("script/packages.txt", 800),
        ("c/headers.txt", 150),
        ("names/rust/crates.txt", 200),
    ];
    for (list, least) in lists {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(list);
        let text = std::fs::read_to_string(&path).unwrap();
        let names: Vec<&str> = text.lines().filter_map(|line| line.split(' ').next()).collect();
        assert!(names.len() >= least, "{list} has {} names", names.len());
        assert!(text.is_ascii() && text.ends_with('\n'), "{list}");
        for pair in names.windows(2) {
            assert!(pair[0] < pair[1], "{list}: {pair:?}");
        }
    }
}
