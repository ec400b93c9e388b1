//! Paused tasks.

use std::collections::BTreeSet;
use std::fs;
use std::sync::Barrier;
use std::thread;

use serde_json::json;
use unbreak_host::heal::{Doing, Heal, HealError, PartialOutput, TaskState, TaskToPause, ToolCall};

use super::{Place, damage};

fn task(place: &Place) -> TaskToPause {
    let call = |tool: &str, result| ToolCall {
        tool: tool.to_owned(),
        arguments: json!({ "file": "hours.csv" }),
        result,
    };
    TaskToPause::new(place.source(), "write the invoice", "the tool has a bug")
        .history(vec![call("read", Some(json!([1, 2]))), call("total", None)])
        .partial_outputs(vec![PartialOutput {
            name: "invoice".to_owned(),
            content: "Invoice\n".to_owned(),
        }])
}

fn states(heal: &Heal) -> Vec<TaskState> {
    heal.tasks()
        .unwrap()
        .tasks
        .iter()
        .map(|task| task.state)
        .collect()
}

#[test]
fn a_task_comes_back_as_it_was() {
    let place = Place::new();
    let paused = place.heal().pause(&task(&place)).unwrap();
    assert_eq!(states(&place.heal()), [TaskState::Paused]);
    let snapshot = place.heal().resume(Some(&paused.id)).unwrap();
    let mut expected = task(&place);
    expected.directory = place.source().canonicalize().unwrap();
    assert_eq!(snapshot.task, expected);
    assert_eq!(states(&place.heal()), [TaskState::Resumed]);
    place.heal().finish(&paused.id).unwrap();
    assert_eq!(states(&place.heal()), [TaskState::Done]);
}

#[test]
fn a_task_is_given_out_once() {
    let place = Place::new();
    let heal = place.heal();
    let id = heal.pause(&task(&place)).unwrap().id;
    heal.resume(Some(&id)).unwrap();
    for _ in 0..2 {
        assert!(matches!(
            heal.resume(Some(&id)),
            Err(HealError::AlreadyResumed(_))
        ));
        assert!(matches!(heal.resume(None), Err(HealError::UnknownTask(_))));
    }
    heal.finish(&id).unwrap();
    assert!(matches!(
        heal.resume(Some(&id)),
        Err(HealError::AlreadyResumed(_))
    ));
    assert!(matches!(heal.finish(&id), Err(HealError::NotResumed(_))));
    assert!(matches!(heal.requeue(&id), Err(HealError::NotResumed(_))));
}

#[test]
fn of_many_that_resume_at_once_each_task_has_one() {
    const TASKS: usize = 20;
    const TAKERS: usize = 8;
    let place = Place::new();
    for _ in 0..TASKS {
        place.heal().pause(&task(&place)).unwrap();
    }
    let barrier = Barrier::new(TAKERS);
    let taken: Vec<String> = thread::scope(|scope| {
        let takers: Vec<_> = (0..TAKERS)
            .map(|_| {
                scope.spawn(|| {
                    let heal = place.heal();
                    barrier.wait();
                    std::iter::from_fn(|| heal.resume(None).ok())
                        .map(|taken| taken.id)
                        .collect::<Vec<_>>()
                })
            })
            .collect();
        takers
            .into_iter()
            .flat_map(|taker| taker.join().unwrap())
            .collect()
    });
    assert_eq!(taken.len(), TASKS);
    assert_eq!(taken.iter().collect::<BTreeSet<_>>().len(), TASKS);
}

#[test]
fn a_task_that_was_dropped_is_given_out_again_only_by_the_operator() {
    let place = Place::new();
    let heal = place.heal();
    let id = heal.pause(&task(&place)).unwrap().id;
    heal.resume(None).unwrap();
    heal.requeue(&id).unwrap();
    assert_eq!(heal.resume(None).unwrap().id, id);
}

#[test]
fn a_task_that_is_paused_again_continues_the_first_one() {
    let place = Place::new();
    let heal = place.heal();
    let first = heal.pause(&task(&place)).unwrap();
    heal.resume(None).unwrap();
    // As it is when the process dies between the two steps of pausing again.
    let kept = fs::read(place.state().join(resumed(&heal, &first.id))).unwrap();
    let second = heal.pause(&task(&place).continues(&first.id)).unwrap();
    assert_eq!(states(&heal), [TaskState::Done, TaskState::Paused]);
    fs::write(resumed(&heal, &first.id), kept).unwrap();
    assert_eq!(states(&heal), [TaskState::Done, TaskState::Paused]);
    assert!(matches!(heal.requeue(&first.id), Err(HealError::NotResumed(_))));
    assert_eq!(heal.resume(None).unwrap().id, second.id);
    let unknown = task(&place).continues("20200101-000000-000-1-0");
    assert!(matches!(heal.pause(&unknown), Err(HealError::NotResumed(_))));
}

fn resumed(heal: &Heal, id: &str) -> std::path::PathBuf {
    heal.directory().join(format!("tasks/resumed/{id}.json"))
}

#[test]
fn a_damaged_file_is_named_and_kept() {
    let place = Place::new();
    let heal = place.heal();
    let damages: [fn(&std::path::Path); 4] = [
        damage,
        |file| fs::write(file, "").unwrap(),
        |file| {
            let text = fs::read_to_string(file).unwrap();
            fs::write(file, text.split_once(' ').unwrap().1).unwrap();
        },
        |file| {
            let text = fs::read_to_string(file).unwrap();
            fs::write(file, &text[..text.len() - 1]).unwrap();
        },
    ];
    for damage in damages {
        let paused = heal.pause(&task(&place)).unwrap();
        damage(&paused.file);
        let before = fs::read(&paused.file).unwrap();
        for id in [Some(paused.id.as_str()), None] {
            let error = heal.resume(id).unwrap_err();
            assert!(
                matches!(&error, HealError::Damaged { path, .. } if *path == paused.file),
                "{error}"
            );
        }
        assert_eq!(fs::read(&paused.file).unwrap(), before);
        let list = heal.tasks().unwrap();
        assert_eq!(list.damaged.len(), 1);
        // A good one is still given out.
        let good = heal.pause(&task(&place)).unwrap();
        assert_eq!(heal.resume(None).unwrap().id, good.id);
        fs::remove_file(&paused.file).unwrap();
    }
}

#[test]
fn a_file_under_another_name_is_not_that_task() {
    let place = Place::new();
    let heal = place.heal();
    let paused = heal.pause(&task(&place)).unwrap();
    let copy = paused.file.with_file_name("20200101-000000-000-1-0.json");
    fs::copy(&paused.file, &copy).unwrap();
    let error = heal.resume(Some("20200101-000000-000-1-0")).unwrap_err();
    assert!(matches!(error, HealError::Damaged { path, .. } if path == copy));
}

#[test]
fn what_cannot_be_paused_is_refused() {
    let place = Place::new();
    let heal = place.heal();
    let mut own = task(&place);
    own.doing = Doing::SelfFix;
    assert!(matches!(heal.pause(&own), Err(HealError::SelfFix)));
    let nowhere = TaskToPause::new(place.path().join("absent"), "p", "r");
    assert!(matches!(heal.pause(&nowhere), Err(HealError::Task(_))));
    let silent = TaskToPause::new(place.source(), " ", "r");
    assert!(matches!(heal.pause(&silent), Err(HealError::Task(_))));
    for id in ["", "../resumed/x", "a/b", "absent"] {
        assert!(
            matches!(heal.resume(Some(id)), Err(HealError::UnknownTask(_))),
            "{id}"
        );
    }
    assert_eq!(states(&heal), []);
}

#[test]
fn secrets_are_not_kept() {
    let place = Place::new();
    let key = format!("ghp_{}", "a1B2c3D4e5F6".repeat(3));
    let mut secret = task(&place);
    secret.prompt = format!("use {key}");
    secret.history[0].result = Some(json!({ "token": key }));
    let paused = place.heal().pause(&secret).unwrap();
    assert!(!fs::read_to_string(&paused.file).unwrap().contains(&key));
    let text = place.heal().resume(None).unwrap().task.prompt;
    assert_eq!(text, "use <redacted>");
}

#[test]
fn only_the_last_finished_tasks_are_kept() {
    let place = Place::new();
    let heal = place.heal();
    for _ in 0..60 {
        let id = heal.pause(&task(&place)).unwrap().id;
        heal.resume(Some(&id)).unwrap();
        heal.finish(&id).unwrap();
    }
    assert_eq!(states(&heal), [TaskState::Done; 50]);
}
