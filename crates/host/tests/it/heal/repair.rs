//! An agent's repair of its own source.

use std::fs;
use std::path::Path;

use unbreak_core::{Command, Outcome};
use unbreak_host::heal::{
    AuditEvent, Development, Documents, Extent, HealError, Reload, SelfRepair, TaskToPause,
};
use unbreak_host::{Agent, CancelToken, Observer, RunOptions, Silent};

use super::Place;

const REPOSITORY: &str = "https://example.org/ada/agent";
const BROKEN: &str = "print(json.dumps({}))\n";

fn place() -> Place {
    let place = Place::new();
    fs::write(place.source().join("tool.py"), BROKEN).unwrap();
    place.clone_of(REPOSITORY);
    let development = Development::of(&place.heal(), &place.source()).unwrap();
    development.bind(REPOSITORY).unwrap();
    development.enable(Extent::Permanent).unwrap();
    place
}

async fn repair(
    place: &Place,
    directory: &Path,
    documents: &Documents,
    observer: &mut dyn Observer,
) -> Result<SelfRepair, HealError> {
    let agent = Agent::builder()
        .directory(directory)
        .state_directory(place.state())
        .with_linked()
        .build()
        .unwrap();
    let heal = place.heal();
    let development = Development::of(&heal, &place.source()).unwrap();
    let tests = Command::new("python3", ["tool.py"]);
    let (options, cancel) = (RunOptions::default(), CancelToken::new());
    heal.repair(
        &development,
        &agent,
        &tests,
        &options,
        documents,
        observer,
        &cancel,
    )
    .await
}

fn tool(place: &Place) -> String {
    fs::read_to_string(place.source().join("tool.py")).unwrap()
}

fn last_event(place: &Place) -> AuditEvent {
    place.heal().audit_log().unwrap().records.pop().unwrap().event
}

#[tokio::test]
async fn a_repair_of_code_asks_for_a_restart() {
    let place = place();
    let repaired = repair(&place, &place.source(), &Documents::default(), &mut Silent)
        .await
        .unwrap();
    assert_eq!(
        (repaired.report.outcome, repaired.effect),
        (Outcome::Fixed, Reload::Restart)
    );
    assert_eq!(
        repaired.files,
        [place.source().canonicalize().unwrap().join("tool.py")]
    );
    assert!(tool(&place).contains("import json"));
    let AuditEvent::FixEnded { run, files, .. } = last_event(&place) else {
        panic!("the audit log ends with the fix");
    };
    assert_eq!(
        (run, files),
        (Some(repaired.report.run_id), vec!["tool.py".to_owned()])
    );
    // Nothing is left to do.
    let again = repair(&place, &place.source(), &Documents::default(), &mut Silent)
        .await
        .unwrap();
    assert_eq!(
        (again.report.outcome, again.effect),
        (Outcome::AlreadyPassing, Reload::Nothing)
    );
}

#[tokio::test]
async fn a_repair_of_documents_is_reloaded_in_place() {
    let place = place();
    let documents = Documents::open([place.source().join("tool.py")]).unwrap();
    let repaired = repair(&place, &place.source(), &documents, &mut Silent)
        .await
        .unwrap();
    assert_eq!(repaired.effect, Reload::InPlace);
}

#[tokio::test]
async fn what_cannot_be_repaired_asks_for_nothing() {
    let place = place();
    let hopeless = "raise SystemExit('no')\n";
    fs::write(place.source().join("tool.py"), hopeless).unwrap();
    let repaired = repair(&place, &place.source(), &Documents::default(), &mut Silent)
        .await
        .unwrap();
    assert_eq!(
        (repaired.report.outcome, repaired.effect),
        (Outcome::NoFix, Reload::Nothing)
    );
    assert_eq!((tool(&place).as_str(), repaired.files), (hopeless, Vec::new()));
}

#[tokio::test]
async fn without_development_mode_nothing_is_touched() {
    let place = place();
    Development::of(&place.heal(), &place.source())
        .unwrap()
        .disable()
        .unwrap();
    let refused = repair(&place, &place.source(), &Documents::default(), &mut Silent).await;
    assert!(matches!(refused, Err(HealError::DevelopmentOff(_))));
    assert_eq!(tool(&place), BROKEN);
    assert!(matches!(last_event(&place), AuditEvent::Refused { .. }));
}

#[tokio::test]
async fn only_the_source_may_be_changed() {
    let place = place();
    let elsewhere = place.path().join("elsewhere");
    fs::create_dir(&elsewhere).unwrap();
    fs::write(elsewhere.join("tool.py"), BROKEN).unwrap();
    let refused = repair(&place, &elsewhere, &Documents::default(), &mut Silent).await;
    assert!(matches!(refused, Err(HealError::Elsewhere { .. })));
    assert_eq!(fs::read_to_string(elsewhere.join("tool.py")).unwrap(), BROKEN);
}

/// Meets an error of its own in the middle of a self-fix.
struct Nested<'a> {
    place: &'a Place,
    refused: Vec<String>,
}

impl Observer for Nested<'_> {
    fn event(&mut self, _event: &unbreak_core::Event) {
        let task = TaskToPause::new(self.place.source(), "repair the tool", "another bug");
        self.refused.extend(
            self.place
                .heal()
                .pause(&task)
                .err()
                .map(|error| error.to_string()),
        );
    }
}

#[tokio::test]
async fn a_self_fix_is_not_paused() {
    let place = place();
    let mut nested = Nested {
        place: &place,
        refused: Vec::new(),
    };
    repair(&place, &place.source(), &Documents::default(), &mut nested)
        .await
        .unwrap();
    assert!(!nested.refused.is_empty());
    assert!(
        nested
            .refused
            .iter()
            .all(|refusal| refusal == "a self-fix of this agent is under way")
    );
    assert_eq!(place.heal().tasks().unwrap().tasks, []);
    // Afterwards tasks can be paused again.
    let task = TaskToPause::new(place.source(), "write the invoice", "a bug");
    place.heal().pause(&task).unwrap();
}
