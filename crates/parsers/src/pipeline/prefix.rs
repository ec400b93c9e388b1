//! The prefixes of CI systems, build tools and container runners.

use std::hash::{Hash, Hasher};

use rustc_hash::FxHasher;

use crate::text::split_at_byte;

/// The line without the prefixes it begins with, and the job that the first of them names: a hash, or 0.
/// They nest: a time stamp before a container name.
pub(super) fn strip(line: &str) -> (&str, u64) {
    const DEEPEST: usize = 4;
    let (mut rest, mut job) = (line, 0);
    for _ in 0..DEEPEST {
        if let Some(inner) = strip_one(rest) {
            rest = inner;
        } else if let Some(inner) = strip_job(rest) {
            if job == 0 {
                job = name(&rest[..rest.len() - inner.len()]);
            }
            rest = inner;
        } else {
            break;
        }
    }
    (rest, job)
}

/// The job that a prefix names with its first word; a time may follow.
fn name(prefix: &str) -> u64 {
    let word = prefix.split([' ', '\t']).next().unwrap_or(prefix);
    // A number in brackets may be that of a list entry.
    hash(word) | if word.starts_with('[') { DOUBTFUL } else { 0 }
}

/// The hash of a prefix that certainly names a job.
pub(super) fn hash(prefix: &str) -> u64 {
    let mut hasher = FxHasher::default();
    prefix.hash(&mut hasher);
    hasher.finish() & !DOUBTFUL
}

/// The flag of a job whose prefix also has other uses.
const DOUBTFUL: u64 = 1;

/// Returns whether the job (or its absence) is known from this line alone.
pub(super) fn is_sure(job: u64) -> bool {
    job & DOUBTFUL == 0
}

/// Strips one prefix: a time, a task, an annotation or a byte order mark.
fn strip_one(line: &str) -> Option<&str> {
    match line.as_bytes().first()? {
        b'0'..=b'9' => timestamp(line).or_else(|| clock(line)),
        b'[' => bracketed_timestamp(line)
            .or_else(|| bracketed_clock(line))
            .or_else(|| ant_task(line)),
        b'(' => bazel_clock(line),
        b' ' => ant_column(line).or_else(|| ant_task(line.trim_start_matches(' '))),
        b'_' => buildkite_time(line),
        b'#' => logged_issue(line),
        b'\xef' => line.strip_prefix('\u{feff}'),
        _ => None,
    }
}

/// GitHub's and Azure's runners mark lines that a problem matcher or a task recognised as an issue:
/// `##[error]a.ts(3,5): error TS2304: x`. The tool's own text follows.
fn logged_issue(line: &str) -> Option<&str> {
    let rest = line.strip_prefix("##[")?;
    ["error]", "warning]", "notice]", "debug]"]
        .iter()
        .find_map(|kind| rest.strip_prefix(kind))
}

/// Strips a prefix that names the job of the line. It distinguishes jobs that run at the same time.
fn strip_job(line: &str) -> Option<&str> {
    match line.as_bytes().first()? {
        b'[' => numbered_command(line),
        b'+' => earthly_target(line),
        b'#' => buildkit_step(line),
        b'0'..=b'9' | b'(' | b' ' => None,
        b'S' if line.starts_with("Step #") => build_step(line),
        _ => delimited(line).or_else(|| task_of_package(line)),
    }
}

/// GitHub and Azure: `2024-05-22T12:43:46.9626464Z text`; GitLab adds `00O ` or `00E `.
fn timestamp(line: &str) -> Option<&str> {
    let end = iso_timestamp(line)?;
    let rest = &line[end..];
    let rest = match rest.strip_prefix(' ') {
        Some(rest) => rest,
        None if rest.is_empty() => rest,
        None => return None,
    };
    Some(gitlab_stream(rest).unwrap_or(rest))
}

/// Length of an ISO 8601 time with a zone; without one it is a program's own log.
fn iso_timestamp(line: &str) -> Option<usize> {
    let bytes = line.as_bytes();
    let shape = b"dddd-dd-ddTdd:dd:dd";
    if !fits(bytes, shape) {
        return None;
    }
    let mut end = shape.len();
    if bytes.get(end) == Some(&b'.') {
        end += 1 + digits(&bytes[end + 1..]);
    }
    match bytes.get(end)? {
        b'Z' => Some(end + 1),
        b'+' | b'-' if fits(&bytes[end + 1..], b"dd:dd") => Some(end + 6),
        b'+' | b'-' if fits(&bytes[end + 1..], b"dddd") => Some(end + 5),
        _ => None,
    }
}

/// GitLab's stream number and kind: `00O text`, continued lines `00O+text`.
fn gitlab_stream(line: &str) -> Option<&str> {
    let bytes = line.as_bytes();
    let known = fits(bytes, b"dd") && matches!(bytes.get(2), Some(b'O' | b'E'));
    match bytes.get(3) {
        Some(b' ' | b'+') if known => Some(&line[4..]),
        _ => None,
    }
}

/// Jenkins' time stamper: `12:43:46 text`, `12:43:46.962 text`.
fn clock(line: &str) -> Option<&str> {
    let bytes = line.as_bytes();
    if !fits(bytes, b"dd:dd:dd") {
        return None;
    }
    let fraction = if bytes.get(8) == Some(&b'.') {
        1 + digits(&bytes[9..])
    } else {
        0
    };
    let rest = line[8 + fraction..].strip_prefix(' ')?;
    Some(rest.strip_prefix(' ').unwrap_or(rest))
}

/// Jenkins and Taskcluster: `[2024-05-22T12:43:46.962Z] text`, `[task 2024-05-22T12:43:46.962Z] text`.
fn bracketed_timestamp(line: &str) -> Option<&str> {
    let inner = &line[1..];
    let close = memchr::memchr(b']', inner.as_bytes()).filter(|close| *close < 80)?;
    let stamp = inner[..close].rsplit(' ').next()?;
    if iso_timestamp(stamp)? != stamp.len() {
        return None;
    }
    let rest = &inner[close + 1..];
    Some(rest.strip_prefix(' ').unwrap_or(rest))
}

/// TeamCity and gulp: `[12:43:46] text`, `[12:43:46]E: \t[Step 1/3] text`.
fn bracketed_clock(line: &str) -> Option<&str> {
    let bytes = line.as_bytes();
    if !fits(bytes, b"[dd:dd:dd]") {
        return None;
    }
    let rest = &line[10..];
    let team_city = rest
        .trim_start_matches([' ', 'E', 'W', 'i', 'F'])
        .strip_prefix(':');
    let Some(rest) = team_city else {
        return rest.strip_prefix(' ');
    };
    let rest = rest.trim_start_matches([' ', '\t']);
    let step = rest.strip_prefix("[Step ").and_then(|rest| rest.split_once("] "));
    Some(step.map_or(rest, |(_, rest)| rest))
}

/// concurrently: `[0] text`.
fn numbered_command(line: &str) -> Option<&str> {
    let digits = digits(&line.as_bytes()[1..]);
    let rest = line[1 + digits..].strip_prefix("] ")?;
    (1..=2).contains(&digits).then_some(rest)
}

/// Bazel: `(12:43:46) text`.
fn bazel_clock(line: &str) -> Option<&str> {
    if !fits(line.as_bytes(), b"(dd:dd:dd) ") {
        return None;
    }
    Some(&line[11..])
}

/// Earthly: `+build | text`.
fn earthly_target(line: &str) -> Option<&str> {
    let (target, rest) = line[1..].split_once(" | ")?;
    let named = target
        .bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || b"-_./+".contains(&byte));
    (named && !target.is_empty()).then_some(rest)
}

/// Turborepo: `web:build: text`, `@acme/web:build: text`; pnpm: `packages/web build: text`. Only names that
/// tasks usually have: a place in a file looks much the same.
fn task_of_package(line: &str) -> Option<&str> {
    const TASKS: [&str; 16] = [
        "build",
        "test",
        "lint",
        "check",
        "dev",
        "start",
        "compile",
        "typecheck",
        "type-check",
        "check-types",
        "tsc",
        "format",
        "e2e",
        "ci",
        "types",
        "prepare",
    ];
    const LONGEST: usize = 80;
    let bytes = line.as_bytes();
    let end = memchr::memchr2(b':', b' ', &bytes[..bytes.len().min(LONGEST)])?;
    // A number follows most places.
    if !bytes.get(end + 1)?.is_ascii_lowercase() {
        return None;
    }
    let (package, rest) = (&line[..end], &line[end + 1..]);
    let after = |task: &&str| rest.strip_prefix(*task)?.strip_prefix(": ");
    let text = TASKS.iter().find_map(after)?;
    let named = package
        .bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || b"@/-_.".contains(&byte));
    (named && !package.is_empty() && line.len() - text.len() <= LONGEST + 1).then_some(text)
}

/// Ant right-aligns the task's name in a column (`DefaultLogger.LEFT_COLUMN_SIZE`): `      [mxmlc] text`.
fn ant_column(line: &str) -> Option<&str> {
    const WIDTH: usize = 12;
    let (column, rest) = line.split_at_checked(WIDTH)?;
    let task = column
        .trim_start_matches(' ')
        .strip_prefix('[')?
        .strip_suffix("] ")?;
    let named = task
        .bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || b"-.:_".contains(&byte));
    (named && !task.is_empty()).then_some(rest)
}

/// Ant: `    [javac] text`.
fn ant_task(line: &str) -> Option<&str> {
    const TASKS: [&str; 10] = [
        "javac",
        "java",
        "exec",
        "junit",
        "echo",
        "apt",
        "groovyc",
        "kotlinc",
        "scalac",
        "checkstyle",
    ];
    let (task, rest) = split_at_byte(line.strip_prefix('[')?, b']')?;
    if !TASKS.contains(&task) {
        return None;
    }
    Some(rest.strip_prefix(' ').unwrap_or(rest))
}

/// Google Cloud Build: `Step #2: text`, `Step #0 - "test": text`.
fn build_step(line: &str) -> Option<&str> {
    let rest = &line["Step #".len()..];
    let number = digits(rest.as_bytes());
    let rest = &rest[number..];
    let named = || rest.strip_prefix(" - \"")?.split_once("\": ");
    let text = rest.strip_prefix(": ").or_else(|| Some(named()?.1))?;
    (number > 0).then_some(text)
}

/// Docker BuildKit's plain progress: `#12 3.456 text`.
fn buildkit_step(line: &str) -> Option<&str> {
    let (step, rest) = line[1..].split_once(' ')?;
    let (seconds, rest) = rest.split_once(' ')?;
    let (whole, fraction) = seconds.split_once('.')?;
    let all_digits = [step, whole, fraction].into_iter().all(is_number);
    all_digits.then_some(rest)
}

/// Buildkite's `_bk;t=1700000000000` where the escape around it was lost.
fn buildkite_time(line: &str) -> Option<&str> {
    let rest = line.strip_prefix("_bk;t=")?;
    let rest = &rest[digits(rest.as_bytes())..];
    Some(rest.strip_prefix('\u{7}').unwrap_or(rest))
}

/// The greatest length of the text before a job's line.
const LONGEST_JOB: usize = 200;

/// Prefixes that end with a tab or a bar; most lines hold neither.
fn delimited(line: &str) -> Option<&str> {
    let bytes = line.as_bytes();
    let bytes = &bytes[..bytes.len().min(LONGEST_JOB)];
    match bytes[memchr::memchr2(b'\t', b'|', bytes)?] {
        b'\t' => downloaded_job(line),
        _ => compose_service(line),
    }
}

/// A log downloaded from GitHub: `job<TAB>step<TAB>2024-05-22T12:43:46.9626464Z text`.
fn downloaded_job(line: &str) -> Option<&str> {
    let mut tabs = memchr::memchr_iter(b'\t', line.as_bytes()).take_while(|at| *at < LONGEST_JOB);
    let (_, second) = (tabs.next()?, tabs.next()?);
    let rest = &line[second + 1..];
    timestamp(rest.strip_prefix('\u{feff}').unwrap_or(rest))
}

/// Docker compose: `web-1  | text`, `database | text`.
fn compose_service(line: &str) -> Option<&str> {
    let bar = memchr::memchr(b'|', &line.as_bytes()[..line.len().min(64)])?;
    let service = line[..bar].trim_end_matches(' ');
    let numbered = service
        .rsplit_once(['-', '_'])
        .is_some_and(|(_, number)| is_number(number));
    let padded = bar >= service.len() + 2;
    let named = service
        .bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.'));
    let lettered = service.starts_with(|c: char| c.is_ascii_alphabetic());
    if !(lettered && named && bar > service.len() && (numbered || padded)) {
        return None;
    }
    let rest = &line[bar + 1..];
    Some(rest.strip_prefix(' ').unwrap_or(rest))
}

/// Returns whether `bytes` begin with the shape, in which `d` stands for a digit.
pub(super) fn fits(bytes: &[u8], shape: &[u8]) -> bool {
    bytes.len() >= shape.len()
        && bytes.iter().zip(shape).all(|(byte, want)| match want {
            b'd' => byte.is_ascii_digit(),
            want => byte == want,
        })
}

pub(super) fn digits(bytes: &[u8]) -> usize {
    bytes.iter().take_while(|byte| byte.is_ascii_digit()).count()
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}
