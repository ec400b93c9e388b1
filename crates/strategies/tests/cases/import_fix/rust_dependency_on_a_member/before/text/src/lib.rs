pub fn shout(text: &str) -> String {
    text.to_uppercase()
}
