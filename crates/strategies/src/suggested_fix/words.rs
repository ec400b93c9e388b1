//! Suggestions of a tool in words only, where the words leave one change to make.
//!
//! A rule is a pattern of the message and the change to the text at the reported place. It
//! concludes nothing else: a message that leaves a choice belongs to a strategy that can read the
//! program.

use std::ops::Range;

use regex::Captures;
use unbreak_core::{DeterminedBy, Diagnostic, Edit, RelPath, SafetyClass, StrategyError, Workspace};

use super::offer::first_line;
use crate::lines::Lines;
use crate::respelling;
use crate::script_members::{self, Kind};
use crate::tool_offer::Offer;
use crate::weights::confidence;
use crate::wording::Wording;

/// Ranges of bytes, and the text that each becomes.
type Changes = Vec<(Range<usize>, String)>;

/// The change that a message asks for.
struct Rule {
    /// Parsers whose messages it understands; a trailing `*` stands for any ending.
    parsers: &'static [&'static str],
    /// Looked for in the message, then in each line of advice.
    wording: Wording,
    /// The change at the reported place.
    change: fn(&Captures<'_>, &Site<'_>) -> Option<Changes>,
    confidence: fn() -> f64,
}

/// The reported place in the text of its file.
struct Site<'a> {
    text: &'a str,
    /// Byte at which the finding begins.
    start: usize,
    /// Byte after the line it begins on.
    line_end: usize,
}

macro_rules! rule {
    ($parsers:expr, $wording:expr, $confidence:expr, $change:expr) => {
        Rule {
            parsers: &$parsers,
            wording: Wording::new($wording),
            change: $change,
            confidence: $confidence,
        }
    };
}

static RULES: [Rule; 15] = [
    // TypeScript: Cannot find name 'totl'. Did you mean 'total'?
    rule!(
        ["tsc"],
        r"'(?P<old>[^'\s]+)'.*[Dd]id you mean (?:the (?:static|instance) member |to write )?'(?P<new>[\w.$#]+)'\?",
        confidence::likely,
        |found, site| site.replace_word(&found["old"], &found["new"])
    ),
    // TypeScript: Did you mean to call it with 'new'? Value of type 'typeof C' is not callable.
    rule!(
        ["tsc"],
        r"is not callable\. Did you mean to include 'new'\?",
        confidence::likely,
        |_, site| Some(vec![(site.start..site.start, "new ".to_owned())])
    ),
    // TypeScript: the class member must have an 'override' modifier.
    rule!(
        ["tsc"],
        r"This member must have an 'override' modifier because it overrides a member",
        confidence::plausible,
        |_, site| Some(vec![(site.start..site.start, "override ".to_owned())])
    ),
    // TypeScript: a module that has no default export, but a named one.
    rule!(
        ["tsc"],
        r"has no default export\. Did you mean to use 'import \{ (?P<new>\w+) \} from",
        confidence::likely,
        |found, site| {
            let word = site.word()?;
            let new = &found["new"];
            let named = if word == new {
                format!("{{ {new} }}")
            } else {
                format!("{{ {new} as {word} }}")
            };
            Some(vec![(site.start..site.start + word.len(), named)])
        }
    ),
    // TypeScript: a name that a module does not export, while its default export is so called.
    rule!(
        ["tsc"],
        r"has no exported member '(?P<name>\w+)'\. Did you mean to use 'import \w+ from",
        confidence::likely,
        |found, site| site.default_import(&found["name"])
    ),
    // TypeScript: Did you mean './util.js'?
    rule!(
        ["tsc"],
        r"^Relative import paths need explicit file extensions .* Did you mean '(?P<new>[^']+)'\?",
        confidence::likely,
        |found, site| Some(vec![(site.quoted()?, found["new"].to_owned())])
    ),
    // TypeScript: the path of an import ends with .ts.
    rule!(
        ["tsc"],
        r"^An import path can only end with a '(?P<ending>\.\w+)' extension when ",
        confidence::preferred,
        |found, site| {
            let inner = site.quoted()?;
            let path = site.text[inner.clone()].strip_suffix(&found["ending"])?;
            Some(vec![(inner.start + path.len()..inner.end, String::new())])
        }
    ),
    // TypeScript: Type 'Promise<number>' is not assignable to type 'number'.
    rule!(
        ["tsc"],
        r"^Type 'Promise<(?P<result>.+)>' is not assignable to type '(?P<wanted>.+)'\.",
        confidence::plausible,
        |found, site| (found["result"] == found["wanted"]).then(|| site.awaited())?
    ),
    // TypeScript: Conversion of type 'Promise<any>' to type 'User' may be a mistake.
    rule!(
        ["tsc"],
        r"^Conversion of type 'Promise<.+>' to type '(?P<wanted>[^']+)' may be a mistake",
        confidence::plausible,
        |found, site| {
            let is_promise = found["wanted"].starts_with("Promise<");
            (!is_promise).then(|| vec![(site.start..site.start, "await ".to_owned())])
        }
    ),
    // TypeScript: Type '() => number' is not assignable to type 'number'.
    rule!(
        ["tsc"],
        r"^Type '\(\) => (?P<result>.+)' is not assignable to type '(?P<wanted>.+)'\.",
        confidence::plausible,
        |found, site| (found["result"] == found["wanted"]).then(|| site.called())?
    ),
    // TypeScript: Property 'size' does not exist on type 'number[]'.
    rule!(
        ["tsc"],
        r"^Property '(?P<old>\w+)' does not exist on type '(?P<kind>[^']+)'\.$",
        confidence::preferred,
        |found, site| {
            let new = script_member(&found["kind"], &found["old"])?;
            site.replace_member(&found["old"], new)
        }
    ),
    // rustc: a comment for documentation where there is nothing to document.
    rule!(
        ["rustc*"],
        r"^found a documentation comment that doesn't document anything",
        confidence::preferred,
        |_, site| site.replace_word_at("///", "//")
    ),
    // rustc: #[derive("Clone")].
    rule!(
        ["rustc*"],
        r"^expected path to a trait, found literal",
        confidence::likely,
        |_, site| site.without_quotes()
    ),
    // gcc: this 'for' clause does not guard the line below, which is indented as if it did.
    rule!(
        ["gcc*", "clang*"],
        r"^this ['‘](?:if|for|while|else)['’] clause does not guard",
        confidence::likely,
        |_, site| site.without_last(';')
    ),
    // gcc and clang: 'cuont' undeclared; did you mean 'count'?
    rule!(
        ["gcc*", "clang*"],
        r"['‘](?P<old>[^'’\s]+)['’].*did you mean ['‘](?P<new>[\w.:]+)['’]\?",
        confidence::preferred,
        |found, site| site.replace_word(&found["old"], &found["new"])
    ),
];

/// Returns whether a rule may apply to the message.
pub(super) fn speak(diagnostic: &Diagnostic) -> bool {
    rules(diagnostic).next().is_some()
}

/// The changes that a message asks for in words.
pub(super) fn offers(
    diagnostic: &Diagnostic,
    workspace: &dyn Workspace,
) -> Result<Vec<Offer>, StrategyError> {
    let mut offers = Vec::new();
    let place = &diagnostic.location;
    let file = diagnostic.file().and_then(|file| workspace.locate(file));
    let (Some(file), Some(line), Some(column)) = (file, place.line, place.column) else {
        return Ok(offers);
    };
    let Ok(text) = workspace.read_text(&file) else {
        return Ok(offers);
    };
    let lines = Lines::of(&text);
    let (Some(start), Some(range)) = (lines.offset(&text, line, column), lines.range(&text, line)) else {
        return Ok(offers);
    };
    let site = Site {
        text: &text,
        start,
        line_end: range.end,
    };
    for (rule, captures) in rules(diagnostic) {
        if let Some(changes) = (rule.change)(&captures, &site) {
            offers.push(offer(diagnostic, rule, &file, &text, changes)?);
        }
    }
    Ok(offers)
}

fn offer(
    diagnostic: &Diagnostic,
    rule: &Rule,
    file: &RelPath,
    text: &str,
    changes: Changes,
) -> Result<Offer, StrategyError> {
    let edits: Result<Vec<Edit>, _> = changes
        .into_iter()
        .map(|(range, new)| Edit::replace(file, text, range, new))
        .collect();
    let edits = edits?;
    let title = match edits.as_slice() {
        [edit] if edit.original.is_empty() => format!("insert `{}`", edit.replacement.trim()),
        [edit] => format!("replace `{}` by `{}`", edit.original, edit.replacement),
        _ => first_line(&diagnostic.message).to_owned(),
    };
    Ok(Offer {
        rules: vec![crate::rule::any::suggestion::WORDS],
        title,
        reason: format!("the message says so: {}", first_line(&diagnostic.message)),
        safety: SafetyClass::Unsafe,
        confidence: (rule.confidence)(),
        evidence: respelling::evidence(&edits, text)
            .filter(|_| diagnostic.message.contains("id you mean"))
            .unwrap_or(DeterminedBy::Message.into()),
        edits,
    })
}

fn rules(diagnostic: &Diagnostic) -> impl Iterator<Item = (&'static Rule, Captures<'_>)> {
    let is_for = |rule: &&Rule| {
        rule.parsers.iter().any(|parser| match parser.strip_suffix('*') {
            Some(stem) => diagnostic.parser.starts_with(stem),
            None => diagnostic.parser == *parser,
        })
    };
    RULES
        .iter()
        .filter(is_for)
        .filter_map(|rule| Some((rule, rule.wording.read(&diagnostic.message)?)))
}

/// The right name for a member that a type does not have.
fn script_member(kind: &str, old: &str) -> Option<&'static str> {
    let name = kind.split('<').next().unwrap_or_default();
    let kind = match name.trim_start_matches("Readonly") {
        "Map" | "WeakMap" => Kind::Map,
        "Set" | "WeakSet" => Kind::Set,
        "Console" => Kind::Console,
        "String" | "string" => Kind::Text,
        "Array" => Kind::Array,
        _ if kind.ends_with(']') => Kind::Array,
        _ => return None,
    };
    script_members::of(kind, old)
}

impl<'a> Site<'a> {
    /// The word at the reported place.
    fn word(&self) -> Option<&'a str> {
        let rest = self.text.get(self.start..self.line_end)?;
        let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_' && c != '$')?;
        (end > 0).then(|| &rest[..end])
    }

    /// Turns the named import at the reported place into the default import.
    fn default_import(&self, name: &str) -> Option<Changes> {
        let open = self.text[..self.start].rfind('{')?;
        let close = self.start + self.text[self.start..].find('}')?;
        let is_import = self.text[..open].trim_end().ends_with("import");
        let specifiers = self.text[open + 1..close].split(',').map(str::trim);
        let (own, others): (Vec<&str>, Vec<&str>) = specifiers
            .filter(|specifier| !specifier.is_empty())
            .partition(|specifier| specifier.split_whitespace().next() == Some(name));
        let local = own.first()?.rsplit(' ').next()?;
        let new = match others.is_empty() {
            true => local.to_owned(),
            false => format!("{local}, {{ {} }}", others.join(", ")),
        };
        is_import.then(|| vec![(open..close + 1, new)])
    }

    /// The range within the quotation marks at the reported place.
    fn quoted(&self) -> Option<Range<usize>> {
        let rest = self.text.get(self.start..self.line_end)?;
        let quote = rest.chars().next().filter(|c| matches!(c, '"' | '\''))?;
        let end = rest[1..].find(quote)?;
        Some(self.start + 1..self.start + 1 + end)
    }

    /// The value that is returned or assigned at the reported place, with its start.
    fn value(&self) -> Option<(usize, &'a str)> {
        let rest = self.text.get(self.start..self.line_end)?;
        let before = match rest.strip_prefix("return ") {
            Some(value) => rest.len() - value.len(),
            None => rest.find(" = ")? + " = ".len(),
        };
        Some((self.start + before, &rest[before..]))
    }

    /// The function at the reported place, or that is returned or given to the reported name, called.
    fn called(&self) -> Option<Changes> {
        let rest = self.text.get(self.start..self.line_end)?;
        let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$' | '.');
        let end = |(at, value): (usize, &str)| {
            let name = value.trim_end().trim_end_matches([';', ',']);
            name.chars().all(is_part).then_some(at + name.len())
        };
        let end = end((self.start, rest)).or_else(|| self.value().and_then(end))?;
        Some(vec![(end..end, "()".to_owned())])
    }

    /// `await` before the call that is returned, or given to the reported name.
    fn awaited(&self) -> Option<Changes> {
        let (at, value) = self.value()?;
        let is_call = value.starts_with(|c: char| c.is_alphabetic() || c == '_') && value.contains('(');
        (is_call && !value.starts_with("await ")).then(|| vec![(at..at, "await ".to_owned())])
    }
}

impl Site<'_> {
    /// The text that begins at the reported place replaced.
    fn replace_word_at(&self, old: &str, new: &str) -> Option<Changes> {
        let is_there = self.text.get(self.start..)?.starts_with(old);
        is_there.then(|| vec![(self.start..self.start + old.len(), new.to_owned())])
    }

    /// The mark at the end of the reported line, gone.
    fn without_last(&self, mark: char) -> Option<Changes> {
        let rest = self.text.get(self.start..self.line_end)?.trim_end();
        let end = self.start + rest.strip_suffix(mark)?.len();
        Some(vec![(end..end + mark.len_utf8(), String::new())])
    }

    /// The quoted text that begins at the reported place, without its quotation marks.
    fn without_quotes(&self) -> Option<Changes> {
        let rest = self.text.get(self.start..self.line_end)?.strip_prefix('"')?;
        let inner = &rest[..rest.find('"')?];
        Some(vec![(self.start..self.start + inner.len() + 2, inner.to_owned())])
    }

    /// A member replaced by another; by a value, also the call of it.
    fn replace_member(&self, old: &str, new: &str) -> Option<Changes> {
        let mut changes = self.replace_word(old, new)?;
        let (range, _) = changes.first_mut()?;
        if script_members::is_value(new) && self.text[range.end..].starts_with("()") {
            range.end += "()".len();
        }
        Some(changes)
    }

    /// Replaces the first occurrence of the whole word, from the reported place to the
    /// end of the line.
    fn replace_word(&self, old: &str, new: &str) -> Option<Changes> {
        let rest = self.text.get(self.start..self.line_end)?;
        let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
        let at = rest
            .match_indices(old)
            .map(|(at, _)| at)
            .find(|&at| !rest[..at].ends_with(is_word) && !rest[at + old.len()..].starts_with(is_word))?;
        let start = self.start + at;
        Some(vec![(start..start + old.len(), new.to_owned())])
    }
}
