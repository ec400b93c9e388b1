//! The small programs of Unix: what they say when they cannot do what they were told.

use std::borrow::Cow;

use unbreak_core::{Descriptor, ErrorType, Example, register_parser};

use crate::format::{
    self,
    grammar::{Block, Grammar, Part, Pattern},
};

register_parser!(
    Grammar::new(&DESCRIPTOR, &TRIGGERS)
        // After everybody who knows more of a line.
        .priority(-5)
        .lines(&LINES)
        .blocks(&BLOCKS)
);

const DOCS: &str = r#"
## What it understands

What commands of a script say before they fail: `cp: cannot stat 'a': No such file or directory` and the
like of the programs that every Unix has, with the file where one is named; `sed: -e expression #1, char 3:
message`; the errors of curl, wget and ssh; hunks that `patch` could not apply.

## Versions seen

coreutils 9.1, findutils 4.9, tar 1.34, sed 4.9, curl 7.88, wget 1.21, OpenSSH 9.2, patch 2.7.
"#;

static TRIGGERS: [&str; 19] = [
    ": No such file or directory",
    ": Permission denied",
    ": Not a directory",
    ": Is a directory",
    ": File exists",
    ": Directory not empty",
    ": No space left on device",
    ": Read-only file system",
    ": Operation not permitted",
    ": Device or resource busy",
    ": Text file busy",
    ": Argument list too long",
    "curl: (",
    "wget: ",
    "ssh: ",
    "sed: -e ",
    "sed: file ",
    "Hunk #",
    "patching file ",
];

/// An error of the system in words, by a program that is no compiler.
macro_rules! said {
    ($words:literal) => {
        concat!(
            "^(?:ar|awk|cat|cd|chgrp|chmod|chown|cmp|comm|cp|cut|dd|df|diff|du|env|expand|file|find|fold|grep|",
            "gunzip|gzip|head|install|join|less|ln|ls|md5sum|mkdir|mkfifo|mktemp|mount|mv|nice|nm|nohup|objcopy|",
            "paste|readlink|realpath|rm|rmdir|rsync|scp|sed|sha1sum|sha256sum|sort|split|stat|strip|sudo|tail|",
            "tar|tee|timeout|touch|tr|truncate|uniq|unzip|wc|xargs|xz|zip|zstd): ",
            "(?<message>",
            $words,
            "(?:No such file or directory|Permission denied|Not a directory|Is a directory|File exists|",
            "Directory not empty|No space left on device|Read-only file system|Operation not permitted|",
            "Device or resource busy|Text file busy|Argument list too long))$",
        )
    };
}

static LINES: [Pattern; 6] = [
    Pattern::of(ErrorType::Runtime, said!("[^'‘:]+ ['‘](?<file>[^'’]+)['’].*: ")),
    Pattern::of(
        ErrorType::Runtime,
        said!("['‘]?(?<file>{drive}[^:'‘’]+)['’]?: (?:Cannot open: )?"),
    ),
    Pattern::of(ErrorType::Runtime, r"^curl: \((?<code>\d+)\) {message}$"),
    Pattern::of(
        ErrorType::Runtime,
        "^wget: (?<message>(?:unable to resolve|failed:|cannot|can't|server returned) .+)$",
    ),
    Pattern::of(
        ErrorType::Runtime,
        "^ssh: (?<message>(?:Could not resolve hostname|connect to host) .+)$",
    ),
    Pattern::syntax(r"^sed: (?:-e expression #\d+, char {column}|file (?<file>\S+) line {line}): {message}$"),
];

static PATCH: [Part; 3] = [
    Part::one("^patching file '?(?<file>[^']+)'?$"),
    Part::many(r"^Hunk #\d+ succeeded .*$"),
    Part::one(r"^(?<message>Hunk #\d+ FAILED) at {line}\.?.*$"),
];

static BLOCKS: [Block; 1] = [Block::of(ErrorType::Build, &PATCH)];

static EXAMPLES: [Example; 4] = [
    Example::new(
        "a file that is not there",
        "cp: cannot stat 'conf/shop.ini': No such file or directory\n",
        r#"[{"type": "runtime", "severity": "error", "file": "conf/shop.ini", "message": "cannot stat 'conf/shop.ini': No such file or directory"}]"#,
    ),
    Example::new(
        "the same of others",
        "cat: notes.txt: No such file or directory\n",
        r#"[{"type": "runtime", "file": "notes.txt", "message": "notes.txt: No such file or directory"}]"#,
    ),
    Example::new(
        "a host that is not there",
        "curl: (6) Could not resolve host: shop.invalid\n",
        r#"[{"type": "runtime", "code": "6", "message": "Could not resolve host: shop.invalid"}]"#,
    ),
    Example::new(
        "a patch",
        "patching file shop.py
Hunk #1 FAILED at 12.
1 out of 1 hunk FAILED -- saving rejects to file shop.py.rej
",
        r#"[{"type": "build", "file": "shop.py", "line": 12, "message": "Hunk #1 FAILED"}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "unix-tools",
    "cp, rm, tar, curl and the other small programs of Unix",
    DOCS,
    &[Cow::Borrowed("shell")],
    &EXAMPLES,
);
