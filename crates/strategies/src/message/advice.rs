//! Reads advice: "`a` is deprecated, use `b` instead", "`a` has been moved to `b`".
//!
//! The wordings are those of libraries, compilers and linters. A text is read clause by clause: one
//! clause names what is gone, the same or a later one its replacement.

use std::sync::LazyLock;

use regex::{Captures, Regex};
use unbreak_core::Diagnostic;
use unbreak_core::pattern::pattern;

/// The advice in a message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Advice {
    /// The name that yields, as the message spells it, without the parentheses of a call.
    pub(crate) old: Option<String>,
    /// The replacements, in the message's order. Code of any kind: a name, a call, a path.
    pub(crate) new: Vec<String>,
    /// How the two are related.
    pub(crate) kind: Kind,
    /// Whether the advice holds only under a condition: "If you wanted the scalar type, use ...".
    pub(crate) is_conditional: bool,
}

/// How the new name is related to the old one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// The new name replaces the old one.
    Replace,
    /// The new name is written without the old one's qualifier: "use `float` by itself".
    ByItself,
    /// The new text may be the place where the old name is found now.
    Move,
}

/// A name or a piece of code, quoted or not.
const TOKEN: &str = r#"(?:[`'"‘“]{1,2}[A-Za-z_$@][^`'"’”\n]{0,80}?[`'"’”]{1,2}|[A-Za-z_$][\w$]*(?:(?:\.|::|:|-)[A-Za-z_$][\w$]*)*(?:\(\))?)"#;

/// A piece of code between quotation marks.
const QUOTED: &str = r#"[`'"‘“]{1,2}[A-Za-z_$@][^`'"’”\n]{0,80}?[`'"’”]{1,2}"#;

/// The nouns after a name in a sentence: "the `warn` method".
const NOUN: &str = r"(?: (?:alias|argument|attribute|class|constant|field|function|keyword|method|module|name|namespace|option|package|parameter|property|type|value)s?){0,2}";

/// Texts that every message with advice contains one of, so that other messages cost one search each.
const HINTS: [&str; 10] = [
    "use ",
    "Use ",
    "instead",
    "renamed",
    "replaced",
    "superseded",
    "moved to",
    "favor of",
    "favour of",
    "now ",
];

/// The names that a message reported last.
#[derive(Debug, Default)]
struct Subject {
    /// The name reported as deprecated, removed or renamed.
    gone: Option<String>,
    /// The name reported as missing, without a reason.
    missing: Option<String>,
}

/// Everything that a diagnostic advises, the unconditional advice first.
pub(crate) fn of(diagnostic: &Diagnostic) -> Vec<Advice> {
    let notes = diagnostic.notes.iter().map(|note| note.message.as_str());
    let texts = std::iter::once(diagnostic.message.as_str())
        .chain(diagnostic.advice.as_deref())
        .chain(notes);
    let mut subject = Subject::default();
    let mut found: Vec<Advice> = Vec::new();
    for text in texts {
        subject.missing = missing(text).or(subject.missing);
        if HINTS.iter().any(|hint| text.contains(hint)) {
            read(text, &mut subject, &mut found);
        }
    }
    found.sort_by_key(|advice| advice.is_conditional);
    found
}

/// Reads one text.
fn read(text: &str, subject: &mut Subject, found: &mut Vec<Advice>) {
    for clause in clauses(text) {
        subject.gone = gone(clause).or_else(|| subject.gone.take());
        let Some((phrase, mut advice)) = offered(clause) else {
            continue;
        };
        let missing = subject.missing.as_ref().filter(|_| !phrase.is_weak);
        let complained = subject.gone.as_ref().or(missing);
        advice.is_conditional = is_conditional(clause);
        advice.old = advice.old.or_else(|| complained.cloned());
        let is_same = |new: &String| advice.old.as_deref() == Some(plain(new));
        if !advice.new.iter().any(is_same) && !found.contains(&advice) {
            found.push(advice);
        }
    }
}

/// The parts of a text between line ends, full stops and semicolons.
fn clauses(text: &str) -> impl Iterator<Item = &str> {
    static END: LazyLock<Regex> = LazyLock::new(|| pattern(r"[.!?;](?:\s+|$)|\n|, (?:otherwise|or else) "));
    END.split(text).map(str::trim).filter(|clause| !clause.is_empty())
}

/// The name that a tool cannot find, in the words of interpreters and compilers.
fn missing(text: &str) -> Option<String> {
    static MISSING: LazyLock<Regex> = LazyLock::new(|| {
        pattern(
            r#"(?:has no attribute|unexpected keyword argument|cannot import name|use of deprecated(?: \w+)*|^name) [`'"]([\w.:]+)[`'"]"#,
        )
    });
    Some(MISSING.captures(text)?[1].to_owned())
}

/// The name that a clause says is gone or discouraged.
fn gone(clause: &str) -> Option<String> {
    static GONE: LazyLock<Regex> = LazyLock::new(|| {
        pattern(&format!(
            r"({TOKEN}){NOUN} (?:is|was|are|were|has been|have been|has|will be)\b.*?(?:deprecated|removed|renamed|replaced|superseded|obsolete|moved|no longer|now (?:available|called|in|located|named)|discontinued|not supported)"
        ))
    });
    // "This function is deprecated" names nothing.
    const UNNAMED: [&str; 14] = [
        "This", "this", "That", "that", "It", "it", "which", "function", "method", "class", "and", "or",
        "what", "alias",
    ];
    let found = GONE.captures(clause)?;
    let name = plain(&found[1]);
    (!UNNAMED.contains(&name)).then(|| name.to_owned())
}

/// A wording of advice. The group `new` holds what to write, `old` what it replaces.
struct Phrase {
    expression: LazyLock<Regex>,
    kind: Kind,
    /// Whether the wording is also used for other things, so that it replaces only what is reported as gone.
    is_weak: bool,
}

macro_rules! phrase {
    ($kind:ident, $wording:expr) => {
        phrase!($kind, $wording, false)
    };
    ($kind:ident, $wording:expr, $is_weak:expr) => {
        Phrase {
            expression: LazyLock::new(|| {
                let one = $wording.replace("%Q", &list(QUOTED)).replace("%L", &list(TOKEN));
                pattern(&one.replace("%T", TOKEN).replace("%n", NOUN))
            }),
            kind: Kind::$kind,
            is_weak: $is_weak,
        }
    };
}

/// The most particular first.
static PHRASES: [Phrase; 9] = [
    phrase!(Move, "from (?P<old>%T) instead of from (?P<new>%T)"),
    phrase!(
        Replace,
        "(?:[Uu]se|[Pp]refer|[Tt]ry) (?:the )?(?P<new>%T)%n (?:instead of|in place of|rather than) (?:the )?(?P<old>%T)"
    ),
    phrase!(Replace, "[Rr]eplace (?P<old>%T) (?:with|by) (?P<new>%T)"),
    phrase!(ByItself, "[Uu]se (?P<new>%T) by itself"),
    phrase!(
        Replace,
        "(?:[Uu]se|[Cc]all|[Tt]ry|[Pp]refer|[Ii]mport|[Ss]witch to) (?:the )?(?P<new>%L)%n (?:instead|directly)"
    ),
    phrase!(Move, "moved (?:to|into) (?:the )?(?P<new>%T)"),
    phrase!(
        Replace,
        "(?:renamed|replaced|superseded)(?: (?:to|by|with|as))? (?:the )?(?P<new>%L)"
    ),
    phrase!(
        Replace,
        "(?:in favou?r of|now (?:available as|called|named)) (?:the )?(?P<new>%L)"
    ),
    phrase!(Replace, "[Uu]se (?:the )?(?P<new>%Q)", true),
];

/// One or several, in words: "a, b, or c".
fn list(one: &str) -> String {
    format!("{one}(?:(?:,|,? or| /) {one}){{0,3}}")
}

/// The replacement that a clause offers.
fn offered(clause: &str) -> Option<(&'static Phrase, Advice)> {
    let (phrase, found) = PHRASES
        .iter()
        .find_map(|phrase| Some((phrase, phrase.expression.captures(clause)?)))?;
    let new = names(&found["new"]);
    let whole = found.get(0)?;
    let (before, after) = (&clause[..whole.start()], &clause[whole.end()..]);
    let is_named = !new.is_empty() && !hides(after) && !asks_for_more(after) && !forbids(before);
    let advice = || Advice {
        old: old(&found),
        new,
        kind: phrase.kind,
        is_conditional: false,
    };
    is_named.then(|| (phrase, advice()))
}

fn old(found: &Captures<'_>) -> Option<String> {
    let old = found.name("old")?;
    Some(plain(old.as_str()).to_owned())
}

/// The names in a list; empty where a word stands for an unnamed one.
fn names(list: &str) -> Vec<String> {
    static ONE: LazyLock<Regex> = LazyLock::new(|| pattern(TOKEN));
    let each = ONE
        .find_iter(list)
        .map(|name| name.as_str())
        .filter(|name| *name != "or");
    let each: Vec<&str> = each.collect();
    if each.iter().any(|name| is_filler(name)) {
        return Vec::new();
    }
    each.into_iter().map(|name| unquoted(name).to_owned()).collect()
}

/// Words in the place of a name.
fn is_filler(name: &str) -> bool {
    const FILLER: [&str; 13] = [
        "it",
        "this",
        "that",
        "them",
        "the",
        "a",
        "an",
        "one",
        "something",
        "another",
        "other",
        "new",
        "it's",
    ];
    FILLER.contains(&name)
}

/// Returns whether the words before an offer turn it into a warning: "do not use ...", "never call ...".
fn forbids(before: &str) -> bool {
    let before = before.trim_end().to_lowercase();
    let last = before.rsplit(' ').next().unwrap_or_default();
    matches!(last, "not" | "never" | "cannot" | "longer" | "avoid") || last.ends_with("n't")
}

/// Returns whether the words after a name show that the name alone is not enough: "with the size in bytes",
/// "(which takes seconds)".
fn asks_for_more(after: &str) -> bool {
    const MORE: [&str; 7] = ["with ", "which ", "that ", "plus ", "after ", "where ", "when "];
    let after = after.trim_start_matches([' ', ',', '(']);
    MORE.iter().any(|words| after.starts_with(words))
}

/// Returns whether the offered change only hides the message.
fn hides(after: &str) -> bool {
    ["to silence", "to suppress", "to ignore", "to disable", "to hide"]
        .iter()
        .any(|words| after.trim_start().starts_with(words))
}

/// "If you ...", "To achieve ..."; "To avoid this error" is not a condition.
fn is_conditional(clause: &str) -> bool {
    const CONDITIONS: [&str; 6] = ["If ", "When ", "For ", "Unless ", "Where ", "To "];
    const GOALS: [&str; 5] = [
        "To avoid ",
        "To fix ",
        "To resolve ",
        "To silence ",
        "To suppress ",
    ];
    // A compiler quotes the advice behind its own words: "use of deprecated function `f`: If ...".
    let begins = |words: &[&str]| {
        let mut parts = clause.split(": ");
        parts.any(|part| words.iter().any(|word| part.starts_with(word)))
    };
    let ends = [" if ", " unless "].iter().any(|word| clause.contains(word));
    ends || begins(&CONDITIONS) && !begins(&GOALS)
}

fn unquoted(token: &str) -> &str {
    token.trim_matches(|c| matches!(c, '`' | '\'' | '"' | '‘' | '’' | '“' | '”'))
}

/// A name without quotation marks and the empty parentheses of a call.
pub(crate) fn plain(token: &str) -> &str {
    unquoted(token).trim_end_matches("()")
}
