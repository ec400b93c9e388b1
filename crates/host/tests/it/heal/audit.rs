//! The audit log notices whatever is done to it.

use std::fs;

use unbreak_host::heal::{Development, Extent, HealError};

use super::{Place, damage};

/// A log with six records.
fn logged() -> Place {
    let place = Place::new();
    let development = Development::of(&place.heal(), &place.source()).unwrap();
    for _ in 0..3 {
        development.enable(Extent::Permanent).unwrap();
        development.disable().unwrap();
    }
    place
}

fn lines(place: &Place) -> Vec<String> {
    let text = fs::read_to_string(log(place)).unwrap();
    text.lines().map(str::to_owned).collect()
}

fn log(place: &Place) -> std::path::PathBuf {
    place.heal().directory().join("audit.log")
}

#[test]
fn an_intact_log_is_verified() {
    let place = logged();
    let verified = place.heal().audit_log().unwrap();
    assert_eq!(verified.records.len(), 6);
    assert!(lines(&place)[5].starts_with(&verified.head));
    assert_eq!(Place::new().heal().audit_log().unwrap().records.len(), 0);
}

#[test]
fn every_change_of_it_is_noticed() {
    type Change = fn(&mut Vec<String>);
    let changes: [(&str, Change); 7] = [
        ("the last line is lost", |lines| drop(lines.pop())),
        ("all lines are lost", Vec::clear),
        ("the first line is lost", |lines| drop(lines.remove(0))),
        ("a line in the middle is lost", |lines| drop(lines.remove(3))),
        ("two lines are exchanged", |lines| lines.swap(2, 3)),
        ("a line is doubled", |lines| lines.insert(2, lines[2].clone())),
        ("a word is changed", |lines| {
            lines[2] = lines[2].replace("enabled", "disabled");
        }),
    ];
    for (what, change) in changes {
        let place = logged();
        let mut lines = lines(&place);
        change(&mut lines);
        let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
        fs::write(log(&place), &text).unwrap();
        let error = place.heal().audit_log().unwrap_err();
        assert!(matches!(error, HealError::Audit { .. }), "{what}: {error}");
        // Nothing is written behind it, and nothing is switched.
        let development = Development::of(&place.heal(), &place.source()).unwrap();
        assert!(development.enable(Extent::Permanent).is_err(), "{what}");
        assert_eq!(fs::read_to_string(log(&place)).unwrap(), text, "{what}");
        assert!(
            !place.heal().directory().join("dev-permanent.json").exists(),
            "{what}"
        );
    }
    let place = logged();
    damage(&log(&place));
    assert!(place.heal().audit_log().is_err());
    let place = logged();
    damage(&place.heal().directory().join("audit.head"));
    assert!(place.heal().audit_log().is_err());
}

#[test]
fn a_line_that_was_being_written_at_a_sudden_death_is_none() {
    let place = logged();
    let whole = fs::read_to_string(log(&place)).unwrap();
    fs::write(log(&place), format!("{whole}0123 {{\"time")).unwrap();
    assert_eq!(place.heal().audit_log().unwrap().records.len(), 6);
    let development = Development::of(&place.heal(), &place.source()).unwrap();
    development.enable(Extent::Permanent).unwrap();
    assert_eq!(place.heal().audit_log().unwrap().records.len(), 7);
}

#[test]
fn processes_that_write_at_once_make_one_chain() {
    let place = Place::new();
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                let development = Development::of(&place.heal(), &place.source()).unwrap();
                for _ in 0..10 {
                    development.enable(Extent::Permanent).unwrap();
                }
            });
        }
    });
    assert_eq!(place.heal().audit_log().unwrap().records.len(), 40);
}
