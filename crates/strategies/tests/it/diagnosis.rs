//! What is missing outside the tree: the tables, and cases against a described machine.

#[test]
fn the_tables_hold_what_they_say() {
    unbreak_strategies::diagnosis::check().unwrap();
}
