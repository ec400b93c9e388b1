//! Secrets among the arguments of programs that are known to take them: `mysql -p…`, `curl -u name:…`.

use std::ops::Range;

/// Programs, and their options that take a secret: `-p` with the next word, `-p*` with the rest of the word.
/// A `:` or `%` after the option separates a name, which stays, from the secret.
const PROGRAMS: &[(&[&str], &[&str])] = &[
    (
        &[
            "mysql",
            "mysqldump",
            "mysqladmin",
            "mysqlimport",
            "mysqlsh",
            "mysqlcheck",
            "mariadb",
            "mariadb-dump",
        ],
        &["-p*"],
    ),
    (&["sshpass"], &["-p", "-p*"]),
    (
        &["curl"],
        &[
            "-u:",
            "-u:*",
            "--user:",
            "-U:",
            "--proxy-user:",
            "-b",
            "--cookie",
            "--pass",
            "--oauth2-bearer",
        ],
    ),
    (&["login"], &["-p", "-p*", "-P"]),
    (&["twine", "cqlsh", "rabbitmqadmin", "az"], &["-p"]),
    (&["redis-cli"], &["-a"]),
    (
        &[
            "mongo",
            "mongosh",
            "mongodump",
            "mongorestore",
            "mongoexport",
            "mongoimport",
        ],
        &["-p", "--password"],
    ),
    (
        &[
            "sqlcmd",
            "bcp",
            "unzip",
            "zip",
            "ipmitool",
            "mosquitto_pub",
            "mosquitto_sub",
        ],
        &["-P", "-P*"],
    ),
    (&["7z", "7za", "7zz", "rar", "unrar"], &["-p*"]),
    (
        &["ldapsearch", "ldapmodify", "ldapadd", "ldappasswd", "ldapwhoami"],
        &["-w"],
    ),
    (&["smbclient", "rpcclient"], &["-U%"]),
    (&["openssl"], &["-passin:", "-passout:", "-pass:", "-k", "-K"]),
    (
        &["keytool", "jarsigner"],
        &["-storepass", "-keypass", "-srcstorepass", "-deststorepass"],
    ),
    (&["http", "https", "xh"], &["-a:", "--auth:"]),
    (&["lftp"], &["-u,"]),
    (&["influx"], &["-t", "--token"]),
    (&["plink", "pscp", "psftp"], &["-pw"]),
    (&["htpasswd"], &["-b"]),
    (&["xfreerdp", "rdesktop"], &["/p:*", "-p"]),
];

/// The programs.
pub(super) fn programs() -> impl Iterator<Item = &'static str> {
    PROGRAMS.iter().flat_map(|(names, _)| names.iter().copied())
}

/// The most bytes of the rest of a line that are read.
const LONGEST: usize = 2 << 10;

/// The secrets in a line that contains a program's name as a word.
pub(super) fn in_line(text: &str, program: &Range<usize>) -> Vec<Range<usize>> {
    let before = text.as_bytes()[..program.start].last();
    let after = text.as_bytes().get(program.end);
    let begins = before.is_none_or(|byte| b" \t\n\r/'\"`$(;|&=".contains(byte));
    if !begins || !after.is_some_and(|byte| b" \t'\"".contains(byte)) {
        return Vec::new();
    }
    let rest = &text[program.end..text.floor_char_boundary(program.end + LONGEST)];
    let line = &rest[..rest.find(['\n', '\r']).unwrap_or(rest.len())];
    let words: Vec<Range<usize>> = words(line);
    let texts: Vec<&str> = words.iter().map(|word| &line[word.clone()]).collect();
    let place = |(word, part): (usize, Range<usize>)| {
        let start = program.end + words[word].start;
        start + part.start..start + part.end
    };
    among(&text[program.clone()], &texts)
        .into_iter()
        .map(place)
        .collect()
}

/// The words of a line, without the quotes and commas around them.
fn words(line: &str) -> Vec<Range<usize>> {
    let is_around = |character: char| matches!(character, '"' | '\'' | '`' | ',' | '\\' | '[' | ']');
    let mut words = Vec::new();
    let mut start = 0;
    for part in line.split([' ', '\t']) {
        let front = part.len() - part.trim_start_matches(is_around).len();
        let word = part.trim_matches(is_around);
        if !word.is_empty() {
            words.push(start + front..start + front + word.len());
        }
        start += part.len() + 1;
    }
    words
}

/// The secrets among the words of a command: the index of the word, and the part of it.
pub(super) fn of_command(words: &[&str]) -> Vec<(usize, Range<usize>)> {
    let mut found = Vec::new();
    for (at, word) in words.iter().enumerate() {
        let name = word.rsplit('/').next().unwrap_or(word);
        let secrets = among(name, &words[at + 1..]).into_iter();
        found.extend(secrets.map(|(index, part)| (at + 1 + index, part)));
    }
    found
}

fn among(program: &str, words: &[&str]) -> Vec<(usize, Range<usize>)> {
    let options = PROGRAMS.iter().find(|(names, _)| names.contains(&program));
    let Some((_, options)) = options else {
        return Vec::new();
    };
    let mut found = Vec::new();
    for (at, word) in words.iter().enumerate() {
        if matches!(*word, "|" | "||" | "&&" | ";") {
            break;
        }
        found.extend(options.iter().find_map(|option| secret(option, words, at)));
    }
    found
}

/// The secret that belongs to the option at an index.
fn secret(option: &str, words: &[&str], at: usize) -> Option<(usize, Range<usize>)> {
    let (option, is_attached) = match option.strip_suffix('*') {
        Some(option) => (option, true),
        None => (option, false),
    };
    let (option, divider) = match option.char_indices().next_back() {
        Some((end, sign @ (':' | '%' | ','))) if !option.starts_with('/') => (&option[..end], Some(sign)),
        _ => (option, None),
    };
    let (index, start) = match words[at].strip_prefix(option)? {
        "" if !is_attached => (at + 1, 0),
        rest if is_attached && !rest.is_empty() => (at, option.len()),
        rest if rest.starts_with('=') => (at, option.len() + 1),
        _ => return None,
    };
    let value = words.get(index)?.get(start..)?;
    let start = match divider {
        Some(sign) => start + value.find(sign)? + 1,
        None => start,
    };
    let end = words[index].len();
    let is_one = end >= start + 3 && !words[index][start..].starts_with(['$', '<', '-']);
    is_one.then_some((index, start..end))
}
