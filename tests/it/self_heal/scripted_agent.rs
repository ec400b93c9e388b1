//! An agent in another language: everything through `unbreak heal`.

use std::fs;
use std::io::Write as _;
use std::process::Stdio;

use serde_json::Value;

use super::{REPOSITORY, heal_directory, scripted, supervise, supervised, tasks};
use crate::harness::{Running, Site};

/// Its tool fails; it pauses, has itself repaired, and is started again.
const AGENT: &str = r#"
if [ -n "$UNBREAK_RESUME" ]; then
    "$UNBREAK" heal resume > "$BESIDE/resumed.json" || exit 1
    python3 tool.py > "$BESIDE/result" || exit 1
    exec "$UNBREAK" heal finish
fi
python3 tool.py && exit 0
"$UNBREAK" heal pause > "$BESIDE/paused.json" <<EOF || exit 1
{"directory": "$PWD", "prompt": "print it", "reason": "the tool has a bug", "history": [{"tool": "tool", "arguments": [1]}]}
EOF
exec "$UNBREAK" heal fix -- python3 tool.py
"#;

fn site() -> Site {
    let site = scripted(AGENT);
    site.write("tool.py", "print(json.dumps({}))\n");
    site.git(&["init", "--quiet"]);
    site.git(&["remote", "add", "origin", REPOSITORY]);
    site
}

fn read(site: &Site, name: &str) -> Value {
    serde_json::from_str(&fs::read_to_string(site.beside(name)).unwrap()).unwrap()
}

#[test]
fn it_pauses_has_itself_repaired_restarts_and_finishes() {
    let site = site();
    let enable = ["dev", "enable", "--permanently", "--repository", REPOSITORY];
    site.run(enable).with_code(0);
    supervised(&site).with_code(0);
    assert_eq!(fs::read_to_string(site.beside("result")).unwrap(), "{}\n");
    let (paused, resumed) = (read(&site, "paused.json"), read(&site, "resumed.json"));
    assert_eq!(paused["id"], resumed["id"]);
    assert_eq!(resumed["task"]["prompt"], "print it");
    assert_eq!(resumed["task"]["history"][0]["arguments"][0], 1);
    let id = paused["id"].as_str().unwrap().to_owned();
    assert_eq!(tasks(&site), [(id, "done".to_owned())]);
}

#[test]
fn without_development_mode_it_is_refused() {
    let site = site();
    let ended = supervised(&site).with_code(4);
    assert!(
        ended.stderr.contains("development mode is off"),
        "{}",
        ended.stderr
    );
    assert_eq!(site.read("tool.py"), "print(json.dumps({}))\n");
    assert_eq!(tasks(&site)[0].1, "paused");
}

#[test]
fn a_dry_run_repairs_nothing_and_asks_for_no_restart() {
    let site = site();
    let enable = ["dev", "enable", "--permanently", "--repository", REPOSITORY];
    site.run(enable).with_code(0);
    let fix = ["heal", "fix", "--dry-run", "--", "python3", "tool.py"];
    let tried = site.run(fix).with_code(0);
    assert!(tried.stdout.contains("import json"), "{}", tried.stdout);
    assert_eq!(site.read("tool.py"), "print(json.dumps({}))\n");
    site.run(["heal", "fix", "--", "python3", "tool.py"])
        .with_code(42);
    site.run(["heal", "fix", "--", "python3", "tool.py"]).with_code(0);
    site.write("tool.py", "raise SystemExit('no')\n");
    site.run(["heal", "fix", "--", "python3", "tool.py"]).with_code(1);
}

#[test]
fn an_agent_cannot_switch_on_its_own_development_mode() {
    let site = scripted(
        "for extent in --permanently --repository=https://eve.example/ --quiet; do\n\
           \"$UNBREAK\" dev enable $extent; [ $? = 4 ] || exit 9\n\
         done\n",
    );
    supervised(&site).with_code(0);
    assert!(!heal_directory(&site).join("dev-permanent.json").exists());
}

fn pause(site: &Site) -> Value {
    let mut command = site.unbreak(["heal", "pause"]);
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let task = format!(
        r#"{{"directory": "{}", "prompt": "p", "reason": "r"}}"#,
        site.root().display()
    );
    child.stdin.take().unwrap().write_all(task.as_bytes()).unwrap();
    let said = child.wait_with_output().unwrap().stdout;
    serde_json::from_slice(&said).unwrap()
}

#[test]
fn of_many_processes_one_resumes() {
    let site = Site::empty();
    for _ in 0..5 {
        let task = pause(&site);
        let id = task["id"].as_str().unwrap();
        let takers: Vec<Running> = (0..8)
            .map(|_| Running::start(&mut site.unbreak(["heal", "resume", id])))
            .collect();
        let mut codes: Vec<i32> = takers.into_iter().map(|taker| taker.end().code).collect();
        codes.sort_unstable();
        assert_eq!(codes, [0, 4, 4, 4, 4, 4, 4, 4]);
    }
}

#[test]
fn a_damaged_task_is_named_kept_and_reported_by_the_supervisor() {
    let site = scripted("[ -z \"$UNBREAK_RESUME\" ]\n");
    let file = pause(&site)["file"].as_str().unwrap().to_owned();
    let damaged = fs::read_to_string(&file).unwrap().replace("\"p\"", "\"q\"");
    fs::write(&file, &damaged).unwrap();
    let id = file.rsplit_once('/').unwrap().1.trim_end_matches(".json");
    let refused = site.run(["heal", "resume", id]).with_code(1);
    let names_it = refused.stderr.contains(&file) && refused.stderr.contains("checksum");
    assert!(names_it, "{}", refused.stderr);
    let ended = Running::start(&mut supervise(&site, &["--resume"])).end();
    let ended = ended.with_code(0);
    assert!(ended.stderr.contains(&file), "{}", ended.stderr);
    assert_eq!(fs::read_to_string(&file).unwrap(), damaged);
}

#[test]
fn a_dropped_task_is_reported_until_it_is_requeued() {
    let script = "[ -z \"$UNBREAK_RESUME\" ] && exit 0\n\
         \"$UNBREAK\" heal resume > /dev/null && kill -9 $$\n";
    let site = scripted(script);
    let task = pause(&site);
    let id = task["id"].as_str().unwrap();
    let resume = || Running::start(&mut supervise(&site, &["--resume"])).end();
    let dropped = resume().with_code(137);
    let report = format!("task {id} (p) was resumed and not finished");
    assert!(dropped.stderr.contains(&report), "{}", dropped.stderr);
    let later = resume().with_code(0);
    assert!(later.stderr.contains(&report), "{}", later.stderr);
    site.run(["heal", "requeue", id]).with_code(0);
    resume().with_code(137);
}

#[test]
fn the_agent_is_told_what_belongs_to_it_and_nothing_else() {
    // From another directory, and with a variable that is left over from someone else.
    let script = "cd / && \"$UNBREAK\" heal list --format json > \"$BESIDE/list.json\"\n\
         test -d \"$UNBREAK_HEAL_DIR\" && test -z \"$UNBREAK_RESUME\"\n";
    let site = scripted(script);
    let task = pause(&site);
    let mut supervise = supervise(&site, &[]);
    supervise.env("UNBREAK_RESUME", "20200101-000000-000-1-0");
    Running::start(&mut supervise).end().with_code(0);
    assert_eq!(read(&site, "list.json")["tasks"][0]["id"], task["id"]);
}
