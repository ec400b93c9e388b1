//! The files of facts, by their own examples.

use unbreak_parsers::facts;

#[test]
fn every_row_reads_its_examples() {
    facts::check().unwrap_or_else(|error| panic!("{error}"));
}
