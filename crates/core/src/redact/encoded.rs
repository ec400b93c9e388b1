//! The encoded forms of a text: in base64, in addresses, in JSON.

const BASE64: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Shorter pieces of base64 occur in any text.
const SHORTEST: usize = 10;

/// The other forms of a text.
pub(super) fn forms(text: &str) -> Vec<String> {
    let mut forms: Vec<String> = (0..3)
        .filter_map(|before| base64(text.as_bytes(), before))
        .collect();
    let for_addresses: Vec<String> = forms
        .iter()
        .map(|form| form.replace('+', "-").replace('/', "_"))
        .collect();
    forms.extend(for_addresses);
    let escaped = percent(text);
    forms.push(escaped.replace("%20", "+"));
    forms.push(lower_codes(&escaped));
    forms.push(escaped);
    if let Ok(json) = serde_json::to_string(text) {
        forms.push(json[1..json.len() - 1].to_owned());
    }
    forms.retain(|form| form != text);
    forms
}

/// The base64 digits that any text shows for these bytes if they follow `before` (0 to 2) bytes of a group of
/// three.
fn base64(bytes: &[u8], before: usize) -> Option<String> {
    let mut bits = vec![0_u8; before];
    bits.extend_from_slice(bytes);
    let digits = bits.chunks(3).flat_map(|group| {
        let mut three = [0; 3];
        three[..group.len()].copy_from_slice(group);
        let [one, two, three] = three;
        [
            one >> 2,
            (one & 3) << 4 | two >> 4,
            (two & 15) << 2 | three >> 6,
            three & 63,
        ]
    });
    let written: String = digits
        .map(|digit| char::from(BASE64[usize::from(digit)]))
        .collect();
    // Digits that also hold bits of the neighbouring bytes vary.
    let first = (before * 8).div_ceil(6);
    let last = bits.len() * 8 / 6;
    let form = written.get(first..last)?;
    (form.len() >= SHORTEST).then(|| form.to_owned())
}

fn percent(text: &str) -> String {
    let mut escaped = String::new();
    for byte in text.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' => {
                escaped.push(char::from(byte));
            }
            _ => escaped.push_str(&format!("%{byte:02X}")),
        }
    }
    escaped
}

/// The same with the hexadecimal digits of the codes in lower case.
fn lower_codes(escaped: &str) -> String {
    let mut parts = escaped.split('%');
    let mut lower = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (code, rest) = part.split_at(2);
        lower.push('%');
        lower.push_str(&code.to_ascii_lowercase());
        lower.push_str(rest);
    }
    lower
}
