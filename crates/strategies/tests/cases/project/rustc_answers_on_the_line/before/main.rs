fn main() {
    assert_eq { 1, 1 };
}
