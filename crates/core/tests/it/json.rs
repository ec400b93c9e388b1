//! The JSON that other programs read.

use serde_json::{Value, json};
use unbreak_core::{
    Applicability, Diagnostic, ErrorType, Event, EventKind, ExitState, Frame, Location, Note, OutputRange,
    Severity, SuggestedEdit, Suggestion,
};

fn full() -> Diagnostic {
    let place = Location::column("shop.py", 7, 12).until(7, 16);
    let mut diagnostic = Diagnostic::new(ErrorType::Type, Severity::Fatal, "no such name")
        .with_code("F821")
        .at(place.clone());
    diagnostic.parser = "ruff".into();
    diagnostic.snippet = Some("totl".to_owned());
    diagnostic.frames = vec![Frame::new(place.clone(), Some("total".to_owned()))];
    diagnostic.notes = vec![Note {
        message: "here".to_owned(),
        location: place.clone(),
    }];
    diagnostic.advice = Some("total?".to_owned());
    diagnostic.suggestions = vec![Suggestion {
        title: "rename".to_owned(),
        applicability: Applicability::MachineApplicable,
        edits: vec![SuggestedEdit {
            location: place,
            replacement: "total".to_owned(),
        }],
    }];
    diagnostic.test = Some("tests/test_shop.py::test_total".to_owned());
    diagnostic.output = OutputRange { start: 3, end: 40 };
    diagnostic
}

#[test]
fn a_diagnostic_has_the_keys_that_are_promised() {
    let value = serde_json::to_value(full()).unwrap();
    let promised = json!({
        "parser": "ruff", "type": "type", "severity": "fatal", "code": "F821", "message": "no such name",
        "file": "shop.py", "line": 7, "column": 12, "end_line": 7, "end_column": 16,
    });
    for (key, expected) in promised.as_object().unwrap() {
        assert_eq!(&value[key], expected, "{key}");
    }
    assert_eq!(value["suggestions"][0]["applicability"], "machine-applicable");
    assert_eq!(value["frames"][0]["function"], "total");
}

#[test]
fn a_diagnostic_survives_the_way_there_and_back() {
    let bare = Diagnostic::new(ErrorType::Unknown, Severity::Info, "it broke");
    for diagnostic in [full(), bare] {
        let text = serde_json::to_string(&diagnostic).unwrap();
        assert_eq!(serde_json::from_str::<Diagnostic>(&text).unwrap(), diagnostic);
    }
}

#[test]
fn the_least_that_a_plug_in_can_say_is_understood() {
    let text = r#"{"type":"lint","severity":"warning","message":"m"}"#;
    let found: Diagnostic = serde_json::from_str(text).unwrap();
    assert_eq!(found, Diagnostic::new(ErrorType::Lint, Severity::Warning, "m"));
}

#[test]
fn every_type_and_severity_has_one_name() {
    let types = [
        ErrorType::Syntax,
        ErrorType::Type,
        ErrorType::Import,
        ErrorType::Runtime,
        ErrorType::Assertion,
        ErrorType::Lint,
        ErrorType::Build,
        ErrorType::Timeout,
        ErrorType::Unknown,
    ];
    for kind in types {
        assert_eq!(serde_json::to_value(kind).unwrap(), Value::from(kind.as_str()));
    }
    let severities = [
        Severity::Info,
        Severity::Warning,
        Severity::Error,
        Severity::Fatal,
    ];
    for severity in severities {
        assert_eq!(
            serde_json::to_value(severity).unwrap(),
            Value::from(severity.as_str())
        );
    }
    assert!(severities.is_sorted(), "from the mildest to the worst");
}

#[test]
fn an_event_carries_its_name_its_iteration_and_its_number() {
    let kind = EventKind::Parse {
        exit: ExitState::Code(1),
        diagnostics: vec![full()],
        command_ms: 12,
    };
    let event = Event::now(4, 2, kind);
    let value = serde_json::to_value(&event).unwrap();
    assert_eq!(
        (&value["event"], &value["seq"], &value["iteration"]),
        (&json!(event.kind.name()), &json!(4), &json!(2))
    );
    assert!(value["time_ms"].as_u64().is_some_and(|time| time > 0));
    assert_eq!(serde_json::from_value::<Event>(value).unwrap(), event);
}
