//! Headers: misspelt, unnamed, and missing for a name of the library.

use std::sync::LazyLock;

use regex::Regex;
use unbreak_core::pattern::pattern;

use super::Site;
use crate::c::complaint::Complaint;
use crate::c::known_header::is_known;
use crate::c::library;
use crate::c::near;
use crate::c::source::{Source, includes};
use crate::c::token::Kind;
use crate::c_text::OwnNames;
use crate::closeness::is_slip;
use crate::mend::{Cost, Mend};

pub(super) fn mends(site: &Site<'_, '_>) -> Vec<Mend> {
    match &site.fault.complaint {
        Complaint::MissingHeader(_) | Complaint::NamelessInclude => rewritten(site),
        _ if site.fault.message.starts_with("invalid preprocessing directive") => rewritten(site),
        Complaint::Undeclared(name) | Complaint::UnknownType(name) | Complaint::UnknownFunction(name) => {
            let mut mends = declaring(site, name);
            mends.extend(directive_without_mark(site));
            mends
        }
        _ if IS_INCOMPLETE.iter().any(|said| site.fault.message.contains(said)) => tag_on_line(site)
            .map(|tag| declaring(site, tag))
            .unwrap_or_default(),
        Complaint::Unterminated('>') => not_closed(site).into_iter().collect(),
        _ => directive_without_mark(site)
            .into_iter()
            .chain(definition_as_statement(site))
            .collect(),
    }
}

/// The include for a name of the library which the project does not declare.
pub(super) fn including(site: &Site<'_, '_>, own_names: &OwnNames<'_>) -> Option<Mend> {
    let (Complaint::Undeclared(name) | Complaint::UnknownType(name) | Complaint::UnknownFunction(name)) =
        &site.fault.complaint
    else {
        return None;
    };
    let mend = needed(site.source, &header_of(site, name)?)?;
    (!own_names.have(name)).then_some(mend)
}

/// `note: include '<string.h>' or provide a declaration`, `note: 'std::sort' is defined in header '<algorithm>'`,
/// `note: include the header <stdlib.h> or explicitly provide a declaration`.
static TOLD: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(?:[Ii]nclude|header)[ a-z]* ['‘]?<(?P<header>[\w./+-]+)>"));

/// The header that a note says declares a name.
pub(in crate::c) fn told(note: &str) -> Option<String> {
    Some(TOLD.captures(note)?["header"].to_owned())
}

/// What compilers say of a value whose type is only named.
const IS_INCOMPLETE: &[&str] = &["storage size of ", "has incomplete type"];

/// The tag of the structure that is named on the line of the fault.
fn tag_on_line<'a>(site: &Site<'_, 'a>) -> Option<&'a str> {
    let source = site.source;
    let mut line = source.line_tokens(site.next);
    let at = line.find(|&at| source.word(at) == "struct")?;
    Some(source.word(at + 1))
}

/// Includes the header that declares a name, which the compiler may say. Where it is included already, the name is one
/// that the header keeps to itself in the standard's own mode.
fn declaring(site: &Site<'_, '_>, name: &str) -> Vec<Mend> {
    let Some(header) = header_of(site, name) else {
        return Vec::new();
    };
    let mut mends: Vec<Mend> = needed(site.source, &header).into_iter().collect();
    let is_included = (0..site.source.tokens.len()).any(|at| includes(site.source.word(at), &header));
    if is_included && !site.is_cpp {
        mends.extend(wider(site.source));
    }
    mends
}

/// The header that declares a name.
fn header_of(site: &Site<'_, '_>, name: &str) -> Option<String> {
    let mut notes = site.fault.notes.iter();
    let told = notes.find_map(|(_, note)| told(note));
    let is_of_std = ["is not a member of 'std'", "in namespace 'std'"]
        .iter()
        .any(|form| site.fault.message.contains(form));
    let known = || match is_of_std {
        true => library::header_of_std(name),
        false => library::header_of(name).map(ToOwned::to_owned),
    };
    told.or_else(|| known().filter(|_| is_of_std || can_be_of_library(site, name)))
}

/// Returns whether a name is used as the library has it: most of its lower-case names are functions.
fn can_be_of_library(site: &Site<'_, '_>, name: &str) -> bool {
    const VALUES: &[&str] = &[
        "bool", "complex", "daylight", "environ", "errno", "false", "h_errno", "noreturn", "optarg",
        "opterr", "optind", "optopt", "stderr", "stdin", "stdout", "timezone", "true", "tzname",
    ];
    let is_other = name.contains(char::is_uppercase) || name.ends_with("_t") || VALUES.contains(&name);
    let is_called = || site.word() != name || site.source.word(site.next + 1) == "(";
    !matches!(site.fault.complaint, Complaint::Undeclared(_)) || is_other || is_called()
}

/// Asks the headers for more than ISO C: what POSIX and BSD have, or else what GNU has
/// (feature_test_macros(7)). Both have to stand before the first include.
fn wider(source: &Source<'_>) -> Vec<Mend> {
    let has_one = (0..source.tokens.len()).any(|at| {
        let word = source.word(at);
        source.kind(at) == Some(Kind::Directive) && word.contains("define") && word.contains("_SOURCE")
    });
    if has_one {
        return Vec::new();
    }
    let defining = |macro_name: &str, cost| Mend::insert(0, format!("#define {macro_name}\n"), cost);
    vec![defining("_DEFAULT_SOURCE", 2), defining("_GNU_SOURCE", 3)]
}

/// The likeliest headers first, when a directive names none.
const USUAL: &[&str] = &["stdio.h", "stdlib.h", "string.h", "math.h"];

/// `#include <stido.h>`, `#<stdio.h>`, `#includestdio.h>`, `#include <stdio->h>`, `#include`.
fn rewritten(site: &Site<'_, '_>) -> Vec<Mend> {
    let source = site.source;
    let directive = directive_of(site);
    let name = named_header(source.word(directive));
    let write = |header: &str, cost: Cost| {
        let text = format!("#include <{header}>");
        Mend::replace(source.range(directive), text, cost)
    };
    if name.trim_matches(['.', 'h']).is_empty() {
        let usual: &[&str] = if site.is_cpp { &["iostream"] } else { USUAL };
        return usual
            .iter()
            .zip(2..)
            .map(|(header, cost)| write(header, cost))
            .collect();
    }
    if is_known(&name) {
        return Vec::new();
    }
    let is_likely = |header: &&str| {
        header.trim_end_matches(".h") == name || (near::is_near(&name, header) && is_slip(&name, header))
    };
    let mut headers: Vec<(usize, &str)> = library::headers(site.is_cpp)
        .filter(is_likely)
        .map(|header| (near::distance(&name, header), header))
        .collect();
    headers.sort_unstable();
    let cost = |distance: usize| 1 + Cost::try_from(distance / 2).unwrap_or(Cost::MAX);
    headers
        .into_iter()
        .take(3)
        .map(
            |(distance, header)| match source.word(directive).contains(&name) {
                true => renamed(site, directive, &name, header, cost(distance)),
                false => write(header, cost(distance)),
            },
        )
        .collect()
}

/// The directive with another name; its brackets stay, where it has both.
fn renamed(site: &Site<'_, '_>, directive: usize, name: &str, header: &str, cost: Cost) -> Mend {
    let source = site.source;
    let (text, range) = (source.word(directive), source.range(directive));
    let rest = text.strip_prefix("#include").unwrap_or_default().trim_start();
    let is_whole = (rest.starts_with('<') && rest.ends_with('>'))
        || (rest.starts_with('"') && rest.len() > 1 && rest.ends_with('"'));
    match text.find(name).filter(|_| is_whole) {
        Some(at) => Mend::replace(
            range.start + at..range.start + at + name.len(),
            header.to_owned(),
            cost,
        ),
        None => Mend::replace(range, format!("#include <{header}>"), cost),
    }
}

/// The name of the header in a directive, without the characters around it.
fn named_header(directive: &str) -> String {
    let body = directive.trim_start_matches('#').trim_start();
    let has_word = body
        .get(..7)
        .is_some_and(|word| word.eq_ignore_ascii_case("include"));
    let tail = match (has_word, body.find(['<', '"'])) {
        (true, _) => &body[7..],
        (false, Some(at)) => &body[at..],
        (false, None) => body,
    };
    let name = tail
        .trim()
        .trim_matches(['<', '>', '"', '\'', '(', ')', ' ', ';']);
    name.replace("->", ".").replace(' ', "")
}

/// The directive on the line of the fault.
fn directive_of(site: &Site<'_, '_>) -> usize {
    let source = site.source;
    let directives = (0..source.tokens.len()).filter(|&at| source.kind(at) == Some(Kind::Directive));
    let before = directives.take_while(|&at| source.line(at) <= site.fault.line);
    before.last().unwrap_or(0)
}

/// Adds a header behind the others, outside of any block (what is in `extern "C"` is C), and in no more conditions than
/// they are.
pub(in crate::c) fn needed(source: &Source<'_>, header: &str) -> Option<Mend> {
    let block = (0..source.tokens.len()).find(|&at| source.word(at) == "{");
    let mut depth = 0_usize;
    let mut all = Vec::new();
    for at in (0..source.tokens.len()).filter(|&at| source.kind(at) == Some(Kind::Directive)) {
        match source.word(at).trim_start_matches(['#', ' ', '\t']) {
            word if word.starts_with("if") => depth += 1,
            word if word.starts_with("endif") => depth = depth.saturating_sub(1),
            word if word.starts_with("include") => all.push((depth, at)),
            _ => {}
        }
    }
    let others = || all.iter().filter(|(_, at)| block.is_none_or(|block| *at < block));
    let least = others().map(|(depth, _)| *depth).min();
    // What is included under a further condition may not be there.
    let is_everywhere = |depth: usize| least.is_none_or(|least| depth <= least);
    if all
        .iter()
        .any(|(depth, at)| is_everywhere(*depth) && includes(source.word(*at), header))
    {
        return None;
    }
    let last = others().rfind(|(depth, _)| Some(*depth) == least);
    let line = format!("#include <{header}>");
    Some(match last.map(|(_, at)| *at) {
        Some(last) => Mend::insert(
            behind_comment(source.text, source.range(last).end),
            format!("\n{line}"),
            2,
        ),
        None => match guard(source) {
            Some(guard) => Mend::insert(source.range(guard).end, format!("\n\n{line}"), 2),
            None => Mend::insert(0, format!("{line}\n"), 2),
        },
    })
}

/// The directive with which a header keeps itself from being read twice.
fn guard(source: &Source<'_>) -> Option<usize> {
    let words = |at: usize| source.word(at).trim_start_matches('#').split_whitespace();
    if words(0).eq(["pragma", "once"]) {
        return Some(0);
    }
    let (mut asked, mut defined) = (words(0), words(1));
    let is_guard = asked.next() == Some("ifndef") && defined.next() == Some("define");
    (is_guard && asked.next() == defined.next()).then_some(1)
}

/// The end of the line, if a whole comment is all that follows.
fn behind_comment(text: &str, end: usize) -> usize {
    let line = text[end..].lines().next().unwrap_or_default();
    let rest = line.trim();
    let is_whole = rest.starts_with("//") || rest.starts_with("/*") && rest.ends_with("*/");
    if is_whole {
        end + line.trim_end().len()
    } else {
        end
    }
}

/// `#include <stdio.h`
fn not_closed(site: &Site<'_, '_>) -> Option<Mend> {
    let source = site.source;
    let directive = directive_of(site);
    let range = source.range(directive);
    source
        .word(directive)
        .contains('<')
        .then(|| Mend::insert(range.end, ">", 1))
}

/// `include <stdio.h>`
fn directive_without_mark(site: &Site<'_, '_>) -> Option<Mend> {
    let source = site.source;
    let line = source.line_tokens(site.next);
    let names = matches!(source.word(line.start), "include" | "define") && line.len() > 1;
    names.then(|| Mend::insert(source.start(line.start), "#", 1))
}

/// `#define N 10;` and `#define N = 10`: the text of a macro is taken as it stands.
fn definition_as_statement(site: &Site<'_, '_>) -> Vec<Mend> {
    let source = site.source;
    let definitions = (0..source.tokens.len())
        .filter(|&at| source.kind(at) == Some(Kind::Directive) && source.word(at).contains("define"));
    let mut mends = Vec::new();
    for at in definitions {
        let (text, range) = (source.word(at), source.range(at));
        if text.ends_with(';') {
            mends.push(Mend::delete(range.end - 1..range.end, ";", 1));
        }
        let mut words = text.split_whitespace().skip(2);
        if words.next() == Some("=")
            && let Some(equals) = text.find('=')
        {
            let equals = range.start + equals;
            mends.push(Mend::delete(equals..equals + 1, "=", 1));
        }
    }
    mends
}
