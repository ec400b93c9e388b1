//! Secrets in texts.
//!
//! `redact/planted.txt` holds forms of secrets with places that are filled in here; `redact/ordinary.txt` holds
//! lines in which there are none.

use std::collections::BTreeMap;

use proptest::prelude::*;
use serde_json::json;
use unbreak_core::Command;
use unbreak_core::redact::{
    REDACTED, Redact as _, Secrets, VERBATIM, is_secret_name, kept, learn, mask, redact, tail, value,
};

/// A line of `planted.txt`: where, what, the text, and what must not come out of it.
struct Planted {
    place: &'static str,
    name: &'static str,
    text: String,
    needles: Vec<String>,
}

fn planted(seed: u64) -> Vec<Planted> {
    let lines = include_str!("redact/planted.txt").lines();
    let lines = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
    let mut drawn = Drawn(seed);
    lines
        .map(|line| {
            let mut columns = line.splitn(3, " | ");
            let [place, name, template] = std::array::from_fn(|_| columns.next().unwrap());
            let (text, needles) = drawn.fill(&template.replace("\\n", "\n"));
            assert!(!needles.is_empty(), "{line}");
            Planted {
                place,
                name,
                text,
                needles,
            }
        })
        .collect()
}

/// A pseudo-random sequence that is the same in every run.
struct Drawn(u64);

impl Drawn {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % bound
    }

    fn fill(&mut self, template: &str) -> (String, Vec<String>) {
        let (mut text, mut needles) = (String::new(), Vec::new());
        let place = regex::Regex::new(r"\{(\w+):(\d+)\}").unwrap();
        let mut end = 0;
        for found in place.captures_iter(template) {
            let word = self.word(&found[1], found[2].parse().unwrap());
            let whole = found.get(0).unwrap();
            text.push_str(&template[end..whole.start()]);
            text.push_str(&word);
            end = whole.end();
            needles.extend((word.len() >= 8).then_some(word));
        }
        text.push_str(&template[end..]);
        (text, needles)
    }

    fn word(&mut self, kind: &str, length: usize) -> String {
        let alphabet = match kind {
            "b62" => "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789",
            "b64" => "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/",
            "hex" => "0123456789abcdef",
            "up" => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567",
            "low" => "abcdefghijklmnopqrstuvwxyz0123456789",
            "dig" => "123456789",
            "pw" => return format!("{}!{}", self.word("b62", length - 4), self.word("dig", 3)),
            other => panic!("{other}"),
        };
        let letters: Vec<char> = alphabet.chars().collect();
        let mut word: String = (0..length).map(|_| letters[self.below(letters.len())]).collect();
        if letters.len() > 10 && !word.contains(|letter: char| letter.is_ascii_digit()) {
            word.pop();
            word.push('7');
        }
        word
    }
}

fn holds(text: &str, secret: &Planted) -> bool {
    secret.needles.iter().any(|needle| text.contains(needle))
}

#[test]
fn planted_secrets_are_found_wherever_they_stand() {
    for seed in 0..4 {
        for secret in planted(seed) {
            let (name, text) = (secret.name, &secret.text);
            let clean = match secret.place {
                "env" => {
                    let secrets = Secrets::of([(name.to_owned(), text.clone())]);
                    text.lines()
                        .map(|line| format!("sent {line} away\n"))
                        .map(|line| redact(&secrets.redact(&line)).into_owned())
                        .collect()
                }
                "argument" => {
                    let mut command = Command::new("deploy", [name, text]);
                    command.redact();
                    command.to_string()
                }
                _ => redact(text).into_owned(),
            };
            assert!(
                !holds(&clean, &secret),
                "seed {seed}, {name}: {text:?} became {clean:?}"
            );
            assert!(clean.contains(REDACTED), "{name}: {clean:?}");
            assert_eq!(redact(&clean), clean, "{name}: what is clean stays as it is");
        }
    }
}

#[test]
fn ordinary_lines_stay_as_they_are() {
    let lines = include_str!("redact/ordinary.txt");
    let changed: Vec<String> = lines
        .lines()
        .filter(|line| redact(line) != *line)
        .map(|line| format!("{line}\n{}", redact(line)))
        .collect();
    assert_eq!(changed, [""; 0]);
}

#[test]
fn masks_are_as_long_as_what_they_hide() {
    for secret in planted(1).iter().filter(|secret| secret.place == "output") {
        let text = format!("fn täglich() {{}}\n{}\nend\n", secret.text);
        let masked = mask(&text);
        let columns = |text: &str| text.lines().map(|line| line.chars().count()).collect::<Vec<_>>();
        assert_eq!(columns(&masked), columns(&text), "{}", secret.name);
        assert!(!holds(&masked, secret), "{}: {masked}", secret.name);
    }
}

#[test]
fn values_of_variables_are_found_in_other_forms() {
    let long = Drawn(3).word("b62", 30);
    let awkward = format!("{}+/ \"{}", Drawn(4).word("b62", 8), Drawn(5).word("b62", 8));
    let json =
        json!({ "mail": { "smtp_password": "s1mple=word" }, "client": [{ "secret": "an0ther/word" }] });
    let secrets = Secrets::of([
        ("WHATEVER".to_owned(), long.clone()),
        ("DB_PASS".to_owned(), awkward.clone()),
        ("SETTINGS".to_owned(), json.to_string()),
    ]);
    let percent: String = awkward.bytes().map(|byte| format!("%{byte:02x}")).collect();
    let some_percent = awkward
        .replace('+', "%2B")
        .replace('/', "%2F")
        .replace(' ', "%20")
        .replace('"', "%22");
    assert_ne!(percent, some_percent);
    for text in [
        format!("of {long} that"),
        format!("say {awkward} twice"),
        format!("to ?p={some_percent}&q"),
        format!("in {} quoted", json!(awkward)),
        "of JSON: s1mple=word".to_owned(),
        "of a list in JSON: an0ther/word".to_owned(),
    ] {
        assert!(secrets.redact(&text).contains(REDACTED), "{text}");
    }
}

#[test]
fn ordinary_values_of_variables_are_no_secrets() {
    let variables = [
        ("PATH", "/usr/local/bin:/usr/bin:/opt/x86_64-w64-mingw32/bin"),
        ("GITHUB_SHA", "13aa2657b1d2f8c9e0a4b7c6d5e4f3a2b1c0d9e8"),
        ("GITHUB_RUN_ID", "12345678901234"),
        ("BUILD_UUID", "550e8400-e29b-41d4-a716-446655440000"),
        ("GPG_KEY", "a035c8c19219ba821ecea86b64e628f8d684696d"),
        ("LANG", "en_GB.UTF-8"),
        ("HOSTNAME", "runner-x8fk2-project-4711-concurrent-0"),
        ("TERM_PROGRAM_VERSION", "3.5.0beta12"),
        ("SSH_AUTH_SOCK", "/tmp/ssh-XXXXabc123/agent.4711"),
        ("PWD", "/home/ada/projects/engine2"),
        (
            "npm_package_integrity",
            "sha512-PlhdFcillOINfeV7Ni6oF1TAEayyZBoZ8bcshTHqOYJYlrqz",
        ),
        ("USE_TOKEN", "true"),
        ("DB_PASSWORD", "postgres"),
        (
            "PYTEST_CURRENT_TEST",
            "tests/test_a.py::TestSomething2Long::test_password3 (call)",
        ),
        ("JAVA_HOME", "/usr/lib/jvm/java-21-openjdk-amd64"),
        ("XDG_SESSION_ID", "c2"),
        ("PROXY", "http://proxy.example.org:3128"),
    ];
    for (name, value) in variables {
        let secrets = Secrets::of([(name.to_owned(), value.to_owned())]);
        let text = format!("with {value} in it");
        assert_eq!(secrets.redact(&text), text, "{name}");
    }
}

#[test]
fn secrets_of_a_command_are_known_from_then_on() {
    let [one, other] = [Drawn(6).word("b62", 11), Drawn(7).word("b62", 12)];
    let mut command = Command::new("mysql", ["-h", "db", &format!("-p{one}"), "app"]);
    command.env = BTreeMap::from([("REPLICA_PASSWORD".to_owned(), other.clone())]);
    learn(&command);
    let said = format!("neither {one} nor {other} is right");
    assert_eq!(redact(&said), "neither <redacted> nor <redacted> is right");
    command.redact();
    assert_eq!(command.to_string(), "mysql -h db '-p<redacted>' app");
}

#[test]
fn what_is_kept_is_redacted_as_a_whole() {
    let token = format!("ghp_{}", Drawn(8).word("b62", 36));
    let mut named: BTreeMap<String, Vec<String>> = BTreeMap::new();
    named.insert(
        format!("of {token}"),
        vec!["run".to_owned(), "--password".to_owned(), "Ab3!xyz".to_owned()],
    );
    let clean = kept(&named).unwrap();
    let wanted = vec!["run".to_owned(), "--password".to_owned(), REDACTED.to_owned()];
    assert_eq!(clean, BTreeMap::from([("of <redacted>".to_owned(), wanted)]));
}

#[test]
fn tails_begin_with_a_whole_line_or_word() {
    let cases = [
        ("one two", 20, "one two"),
        ("first\nsecond\nthird", 14, "second\nthird"),
        ("key=abc def=ghi", 9, "def=ghi"),
        ("abcdefgh", 4, "efgh"),
        ("abc\n", 2, "c\n"),
    ];
    for (text, most, wanted) in cases {
        assert_eq!(tail(text, most), wanted);
    }
}

#[test]
fn hostile_texts_take_time_that_grows_with_them() {
    // A search that begins anew at each of these would not end.
    for piece in [
        "password=",
        "postgres://",
        "-----BEGIN RSA PRIVATE KEY-----",
        "mysql -p",
        "key: ",
        "eyJ",
        "Cookie: a=b",
    ] {
        let text = piece.repeat(1_000_000 / piece.len());
        assert!(redact(&text).len() <= text.len() * 2);
    }
}

proptest! {
    // Each case reads several documents with every pattern.
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn json_stays_json(seed in 0_u64..1000, at in 0_usize..80, before in "[ -~]{0,20}", after in "[ -~\\n]{0,20}") {
        let all = planted(seed);
        let text = &all[at % all.len()].text;
        let document = json!({ "message": format!("{before}{text}{after}"), "list": [text, before] });
        for written in [document.to_string(), json!({ "inner": document.to_string() }).to_string()] {
            let clean = redact(&written);
            prop_assert!(serde_json::from_str::<serde_json::Value>(&clean).is_ok(), "{written} became {clean}");
        }
    }
}

proptest! {
    #[test]
    fn any_text_is_taken(text in "\\PC{0,200}") {
        let clean = redact(&text).into_owned();
        prop_assert_eq!(redact(&clean).into_owned(), clean);
        prop_assert_eq!(mask(&text).lines().count(), text.lines().count());
    }
}

#[test]
fn secrets_go_and_messages_stay() {
    let long = "Ab1".repeat(14);
    let cases = [
        (
            format!("token ghp_{long} is expired"),
            "token <redacted> is expired".to_owned(),
        ),
        (format!("AKIA{}", "Q".repeat(16)), "<redacted>".to_owned()),
        (
            format!("Authorization: Bearer {long}"),
            "Authorization: Bearer <redacted>".to_owned(),
        ),
        (
            "https://ada:s3cret@example.org/x".to_owned(),
            "https://ada:<redacted>@example.org/x".to_owned(),
        ),
        (
            "DB_PASSWORD=hunter22 make".to_owned(),
            "DB_PASSWORD=<redacted> make".to_owned(),
        ),
        (
            "{\"api_key\": \"abcd1234\"}".to_owned(),
            "{\"api_key\": \"<redacted>\"}".to_owned(),
        ),
        ("--token=abcdef123".to_owned(), "--token=<redacted>".to_owned()),
        (
            "run: ./deploy --api-key s3cretpart --dry".to_owned(),
            "run: ./deploy --api-key <redacted> --dry".to_owned(),
        ),
        (
            "-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----\nafter".to_owned(),
            "<redacted>\nafter".to_owned(),
        ),
    ];
    for (text, wanted) in cases {
        assert_eq!(redact(&text), wanted);
    }
    let innocent = [
        "SyntaxError: Unexpected token: ) in JSON",
        "error: expected one of `,` or `:`, found token `fn`",
        "a.py:3: error: Incompatible types in assignment",
        "https://example.org:8080/path@2x.png",
        "KeyError: 'token'",
        "Type '{ password: string; }' is not assignable",
        "fn login(password: Option<String>)",
        "error: the option --token --quiet needs a value",
    ];
    for text in innocent {
        assert_eq!(redact(text), text);
    }
}

#[test]
fn names_of_secrets_are_known() {
    for name in [
        "password",
        "DB_PASSWORD",
        "api_key",
        "apiKey",
        "authToken",
        "token",
        "client_secret",
    ] {
        assert!(is_secret_name(name), "{name}");
    }
    for name in ["tokens", "tokenizer", "passed", "secretary", "keyboard"] {
        assert!(!is_secret_name(name), "{name}");
    }
}

#[test]
fn what_variables_hold_is_a_secret_wherever_it_stands() {
    let variables = [
        ("MY_TOKEN", "plain-words-9"),
        ("MY_LONG_TOKEN", "plain-words-9-and-more"),
        ("DB_PASSWORD", "postgres"),
        ("APP_CREDENTIALS", "/home/ada/credentials.json"),
        ("EDITOR", "plain-editor-7"),
        ("PASSPHRASE", "correcthorsebatterystaple"),
    ];
    let variables = variables.map(|(name, value)| (name.to_owned(), value.to_owned()));
    let secrets = Secrets::of(variables);
    let text = "sent plain-words-9-and-more, plain-words-9 and correcthorsebatterystaple to postgres by \
                plain-editor-7 with /home/ada/credentials.json";
    let clean = "sent <redacted>, <redacted> and <redacted> to postgres by plain-editor-7 with \
                 /home/ada/credentials.json";
    assert_eq!(secrets.redact(text), clean);
}

#[test]
fn json_is_redacted_but_for_what_its_schema_calls_verbatim() {
    let secret = format!("glpat-{}", "x1".repeat(12));
    let mut output = json!({
        "locals": [{ "name": "api_key", "value": "'abc'" }, { "name": "count", "value": "3" }],
        "password": "short",
        "lines": [[format!("uses {secret}")]],
        "patch": { "text": format!("-key = {secret}") },
        "count": 3,
    });
    let schema = json!({ "properties": { "patch": { "type": "object", VERBATIM: true } } });
    value(&mut output, &schema);
    let wanted = json!({
        "locals": [{ "name": "api_key", "value": "<redacted>" }, { "name": "count", "value": "3" }],
        "password": "<redacted>",
        "lines": [["uses <redacted>"]],
        "patch": { "text": format!("-key = {secret}") },
        "count": 3,
    });
    assert_eq!(output, wanted);
}
