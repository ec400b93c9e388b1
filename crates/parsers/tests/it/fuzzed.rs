//! What the fuzz targets looked at holds.

use std::fs;
use std::path::Path;

#[path = "../../fuzz/checks.rs"]
mod checks;

#[expect(
    clippy::print_stderr,
    reason = "the last name printed is that of the input that fails"
)]
fn replay(target: &str, check: fn(&[u8])) {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("fuzz/corpus")
        .join(target);
    let mut checked = 0;
    for input in fs::read_dir(corpus).expect("a corpus") {
        let input = input.expect("an entry").path();
        eprintln!("{}", input.display());
        check(&fs::read(&input).expect("a readable input"));
        checked += 1;
    }
    assert!(checked > 0, "nothing was checked");
}

#[test]
fn outputs_of_the_corpus() {
    replay("pipeline", checks::pipeline);
}

#[test]
fn files_of_the_corpus() {
    replay("declarative", checks::declarative);
}
