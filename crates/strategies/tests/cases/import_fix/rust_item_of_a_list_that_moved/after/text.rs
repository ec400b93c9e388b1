pub fn upper(text: &str) -> String {
    text.to_uppercase()
}

pub fn spaced(text: &str) -> String {
    format!(" {text} ")
}
