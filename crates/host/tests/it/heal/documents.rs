//! Prompts that are reloaded in place.

use std::fs;

use unbreak_host::heal::{Documents, Reload};

use super::Place;

#[test]
fn a_changed_document_is_read_again() {
    let place = Place::new();
    let [one, other, code] = ["one.md", "other.md", "code.py"].map(|name| place.source().join(name));
    for file in [&one, &other, &code] {
        fs::write(file, "old").unwrap();
    }
    let mut documents = Documents::open([&one, &other]).unwrap();
    assert_eq!(documents.reload().unwrap().len(), 0);
    fs::write(&one, "new").unwrap();
    assert_eq!(documents.text(&one), Some("old"));
    assert_eq!(documents.reload().unwrap(), [one.canonicalize().unwrap()]);
    assert_eq!(documents.text(&one), Some("new"));
    assert_eq!(documents.effect_of(&[]), Reload::Nothing);
    assert_eq!(
        documents.effect_of(&[one.clone(), other.clone()]),
        Reload::InPlace
    );
    assert_eq!(documents.effect_of(&[one, code.clone()]), Reload::Restart);
    assert_eq!(documents.effect_of(&[code]), Reload::Restart);
}

#[test]
fn a_document_that_cannot_be_read_leaves_all_as_they_were() {
    let place = Place::new();
    let [one, other] = ["a.md", "b.md"].map(|name| place.source().join(name));
    fs::write(&one, "old").unwrap();
    fs::write(&other, "old").unwrap();
    let mut documents = Documents::open([&one, &other]).unwrap();
    fs::write(&one, "new").unwrap();
    for content in [Some(&b"\xff"[..]), None] {
        match content {
            Some(bytes) => fs::write(&other, bytes).unwrap(),
            None => fs::remove_file(&other).unwrap(),
        }
        let error = documents.reload().unwrap_err();
        assert!(error.to_string().contains("b.md"), "{error}");
        assert_eq!(documents.text(&one), Some("old"));
    }
    assert!(Documents::open([&other]).is_err());
}
