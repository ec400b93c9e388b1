pub fn left(text: &str, width: usize) -> String {
    format!("{text:>width$}")
}
