//! Messages of the protocol in a stream of bytes: a header that says how long the body is, and the
//! body, which is JSON (Language Server Protocol 3.17, "Base Protocol").

use serde_json::Value;

/// The greatest length of a message: a longer one is not the protocol.
const MOST: usize = 64 << 20;

/// A message as it is sent.
pub(super) fn encode(message: &Value) -> Vec<u8> {
    let body = message.to_string();
    format!("Content-Length: {}\r\n\r\n{body}", body.len()).into_bytes()
}

/// Received bytes that were not parsed yet.
#[derive(Debug, Default)]
pub(super) struct Inbox(Vec<u8>);

impl Inbox {
    pub(super) fn add(&mut self, bytes: &[u8]) {
        self.0.extend_from_slice(bytes);
    }

    /// Returns the next whole message.
    ///
    /// # Errors
    /// When the received bytes are not the protocol; in a few words.
    pub(super) fn next(&mut self) -> Result<Option<Value>, String> {
        let Some(end) = find(&self.0, b"\r\n\r\n") else {
            return match self.0.len() > 8 << 10 {
                true => Err("it writes something else than messages".to_owned()),
                false => Ok(None),
            };
        };
        let length = length(&self.0[..end]).filter(|length| *length <= MOST);
        let length = length.ok_or("a message does not say how long it is")?;
        let body = end + 4;
        let Some(message) = self.0.get(body..body + length) else {
            return Ok(None);
        };
        let message = serde_json::from_slice(message).map_err(|error| error.to_string())?;
        self.0.drain(..body + length);
        Ok(Some(message))
    }
}

fn find(bytes: &[u8], wanted: &[u8]) -> Option<usize> {
    bytes.windows(wanted.len()).position(|window| window == wanted)
}

fn length(header: &[u8]) -> Option<usize> {
    let header = std::str::from_utf8(header).ok()?;
    let fields = header.split("\r\n").filter_map(|line| line.split_once(':'));
    let mut own = fields.filter(|(name, _)| name.trim().eq_ignore_ascii_case("content-length"));
    own.next()?.1.trim().parse().ok()
}
