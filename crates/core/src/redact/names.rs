//! Secrets that are known by the name in front of them: `password = "…"`, `"api_key": "…"`, `--token …`.

use std::ops::Range;
use std::sync::LazyLock;

use regex::{Captures, Regex};

use super::likely::{is_hash, is_ordinary, is_placeholder, is_telling};
use super::shapes::{whole, window};
use crate::pattern::pattern;

/// Words in names of secrets, in lower case. Each is searched for as it is, in capitals, and with one
/// capital.
pub(super) const WORDS: &[&str] = &[
    "passwd",
    "password",
    "passphrase",
    "pass",
    "pwd",
    "secret",
    "token",
    "key",
    "credential",
    "creds",
    "auth",
    "pat",
    "dsn",
    "cookie",
    "session",
    "signature",
    "salt",
    "otp",
];

/// How reliably a name says that its value is a secret.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Strength {
    /// If the value looks like one.
    Weak,
    /// Unless the value is clearly not one.
    Strong,
}

/// Words that make a key a secret one.
const SECRET_KEYS: &[&str] = &[
    "access",
    "account",
    "admin",
    "api",
    "app",
    "application",
    "auth",
    "client",
    "consumer",
    "crypt",
    "crypto",
    "deploy",
    "encryption",
    "hmac",
    "jwt",
    "license",
    "master",
    "primary-access",
    "private",
    "secret",
    "service",
    "shared",
    "signing",
    "storage",
    "subscription",
    "webhook",
];

/// The last words of names of passwords.
const PASSWORDS: &[&str] = &[
    "password",
    "passwd",
    "passphrase",
    "passcode",
    "apikey",
    "secretkey",
    "accesskey",
    "authtoken",
    "accesstoken",
    "privatekey",
    "dbpass",
    "userpass",
    "adminpass",
    "rootpass",
];

/// Words that make a token a secret one.
const TOKENS: &[&str] = &["access", "api", "auth", "bearer", "refresh"];

/// Words that make a key a public one.
const OPEN_KEYS: &[&str] = &[
    "cache",
    "duplicate",
    "foreign",
    "hash",
    "host",
    "idempotency",
    "index",
    "map",
    "missing",
    "object",
    "partition",
    "primary",
    "public",
    "registry",
    "restore",
    "route",
    "sort",
    "translation",
    "unexpected",
    "unique",
    "unknown",
    "value",
];

/// Last words of a name that is about a secret but does not hold one.
const ABOUT: &[&str] = &[
    "algorithm",
    "arn",
    "attempts",
    "class",
    "column",
    "count",
    "dir",
    "enabled",
    "endpoint",
    "error",
    "errors",
    "expires",
    "expiry",
    "field",
    "file",
    "format",
    "hint",
    "id",
    "ids",
    "index",
    "input",
    "label",
    "len",
    "length",
    "limit",
    "line",
    "list",
    "manager",
    "max",
    "min",
    "mode",
    "name",
    "names",
    "pad",
    "path",
    "policy",
    "position",
    "prefix",
    "prompt",
    "provider",
    "ref",
    "regex",
    "required",
    "rotation",
    "scheme",
    "size",
    "status",
    "store",
    "suffix",
    "timeout",
    "ttl",
    "type",
    "types",
    "uri",
    "url",
    "usage",
    "version",
];

/// The strength of a name; `None` if it is not a name of secrets.
pub(super) fn strength(name: &str) -> Option<Strength> {
    let words = words(name);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let (last, before) = words.split_last()?;
    if ABOUT.contains(last) {
        return None;
    }
    let previous = before.last().copied();
    let ends_so = |word: &&str| PASSWORDS.iter().any(|end| word.ends_with(end));
    if words.iter().any(ends_so) || before.contains(&"secret") {
        return Some(Strength::Strong);
    }
    match *last {
        "secret" | "credential" | "credentials" | "creds" => Some(Strength::Strong),
        "key" => match previous? {
            word if SECRET_KEYS.contains(&word) => Some(Strength::Strong),
            word if OPEN_KEYS.contains(&word) => None,
            _ => Some(Strength::Weak),
        },
        "data" if previous == Some("key") => Some(Strength::Strong),
        "token" if previous.is_some_and(|word| TOKENS.contains(&word)) => Some(Strength::Strong),
        // As in names of variables, not the passes of a compiler.
        "pass" | "pwd" if previous.is_some() && !name.bytes().any(|byte| byte.is_ascii_lowercase()) => {
            Some(Strength::Strong)
        }
        "token" | "pass" | "pwd" | "auth" | "pat" | "dsn" | "cookie" | "session" | "signature" | "salt"
        | "otp" => Some(Strength::Weak),
        _ => None,
    }
}

/// Returns whether the value of an option of this name is a secret.
pub(super) fn option_hides(option: &str, value: &str) -> bool {
    let is_sure = ["token", "pass", "pwd", "pat", "otp"]
        .iter()
        .any(|end| option.ends_with(end));
    match strength(option) {
        Some(Strength::Weak) if !is_sure => is_telling(value),
        Some(_) => !value.starts_with('-') && is_plausible(value, false, true),
        None => false,
    }
}

/// The words of a name in lower case, whether it is `written_so`, `written-so` or `writtenSo`. Numbers at its
/// end do not count.
fn words(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut was_lower = false;
    for character in name.chars() {
        let begins = character.is_ascii_uppercase() && was_lower;
        was_lower = character.is_ascii_lowercase();
        if begins || !character.is_ascii_alphanumeric() {
            words.push(String::new());
        }
        if let Some(word) = words.last_mut().filter(|_| character.is_ascii_alphanumeric()) {
            word.push(character.to_ascii_lowercase());
        }
    }
    for word in &mut words {
        word.truncate(
            word.trim_end_matches(|character: char| character.is_ascii_digit())
                .len(),
        );
    }
    words.retain(|word| !word.is_empty());
    words
}

/// Returns whether a value with this name is a secret.
pub(super) fn hides(name: &str, value: &str) -> bool {
    match strength(name) {
        Some(Strength::Strong) => !is_type(value),
        Some(Strength::Weak) => is_telling(value) && !is_open_hash(name, value),
        None => false,
    }
}

/// Hashes under the name of a key or a signature are names of contents.
fn is_open_hash(name: &str, value: &str) -> bool {
    let is_token = name.to_ascii_lowercase().contains("token");
    is_hash(value) && !is_token
}

/// The longest name.
const LONGEST: usize = 96;

/// The secret behind the name that contains the word found at `word`.
pub(super) fn value_of(text: &str, word: &Range<usize>) -> Option<Range<usize>> {
    let name = name_around(text, word)?;
    let rest = window(text, name.end);
    if !may_follow(rest.as_bytes()) {
        return None;
    }
    let full = &text[name.clone()];
    let strength = strength(full)?;
    let found = SEPARATED.captures(rest)?;
    let mut value = Value::of(&found)?;
    let is_last = value.quoted || !rest[value.range.end..].starts_with([' ', '\t']);
    let sign = found.name("sep").map_or("", |part| part.as_str());
    if !value.quoted {
        let before = text[..name.start].chars().next_back();
        let is_variable = before.is_none_or(char::is_whitespace) && sign == "=";
        value.range.end = value.range.start + bare_end(&rest[value.range.clone()], is_variable);
    }
    let secret = &rest[value.range.clone()];
    let is_secret = match (Separator::of(sign, full.starts_with('-')), strength) {
        (Separator::Option, _) => option_hides(full, secret),
        (Separator::Sign, Strength::Strong) => is_plausible(secret, value.quoted, is_last),
        (Separator::Sign, Strength::Weak) => {
            is_telling(secret) && !is_open_hash(full, secret) && !is_type(secret)
        }
        (Separator::Prose, Strength::Strong) => is_telling(secret) && !is_hash(secret),
        (Separator::Prose, Strength::Weak) => false,
    };
    let secret = name.end + value.range.start..name.end + value.range.end;
    is_secret.then(|| whole(text, secret, name.end + rest.len()))
}

/// The separator between a name and its value.
#[derive(Debug, Clone, Copy)]
enum Separator {
    /// `=`, `:` and similar.
    Sign,
    /// The space after an option.
    Option,
    /// A space, or `is`, or a comma between quotes.
    Prose,
}

impl Separator {
    fn of(text: &str, is_option: bool) -> Self {
        match text.contains(['=', ':', '>', '%']) {
            true => Self::Sign,
            false if is_option => Self::Option,
            false => Self::Prose,
        }
    }
}

struct Value {
    range: Range<usize>,
    quoted: bool,
}

impl Value {
    fn of(found: &Captures<'_>) -> Option<Self> {
        let quoted = ["double", "single", "back"]
            .iter()
            .find_map(|name| found.name(name));
        let (part, quoted) = match quoted {
            Some(part) => (part, true),
            None => (found.name("bare")?, false),
        };
        Some(Self {
            range: part.range(),
            quoted,
        })
    }
}

/// The whole name that contains a word.
fn name_around(text: &str, word: &Range<usize>) -> Option<Range<usize>> {
    let bytes = text.as_bytes();
    let is_lower = bytes[word.end - 1].is_ascii_lowercase();
    let goes_on = match bytes.get(word.end) {
        Some(b's') => !text[..word.end].ends_with("redential"),
        Some(byte) => byte.is_ascii_lowercase() || !is_lower && byte.is_ascii_uppercase(),
        None => false,
    };
    if goes_on {
        return None;
    }
    let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.');
    let before = bytes[..word.start].iter().rev().take(LONGEST);
    let start = word.start - before.take_while(|byte| is_name(byte)).count();
    // `\n` and similar in JSON are not part of a name.
    let is_escape = start > 0 && bytes[start - 1] == b'\\' && start < word.start;
    let after = bytes[word.end..].iter().take(LONGEST);
    let length = after
        .take_while(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'))
        .count();
    Some(start + usize::from(is_escape)..word.end + length)
}

/// Returns whether a value can follow: a look at one byte avoids the regular expression for most words of ordinary
/// text.
fn may_follow(rest: &[u8]) -> bool {
    matches!(
        rest.first(),
        Some(b'=' | b':' | b' ' | b'\t' | b'"' | b'\'' | b'`' | b'\\' | b'>' | b'%' | b']')
    )
}

static SEPARATED: LazyLock<Regex> = LazyLock::new(|| {
    pattern(concat!(
        r#"^(?P<sep>\\*["'`]?\]?(?:"#,
        // `password: str = "…"`
        r#"[ \t]*:[ \t]*[A-Za-z_][\w\[\], |?.&]{0,40}?[ \t]*=[ \t]*(?:\\*["'])"#,
        r#"|[ \t]*(?:=>|:=|===?|!==?|->|[:=]|%3[DdAa])[ \t]*"#,
        // `<password>…</password>`
        r#"|>"#,
        // `<add key="ApiKey" value="…"/>`
        r#"|[ \t]+[Vv]alue="#,
        // `['--password', '…']`, `define('PASSWORD', '…')`
        r#"|,[ \t]*\\*["']"#,
        r#"|[ \t]+(?:(?:is|was|of)[ \t]+)?"#,
        r#"))(?:Some\(|Ok\()?"#,
        r#"(?:[bfruBFRU]{0,2}\\*"(?P<double>[^"\\\n<]+)|[bfruBFRU]{0,2}\\*'(?P<single>[^'\\\n<"]+)|`(?P<back>[^`\\\n<"]+)"#,
        r#"|(?P<bare>[^\s"'`\\<]+))"#,
    ))
});

/// The end of a value without quotes. The value of a variable may hold any sign; that of a list ends with its
/// item.
fn bare_end(value: &str, is_variable: bool) -> usize {
    if is_variable {
        return value.trim_end_matches([',', ';', ')']).len();
    }
    let mut end = value.find([',', ';', '|']).unwrap_or(value.len());
    // `?token=…&page=2`
    for (at, _) in value[..end].match_indices('&') {
        let name = value[at + 1..end]
            .bytes()
            .take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'_')
            .count();
        if value[at + 1 + name..end].starts_with('=') {
            end = at;
            break;
        }
    }
    value[..end]
        .trim_end_matches([')', ']', '}', '>', '.', ':'])
        .len()
}

/// Words in the place of a password, in messages about passwords.
const PROSE: &[&str] = &[
    "can't",
    "cannot",
    "changed",
    "correct",
    "does",
    "empty",
    "encrypted",
    "error",
    "expected",
    "failed",
    "field",
    "found",
    "given",
    "incorrect",
    "input",
    "invalid",
    "mandatory",
    "missing",
    "must",
    "need",
    "needs",
    "none",
    "optional",
    "provided",
    "prompt",
    "required",
    "should",
    "stdin",
    "value",
    "wrong",
    "your",
    "password",
    "secret",
    "token",
    "credentials",
    "passed",
];

/// Returns whether a value under the name of a secret can be one. `is_line`: only the end of a line, a list or a text
/// follows it.
fn is_plausible(value: &str, is_quoted: bool, is_line: bool) -> bool {
    let is_word = value
        .bytes()
        .all(|byte| byte.is_ascii_alphabetic() || byte == b'_');
    let lower = value.to_ascii_lowercase();
    if value.len() < 4 || is_type(value) || PROSE.contains(&lower.as_str()) {
        return false;
    }
    if is_quoted {
        let is_sentence = value.contains(' ') && !value.bytes().any(|byte| byte.is_ascii_digit());
        let is_path = value.starts_with('/') && is_ordinary(value);
        let is_name = is_word && is_name_of_secrets(value);
        return !(is_sentence || is_path || is_name || is_placeholder(value));
    }
    if is_word {
        return is_line && !is_name_of_secrets(value) && !value.contains('_');
    }
    let is_number = value.bytes().all(|byte| byte.is_ascii_digit()) && value.len() < 6;
    let dotted = value.contains('.')
        && value.split('.').all(|part| {
            part.bytes()
                .all(|byte| byte.is_ascii_alphabetic() || byte == b'_')
        });
    let is_call = value.contains(['(', '['])
        && value
            .bytes()
            .next()
            .is_some_and(|byte| byte.is_ascii_alphabetic());
    let is_path = value.starts_with(['/', '~']) && is_ordinary(value) || value.starts_with("./");
    !is_number
        && !dotted
        && !is_call
        && !is_path
        && !is_placeholder(value)
        && !value.contains("://")
        && value != "..."
}

/// Returns whether a value is itself the name of a secret: `password=password`, `token: accessToken`.
fn is_name_of_secrets(value: &str) -> bool {
    strength(value).is_some()
}

/// Returns whether it is the part of a declaration after the name of a parameter.
fn is_type(value: &str) -> bool {
    static TYPE: LazyLock<Regex> = LazyLock::new(|| {
        pattern(concat!(
            r"^&?(?:mut )?(?:string|number|boolean|bool|any|unknown|undefined|null|none|nil|object|bytes|char\*?|str",
            r"|String|Option|Optional|Str|SecretStr|None|True|False|true|false|self|this)\b(?:[<\[(|?)}\].].*)?$",
        ))
    });
    TYPE.is_match(value)
}
