//! What is read as text, and written as it was read.

use unbreak_core::encoding::{decode, encode};

#[test]
fn every_byte_outside_an_edit_is_kept() {
    for file in [&b"caf\xe9 = 1\n"[..], "café = 1\n".as_bytes(), b"caf\x92 = 1\r\n"] {
        let text = decode(file.to_vec()).unwrap();
        assert_eq!(encode(&text, file).unwrap(), file);
        let edited = encode(&text.replace('1', "2"), file).unwrap();
        let expected: Vec<u8> = file.iter().map(|&b| if b == b'1' { b'2' } else { b }).collect();
        assert_eq!(edited, expected);
    }
    assert_eq!(encode("café €", b"caf\xe9"), None);
}

#[test]
fn what_is_no_text_is_not_read() {
    for file in [&b"\xff\xfea\xc4"[..], b"\x7fELF\x02\xff", b"\xe9\0"] {
        assert_eq!(decode(file.to_vec()), None);
    }
}
