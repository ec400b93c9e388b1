//! Whose error it is: what of a model's answer is believed.

use async_trait::async_trait;
use unbreak_core::{Completion, Model, ModelError, Prompt};
use unbreak_host::heal::{Classifier, ErrorClass, MidTaskError};

const USER: ErrorClass = ErrorClass::UserTask;
const OWN: ErrorClass = ErrorClass::SelfCode;
const EXTERNAL: ErrorClass = ErrorClass::External;

fn answer(kind: &str, confidence: &str) -> String {
    format!(r#"{{"kind": "{kind}", "confidence": {confidence}, "reason": "because"}}"#)
}

#[test]
fn a_confidence_below_the_floor_is_external() {
    let cases = [
        ("self-code", 100, OWN, None),
        ("self-code", 70, OWN, None),
        ("self-code", 69, EXTERNAL, Some(OWN)),
        ("self-code", 0, EXTERNAL, Some(OWN)),
        ("user-task", 70, USER, None),
        ("user-task", 1, EXTERNAL, Some(USER)),
        ("external", 100, EXTERNAL, None),
        ("external", 3, EXTERNAL, None),
    ];
    for (said, confidence, kind, instead_of) in cases {
        let answer = answer(said, &confidence.to_string());
        let read = Classifier::default().read(&answer).unwrap();
        assert_eq!(
            (read.kind, read.confidence, read.instead_of),
            (kind, confidence, instead_of),
            "{answer}"
        );
    }
    let strict = Classifier::default().with_floor(100).unwrap();
    assert_eq!(strict.read(&answer("self-code", "99")).unwrap().kind, EXTERNAL);
    let trusting = Classifier::default().with_floor(0).unwrap();
    assert_eq!(trusting.read(&answer("self-code", "0")).unwrap().kind, OWN);
}

#[test]
fn an_answer_that_is_not_valid_is_refused_by_name() {
    let cases = [
        (answer("self-code", "101"), "confidence is 101"),
        (answer("self-code", "-1"), "confidence is -1"),
        (answer("self-code", "0.9"), "confidence is 0.9"),
        (answer("self-code", "1e2"), "confidence is 100.0"),
        (
            answer("self-code", "6041385044462"),
            "confidence is 6041385044462",
        ),
        (answer("self-code", "\"90\""), "confidence is \"90\""),
        (answer("self-code", "null"), "confidence is missing"),
        (answer("self_code", "90"), "kind is 'self_code'"),
        (answer("SELF-CODE", "90"), "kind is 'SELF-CODE'"),
        (answer("", "90"), "kind is ''"),
        (
            r#"{"confidence": 90, "reason": "r"}"#.to_owned(),
            "`kind` of the answer must be a text",
        ),
        (
            r#"{"kind": "self-code", "confidence": 90}"#.to_owned(),
            "`reason` of the answer must be a text",
        ),
        (
            r#"{"kind": "self-code", "confidence": 90"#.to_owned(),
            "not a JSON object",
        ),
        ("It is self-code.".to_owned(), "not a JSON object"),
        (answer("self-code", "90") + " I think", "not a JSON object"),
        ("[]".to_owned(), "not a JSON object"),
        (String::new(), "not a JSON object"),
    ];
    for (answer, said) in cases {
        let error = Classifier::default().read(&answer).unwrap_err();
        assert!(error.to_string().contains(said), "{answer}: {error}");
        assert!(!error.is_usage());
    }
}

#[test]
fn an_answer_in_a_fence_is_an_answer() {
    let fenced = format!("```json\n{}\n```\n", answer("self-code", "90"));
    assert_eq!(Classifier::default().read(&fenced).unwrap().kind, OWN);
}

#[test]
fn a_template_is_checked_before_anything_is_asked() {
    let cases = [
        ("tell me", "no {{error}}"),
        ("{{task}}", "no {{error}}"),
        ("{{error}} {{model}}", "{{model}}"),
    ];
    for (template, said) in cases {
        let error = Classifier::new(template, 70).unwrap_err();
        assert!(error.to_string().contains(said), "{error}");
        assert!(error.is_usage());
    }
    assert!(Classifier::new("{{error}}", 101).unwrap_err().is_usage());
    assert!(
        Classifier::default()
            .prompt(&MidTaskError::new(" "))
            .unwrap_err()
            .is_usage()
    );
}

#[test]
fn what_is_put_into_a_template_is_not_a_template() {
    let classifier = Classifier::new("{{ error }}|{{task}}|{{tool}}|{{source}}", 70).unwrap();
    let error = MidTaskError::new("{{task}} }} {{")
        .task("t")
        .tool("{{error}}")
        .source(["a.py", "b.py"]);
    let prompt = classifier.prompt(&error).unwrap();
    assert_eq!(prompt.user, "{{task}} }} {{|t|{{error}}|a.py\nb.py");
    assert!(prompt.schema.is_some());
}

#[test]
fn a_long_error_keeps_its_end_and_loses_its_secrets() {
    let key = format!("ghp_{}", "a1B2c3D4e5F6".repeat(3));
    let text = format!(
        "{}\ndenied for {key}\nNameError: the end",
        "line\n".repeat(100_000)
    );
    let prompt = Classifier::default().prompt(&MidTaskError::new(text)).unwrap();
    assert!(prompt.user.len() < 20_000);
    assert!(prompt.user.contains("NameError: the end"));
    assert!(!prompt.user.contains(&key));
}

/// Answers with what it is asked.
struct Echo;

#[async_trait]
impl Model for Echo {
    fn name(&self) -> &str {
        "echo"
    }

    async fn complete(&self, prompt: &Prompt) -> Result<Completion, ModelError> {
        Ok(Completion::new(prompt.user.clone(), 1, 1))
    }
}

#[tokio::test]
async fn a_model_is_asked_with_the_template() {
    let classifier = Classifier::new(answer("self-code", "{{error}}"), 70).unwrap();
    let classified = classifier
        .classify(&Echo, &MidTaskError::new("88"))
        .await
        .unwrap();
    assert_eq!((classified.kind, classified.confidence), (OWN, 88));
    let refused = classifier.classify(&Echo, &MidTaskError::new("888")).await;
    assert!(refused.unwrap_err().to_string().contains("888"));
}
