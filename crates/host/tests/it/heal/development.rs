//! Development mode.

use std::fs;

use unbreak_host::heal::{AuditEvent, Development, Extent, HealError};

use super::{Place, damage};

const REPOSITORY: &str = "https://example.org/ada/agent";

fn development(place: &Place) -> Development {
    Development::of(&place.heal(), &place.source()).unwrap()
}

/// The reasons why it is off.
fn reasons(place: &Place) -> Vec<String> {
    let status = development(place).status().unwrap();
    assert_eq!(status.on, status.reasons.is_empty());
    status.reasons
}

#[track_caller]
fn assert_off(place: &Place, expected: &[&str]) {
    let reasons = reasons(place);
    assert_eq!(reasons.len(), expected.len(), "{reasons:?}");
    for (reason, expected) in reasons.iter().zip(expected) {
        assert!(reason.contains(expected), "{reason}");
    }
}

#[test]
fn it_is_off_until_everything_allows_it_and_says_why() {
    let place = Place::new();
    let off = "it was not switched on";
    assert_off(&place, &["not in a git work tree", "bound to no repository", off]);
    place.clone_of(REPOSITORY);
    assert_off(&place, &["bound to no repository", off]);
    development(&place).bind("https://example.org/eve/agent").unwrap();
    assert_off(&place, &["the origin of", off]);
    development(&place).bind(REPOSITORY).unwrap();
    assert_off(&place, &[off]);
    assert!(matches!(
        development(&place).enable(Extent::Session),
        Err(HealError::NoSession)
    ));
    assert_off(&place, &[off]);
    development(&place).enable(Extent::Permanent).unwrap();
    assert_off(&place, &[]);
    development(&place).disable().unwrap();
    assert_off(&place, &[off]);
    let log = place.heal().audit_log().unwrap();
    let events: Vec<AuditEvent> = log.records.into_iter().map(|record| record.event).collect();
    let bound = |repository: &str| AuditEvent::Bound {
        repository: repository.to_owned(),
    };
    let expected = [
        bound("https://example.org/eve/agent"),
        bound(REPOSITORY),
        AuditEvent::Enabled {
            extent: Extent::Permanent,
        },
        AuditEvent::Disabled,
    ];
    assert_eq!(events, expected);
}

#[test]
fn addresses_of_one_repository_are_equal() {
    let place = Place::new();
    place.clone_of(REPOSITORY);
    development(&place).enable(Extent::Permanent).unwrap();
    let same = [
        "https://example.org/ada/agent.git",
        "https://token@EXAMPLE.org:443/ada/agent/",
        "ssh://git@example.org/ada/agent.git",
        "ssh://git@example.org:22/ada/agent",
        "git@example.org:ada/agent.git",
        "example.org:/ada/agent",
    ];
    let others = [
        "https://example.org/ada/agents",
        "https://example.org/eve/agent",
        "https://example.org.eve.example/ada/agent",
        "https://example.org:8443/ada/agent",
        "https://eve.example/?https://example.org/ada/agent",
        "https://example.org/ada/agent.git.git",
        "/example.org/ada/agent",
        "ada/agent",
    ];
    for (addresses, expected) in [(&same[..], 0), (&others[..], 1)] {
        for address in addresses {
            development(&place).bind(address).unwrap();
            assert_eq!(reasons(&place).len(), expected, "{address}");
        }
    }
}

#[test]
fn a_local_repository_is_one_by_whatever_name() {
    let place = Place::new();
    fs::create_dir_all(place.path().join("upstream/.git")).unwrap();
    fs::create_dir(place.path().join("other")).unwrap();
    development(&place).enable(Extent::Permanent).unwrap();
    let absolute = place.path().join("upstream").display().to_string();
    place.clone_of("../upstream/.git");
    for address in [&absolute, &format!("file://{absolute}/"), "../other/../upstream"] {
        development(&place).bind(address).unwrap();
        assert_off(&place, &[]);
    }
    development(&place).bind("../other").unwrap();
    assert_off(&place, &["the origin of"]);
}

#[test]
fn a_damaged_switch_is_an_error_and_is_kept() {
    for name in ["dev-session.json", "dev-permanent.json", "dev-repository.json"] {
        let place = Place::new();
        place.clone_of(REPOSITORY);
        development(&place).bind(REPOSITORY).unwrap();
        development(&place).enable(Extent::Permanent).unwrap();
        let file = place.heal().directory().join(name);
        if !file.exists() {
            fs::copy(place.heal().directory().join("dev-permanent.json"), &file).unwrap();
        }
        damage(&file);
        let before = fs::read(&file).unwrap();
        let error = development(&place).status().unwrap_err();
        assert!(
            matches!(&error, HealError::Damaged { path, .. } if *path == file),
            "{error}"
        );
        let _ = development(&place).disable();
        assert_eq!(fs::read(&file).unwrap(), before, "{name}");
    }
}
