pub fn slug(text: &str) -> String {
    text.to_lowercase()
}

pub fn bold(text: &str) -> String {
    format!("*{text}*")
}
