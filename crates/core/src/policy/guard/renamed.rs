//! Changes that only follow a removal in a tool: checks that have another name today, and options that have no
//! effect any more. Both are data (`tool-facts`), and a message must say that they are gone.

use std::fmt::Write;

use regex::Regex;

use crate::path::RelPath;
use crate::pattern::pattern;
use crate::plain_data::{without_comments, without_space};
use crate::tool_facts::{self, Dropped, Renamed};

use super::benign;
use super::source::Source;

/// Returns whether the texts are the same, except for imports, once every name that one of these messages says is
/// gone has the name it has today.
pub(super) fn is_of_same_checks(file: &RelPath, before: &Source<'_>, after: &str, messages: &[&str]) -> bool {
    let is_reported = |renamed: &&Renamed| messages.iter().any(|message| is_about(renamed, message));
    let code = file.extension();
    let tools = tool_facts::tools().filter(|tool| !tool.same_checks.is_empty());
    let groups = tools.flat_map(|tool| &tool.same_checks);
    let of_language = groups.filter(|group| group.extensions.iter().any(|one| one == code));
    let groups: Vec<&Renamed> = of_language.filter(is_reported).collect();
    if groups.is_empty() || groups.iter().any(|group| defines_one(group, &before.live)) {
        return false;
    }
    let before = with_new_names(file, before.text, &groups);
    let after = with_new_names(file, after, &groups);
    benign::is_of_imports(&Source::new(file, &before), &Source::new(file, &after))
}

/// Returns whether the texts are the same without options that a message says have been removed from the tool.
pub(super) fn is_of_dead_options(file: &RelPath, before: &str, after: &str, messages: &[&str]) -> bool {
    let tools = tool_facts::tools().filter(|tool| {
        let mut begins = tool.configuration_begins.iter();
        begins.any(|begin| file.file_name().starts_with(begin.as_str()))
    });
    let dropped = tools.flat_map(|tool| &tool.dropped);
    let options = dropped.flat_map(|dropped| dropped.options.iter().map(move |option| (dropped, option)));
    let dead: Vec<String> = options
        .filter(|(dropped, option)| is_reported(dropped, option, messages))
        .map(|(_, option)| regex::escape(option))
        .collect();
    if dead.is_empty() {
        return false;
    }
    let option = pattern(&format!(
        r#"(?:^|([,{{]))"(?:{})":(?:true|false|"[^"\\]*")"#,
        dead.join("|")
    ));
    let without = |text: &str| {
        let dense = without_space(&without_comments(text));
        let bare = option.replace_all(&dense, "$1");
        bare.replace(",,", ",").replace("{,", "{").replace(",}", "}")
    };
    without(before) == without(after)
}

/// Returns whether a message says that an option is gone.
fn is_reported(dropped: &Dropped, option: &str, messages: &[&str]) -> bool {
    dropped.says.iter().any(|text| {
        let words = text.replace("{}", option);
        messages.iter().any(|message| message.contains(&words))
    })
}

/// Returns whether a message says that a name of the group is gone.
fn is_about(renamed: &Renamed, message: &str) -> bool {
    let is_named = |name: &String| {
        name.rsplit('.')
            .next()
            .is_some_and(|word| is_missing(word, message))
    };
    let is_said = |text: &String| message.contains(text.as_str());
    renamed.says.iter().any(is_said) || renamed.says.is_empty() && renamed.names.keys().any(is_named)
}

/// Returns whether a message is about a member that does not exist: it quotes the name, or says that it is no
/// function.
fn is_missing(name: &str, message: &str) -> bool {
    let quotes = [('\'', '\''), ('"', '"'), ('`', '`'), ('.', ' ')];
    let is_quoted = |(before, after): (char, char)| message.contains(&format!("{before}{name}{after}"));
    let says = [
        "has no attribute",
        "does not exist",
        "is not a function",
        "has no member",
        "cannot import name",
    ];
    says.iter().any(|words| message.contains(words)) && quotes.into_iter().any(is_quoted)
}

/// Returns whether the text defines a function with one of the old names: the name is not gone there.
fn defines_one(renamed: &Renamed, live: &str) -> bool {
    let words: Vec<&str> = live
        .split(|c: char| !c.is_alphanumeric() && c != '_')
        .filter(|word| !word.is_empty())
        .collect();
    let is_old = |word: &str| {
        let mut names = renamed.names.keys();
        names.any(|name| name.strip_prefix('.') == Some(word))
    };
    let is_definition = |pair: &[&str]| matches!(pair[0], "def" | "function") && is_old(pair[1]);
    words.windows(2).any(is_definition)
}

/// The text with the names of today, except in strings and comments.
fn with_new_names(file: &RelPath, text: &str, groups: &[&Renamed]) -> String {
    let names: Vec<(&String, &String)> = groups.iter().flat_map(|group| &group.names).collect();
    let expression = any_of(names.iter().map(|(old, _)| old.as_str()));
    let live = Source::new(file, text).live;
    let mut renamed = String::with_capacity(text.len());
    let mut from = 0;
    for found in expression.find_iter(&live) {
        let new = names.iter().find(|(old, _)| *old == found.as_str());
        renamed.push_str(&text[from..found.start()]);
        renamed.push_str(new.map_or(found.as_str(), |(_, new)| new));
        from = found.end();
    }
    renamed.push_str(&text[from..]);
    renamed
}

/// An expression for whole words.
fn any_of<'a>(names: impl Iterator<Item = &'a str>) -> Regex {
    let edge = |c: Option<char>| {
        if c.is_some_and(|c| c.is_alphanumeric() || c == '_') {
            r"\b"
        } else {
            ""
        }
    };
    let mut all = String::new();
    for name in names {
        let (begin, end) = (edge(name.chars().next()), edge(name.chars().last()));
        let separator = if all.is_empty() { "" } else { "|" };
        let _ = write!(all, "{separator}{begin}{}{end}", regex::escape(name));
    }
    pattern(&all)
}
