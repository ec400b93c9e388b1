//! The text of a file whose encoding nobody states: UTF-8, else ISO-8859-1, in which each byte is one character, so
//! that an edit of some characters keeps every other byte.

/// Reads a file's text; `None` for what is no text: control characters, UTF-16.
pub fn decode(bytes: Vec<u8>) -> Option<String> {
    match String::from_utf8(bytes) {
        Ok(text) => Some(text),
        Err(error) if is_text(error.as_bytes()) => Some(latin_1(error.as_bytes())),
        Err(_) => None,
    }
}

/// Writes a text in the encoding that [`decode`] read its file in; `None` if a character does not exist in it.
pub fn encode(text: &str, file: &[u8]) -> Option<Vec<u8>> {
    match std::str::from_utf8(file) {
        Ok(_) => Some(text.as_bytes().to_vec()),
        Err(_) => text.chars().map(|c| u8::try_from(c).ok()).collect(),
    }
}

/// A piece of a text as [`decode`] reads it.
pub fn decode_piece(bytes: &[u8]) -> String {
    std::str::from_utf8(bytes).map_or_else(|_| latin_1(bytes), str::to_owned)
}

fn latin_1(bytes: &[u8]) -> String {
    bytes.iter().copied().map(char::from).collect()
}

fn is_text(bytes: &[u8]) -> bool {
    let is_utf_16 = bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff");
    // The end of a file of DOS (26) and the escape character (27) are in texts.
    let is_control = |byte: &u8| byte.is_ascii_control() && !matches!(byte, 9..=13 | 26 | 27);
    !is_utf_16 && !bytes.iter().any(is_control)
}
