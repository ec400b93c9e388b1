//! The effect of a fix on the text of one file.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::diagnostic::Diagnostic;
use crate::path::RelPath;
use crate::tool_facts::Kind;

use super::marks::marks;
use super::source::Source;
use super::{answer, benign, places, renamed, suite};

/// A text before and after.
#[derive(Debug)]
pub(super) struct Change<'a> {
    pub(super) file: &'a RelPath,
    before: Source<'a>,
    after: Source<'a>,
    /// Whether the complaining tool offers exactly this change as machine-applicable.
    pub(super) is_offered: bool,
    /// Whether the history of the project shows its text.
    pub(super) is_restored: bool,
    /// Whether it only lets uses follow the rename of a definition, or have the name of the definition again.
    pub(super) follows_a_rename: bool,
    /// Whether it only writes the new path of what was moved and is not found.
    pub(super) follows_a_move: bool,
    /// Whether a built-in rule makes it that keeps the meaning of what a library or the language removed.
    pub(super) follows_a_library: bool,
    /// Whether the text before cannot be parsed, so that its strings cannot be found reliably.
    pub(super) was_broken: bool,
}

impl<'a> Change<'a> {
    pub(super) fn new(file: &'a RelPath, before: &'a str, after: &'a str) -> Self {
        Self {
            file,
            before: Source::new(file, before),
            after: Source::new(file, after),
            is_offered: false,
            is_restored: false,
            follows_a_rename: false,
            follows_a_move: false,
            follows_a_library: false,
            was_broken: false,
        }
    }

    pub(super) fn is_of_imports(&self) -> bool {
        benign::is_of_imports(&self.before, &self.after)
    }

    pub(super) fn is_of_syntax(&self) -> bool {
        let (before, after) = (self.before.text, self.after.text);
        let is_same_data = || places::is_data(self.file) && benign::is_of_assignment(before, after);
        benign::is_of_syntax(before, after) || is_same_data() || self.is_of_values(before, after)
    }

    /// Returns whether values that JSON and TOML do not have are written as these do, or comments are removed from
    /// JSON.
    fn is_of_values(&self, before: &str, after: &str) -> bool {
        match self.file.extension() {
            "json" => benign::is_of_literals(before, after) || benign::is_without_comments(before, after),
            "toml" => benign::is_of_literals(before, after),
            _ => false,
        }
    }

    /// Returns whether one side is taken of every merge in the file.
    pub(super) fn is_of_merge(&self) -> bool {
        benign::is_of_merge(self.before.text, self.after.text)
    }

    /// Returns whether the file says the same as before, or what one side of a merge says.
    pub(super) fn is_of_form(&self) -> bool {
        self.is_of_merge() || benign::is_of_line_ends(self.before.text, self.after.text)
    }

    /// Returns whether lines are removed that are there once more, together.
    pub(super) fn removes_a_copy(&self) -> bool {
        benign::removes_a_copy(self.before.text, self.after.text)
    }

    pub(super) fn is_of_spelling(&self) -> bool {
        benign::is_of_spelling(self.before.text, self.after.text)
    }

    /// Returns whether the change only corrects spellings as these messages say, which quote both spellings.
    pub(super) fn is_spelt_as_told(&self, messages: &[&str]) -> bool {
        let quotes = |message: &str, word: &str| message.split(['\'', '"', '`']).any(|part| part == word);
        let is_told = |(old, new): &(&str, &str)| {
            let mut telling = messages.iter();
            telling.any(|message| quotes(message, old) && quotes(message, new))
        };
        self.is_of_spelling()
            && benign::respelt(self.before.text, self.after.text)
                .iter()
                .all(is_told)
    }

    /// Returns whether the change only respells words that these messages quote as wrong: alone, or as part of a
    /// name or path that is written here, no longer afterwards, and that no file has.
    pub(super) fn is_spelling_of(&self, messages: &[&str], exists: &dyn Fn(&str) -> bool) -> bool {
        let (before, after) = (self.before.text, self.after.text);
        let is_of_gone = |part: &str, word: &str| {
            let ends = part.match_indices('/').map(|(at, _)| &part[at + 1..]);
            let mut names = ends.chain([part]).filter(|name| has_word(name, word));
            // A directory may be written with a slash behind it.
            let is_in =
                |text: &str, name: &str| is_written(text, name) || is_written(text, &format!("{name}/"));
            names.any(|name| is_in(before, name) && !is_in(after, name) && !exists(name))
        };
        let quoted = |word: &str| {
            let quotes = |message: &&str| {
                let parts = message.split(['\'', '"', '`', '‘', '’']).skip(1);
                let mut parts = parts.chain(message.split(": "));
                parts.any(|part| part == word || is_of_gone(part, word))
            };
            messages.iter().any(quotes)
        };
        let respelt = benign::respelt(before, after);
        self.is_of_spelling() && !respelt.is_empty() && respelt.iter().all(|(old, _)| quoted(old))
    }

    /// Returns whether the change only respells words of paths that these messages name, so that they lead to a file
    /// that exists, as they did not before.
    pub(super) fn leads_to_what_is_there(&self, messages: &[&str], exists: &dyn Fn(&str) -> bool) -> bool {
        let (before, after) = (self.before.text, self.after.text);
        let is_there = |path: &str| {
            let mut endings = places::LOADED.iter().filter(|ending| !ending.is_empty());
            exists(path) || endings.any(|ending| exists(&format!("{path}.{ending}")))
        };
        let is_apart = |c: char| c.is_whitespace() || "'\"`‘’:,;()[]<>".contains(c);
        let leads = |(old, new): &(&str, &str)| {
            let paths = messages.iter().flat_map(|message| message.split(is_apart));
            paths.filter(|path| has_word(path, old)).any(|path| {
                let path = path.trim_start_matches("./");
                let begins = path
                    .find(old)
                    .is_some_and(|at| before.contains(&path[..at + old.len()]));
                begins && !is_there(path) && is_there(&path.replacen(old, new, 1))
            })
        };
        let respelt = benign::respelt(before, after);
        self.is_of_spelling() && !respelt.is_empty() && respelt.iter().all(leads)
    }

    /// Returns whether the change only gives the linker more: files that exist, or libraries.
    pub(super) fn links_more(&self, exists: &dyn Fn(&str) -> bool) -> bool {
        let mut before = self.before.text.split_whitespace().peekable();
        let is_source = |word: &str| {
            let object = word.strip_suffix(".o");
            let sources = ["c", "cc", "cpp", "cxx"];
            exists(word) && sources.iter().any(|ending| word.ends_with(&format!(".{ending}")))
                || object
                    .is_some_and(|object| sources.iter().any(|ending| exists(&format!("{object}.{ending}"))))
        };
        let is_library = |word: &str| {
            word.strip_prefix("-l")
                .is_some_and(|name| name.chars().all(char::is_alphanumeric))
        };
        let adds_only_such = self
            .after
            .text
            .split_whitespace()
            .all(|word| before.next_if_eq(&word).is_some() || is_source(word) || is_library(word));
        let has_same_lines = self.before.text.lines().count() == self.after.text.lines().count();
        adds_only_such && before.peek().is_none() && has_same_lines
    }

    /// Returns whether the change only waits for what was not waited for.
    pub(super) fn only_waits(&self) -> bool {
        let without = |text: &str| text.replace("await ", "");
        let more = self.after.text.matches("await ").count() > self.before.text.matches("await ").count();
        more && without(self.before.text) == without(self.after.text)
    }

    /// Returns whether the change to a script only makes a directory that one of these messages names.
    pub(super) fn makes_a_directory(&self, messages: &[&str]) -> bool {
        let mut before = self.before.text.lines().peekable();
        let is_told = |line: &str| {
            let directory = line
                .trim()
                .strip_prefix("mkdir -p ")
                .map(|it| it.trim_matches('"'));
            directory.is_some_and(|directory| {
                let is_plain = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.');
                let inside = format!("{directory}/");
                directory.chars().all(is_plain) && messages.iter().any(|message| message.contains(&inside))
            })
        };
        let mut lines = self.after.text.lines();
        lines.all(|line| before.next_if_eq(&line).is_some() || is_told(line)) && before.peek().is_none()
    }

    /// Returns whether the change only gives a rule of a Makefile the name of a target that another rule needs and none
    /// makes.
    pub(super) fn makes_a_needed_target(&self) -> bool {
        let respelt = benign::respelt(self.before.text, self.after.text);
        let [(old, new)] = respelt.as_slice() else {
            return false;
        };
        let rules = |text: &'a str| {
            let lines = text.lines().filter(|line| !line.starts_with('\t'));
            lines.filter_map(|line| line.split_once(':'))
        };
        let names = |list: &str, name: &str| list.split_whitespace().any(|word| word == name);
        let makes = |text: &'a str, name: &str| rules(text).any(|(targets, _)| names(targets, name));
        let needs = |name: &str| rules(self.before.text).any(|(_, needed)| names(needed, name));
        benign::is_one_slip(old, new)
            && needs(new)
            && !needs(old)
            && !makes(self.before.text, new)
            && makes(self.before.text, old)
            && makes(self.after.text, new)
    }

    /// Returns whether the change only writes digits for letters that look like them, in a value that one of these
    /// messages quotes.
    pub(super) fn is_number_as_meant(&self, messages: &[&str]) -> bool {
        let respelt = benign::respelt(self.before.text, self.after.text);
        let [(old, new)] = respelt.as_slice() else {
            return false;
        };
        let digit = |c: char| match c {
            'O' | 'o' => '0',
            'I' | 'l' => '1',
            other => other,
        };
        let is_quoted = |message: &&str| message.split(['\'', '"', '`']).any(|part| part == *old);
        new.chars().all(|c| c.is_ascii_digit())
            && old.chars().map(digit).eq(new.chars())
            && messages.iter().any(is_quoted)
    }

    /// Returns whether the change only corrects slips of one letter in the names that are missing: to a word that the
    /// text has already, and that a last letter or a digit does not tell from the other.
    pub(super) fn corrects_slips_of(&self, missing: &[&str]) -> bool {
        let (before, after) = (self.before.text, self.after.text);
        let is_slip = |(old, new): &(&str, &str)| {
            let is_about_it = missing.contains(old) || missing.contains(new);
            is_about_it && benign::is_one_slip(old, new) && has_word(before, new) && !has_word(after, old)
        };
        let respelt = benign::respelt(before, after);
        benign::has_same_gaps(before, after) && !respelt.is_empty() && respelt.iter().all(is_slip)
    }

    /// Returns whether the change only respells one word as one that these messages, which are about this file,
    /// quote.
    pub(super) fn is_spelt_as_listed(&self, messages: &[&str]) -> bool {
        let respelt = benign::respelt(self.before.text, self.after.text);
        let [(_, new)] = respelt.as_slice() else {
            return false;
        };
        let mut parts = messages
            .iter()
            .flat_map(|message| message.split(['\'', '"', '`']).skip(1).step_by(2));
        self.is_of_spelling() && parts.any(|part| part == *new)
    }

    /// Returns whether the change only gives an option another value, and one of these messages, which are about this
    /// file, quotes both the option and the value, or refuses the value that it has: `Option 'target=ES5' has been
    /// removed`.
    pub(super) fn is_set_as_told(&self, messages: &[&str]) -> bool {
        let (before, after) = (self.before.text, self.after.text);
        let respelt = benign::respelt(before, after);
        let [(_, new)] = respelt.as_slice() else {
            return false;
        };
        let same = before.char_indices().zip(after.chars());
        let at = same.take_while(|((_, old), new)| old == new).count();
        let common: String = before.chars().take(at).collect();
        // `"option": "va`: the value may begin alike.
        let mut parts = common.rsplit('"').skip(1);
        let (Some(":"), Some(option)) = (parts.next().map(str::trim), parts.next()) else {
            return false;
        };
        let is_told = |message: &&str| {
            let quoted = message.split(['\'', '"', '`']);
            let parts: Vec<&str> = quoted
                .map(|part| part.strip_prefix("--").unwrap_or(part))
                .collect();
            let refuses = |part: &&str| part.split_once('=').is_some_and(|(name, _)| name == option);
            parts.contains(new) && parts.contains(&option) || parts.iter().any(refuses)
        };
        benign::has_same_gaps(before, after) && messages.iter().any(is_told)
    }

    /// Returns whether the change only gives checks the names of today, as these messages say that the old ones
    /// are gone.
    pub(super) fn is_of_same_checks(&self, messages: &[&str]) -> bool {
        renamed::is_of_same_checks(self.file, &self.before, self.after.text, messages)
    }

    /// Returns whether the change only removes options that have no effect any more, as these messages say.
    pub(super) fn is_of_dead_options(&self, messages: &[&str]) -> bool {
        renamed::is_of_dead_options(self.file, self.before.text, self.after.text, messages)
    }

    /// Returns whether the change makes invalid JSON valid and keeps its words.
    pub(super) fn makes_it_readable(&self) -> bool {
        let reads = |text: &str| serde_json::from_str::<serde::de::IgnoredAny>(text).is_ok();
        let is_json = self.file.extension() == "json";
        is_json && !reads(self.before.text) && reads(self.after.text) && self.is_of_syntax()
    }

    /// Returns whether functions lost types that they stated, or have `any` in their place.
    pub(super) fn states_fewer_types(&self) -> bool {
        let count = |kind: Kind, source: &Source<'_>| marks(kind).find_iter(&source.live).count();
        let is_less = |kind: Kind| count(kind, &self.after) < count(kind, &self.before);
        let is_more = |kind: Kind| count(kind, &self.after) > count(kind, &self.before);
        let is_untyped = is_more(Kind::AnnotatedAny) && !is_more(Kind::Annotation);
        let is_lost = is_less(Kind::StatedType) && !is_less(Kind::Function);
        (is_untyped || is_lost) && !self.was_broken
    }

    pub(super) fn is_harmless(&self) -> bool {
        self.is_of_imports() || self.is_of_syntax()
    }

    /// A new suppression, or one that now silences more. One that comes back with the code that it stood behind is not
    /// new.
    pub(super) fn new_silence(&self) -> Option<&'a str> {
        let found = |text: &'a str| marks(Kind::Silences).find_iter(text);
        let mut old: Vec<&str> = found(self.before.text).map(|found| found.as_str()).collect();
        let added = found(self.after.text).find(|found| {
            let new = found.as_str();
            let kept = old
                .iter()
                .position(|old| *old == new)
                .or_else(|| old.iter().position(|old| is_narrower(new, old)));
            kept.map(|kept| old.remove(kept)).is_none() && !self.comes_back_with_code(found.start())
        });
        added.map(|found| found.as_str())
    }

    /// Returns whether the history shows the code before a place of its line, which is not in the text before.
    fn comes_back_with_code(&self, at: usize) -> bool {
        let before = &self.after.text[..at];
        let code = before[before.rfind('\n').map_or(0, |end| end + 1)..].trim();
        let code = code.trim_end_matches(['#', '/', '*']).trim_end();
        self.is_restored && !code.is_empty() && !self.before.text.contains(code)
    }

    /// A match that occurs more often than before, anywhere in the text.
    pub(super) fn more_of(&self, kind: Kind) -> Option<&'a str> {
        more(kind, self.before.text, self.after.text).map(|range| &self.after.text[range])
    }

    /// A match that occurs more often than before in the part of the text that runs. Of a text that could not be
    /// read, all may have run.
    pub(super) fn more_live(&self, kind: Kind) -> Option<&'a str> {
        let added = more(kind, &self.before.live, &self.after.live);
        let is_old = || self.was_broken && more(kind, self.before.text, &self.after.live).is_none();
        added.filter(|_| !is_old()).map(|range| &self.after.text[range])
    }

    /// The line that only knows the value that the failing test expects.
    pub(super) fn known_answer(&self, targets: &[&Diagnostic]) -> Option<&'a str> {
        answer::known_answer(self.before.text, self.after.text, targets)
    }

    pub(super) fn missing_test(&self) -> Option<&'a str> {
        suite::missing_test(&self.before, &self.after, self.was_broken)
    }

    /// Returns whether every assertion of the tests (or of the whole file) is still there unchanged.
    pub(super) fn keeps_assertions(&self, of_the_whole_file: bool) -> bool {
        let assertions = |source: &Source<'a>| {
            let whole = of_the_whole_file || places::is_test_support(self.file);
            let places = match whole {
                true => std::iter::once(0..source.text.len()).collect(),
                false => suite::places(self.file, source),
            };
            suite::assertions(source, &places)
        };
        suite::keeps(&assertions(&self.before), &assertions(&self.after))
    }

    /// What a table of cases expects, if it expects it no more.
    pub(super) fn missing_expectation(&self) -> Option<&'a str> {
        let expected = |text: &'a str| marks(Kind::Expects).find_iter(text).map(|found| found.as_str());
        let now: BTreeSet<&str> = expected(self.after.text).collect();
        expected(self.before.text).find(|value| !now.contains(value))
    }

    /// A line that makes the language stricter, if what it demands is not demanded any more.
    pub(super) fn less_strict(&self) -> Option<&'a str> {
        let lines = |text: &'a str| {
            marks(Kind::Strict)
                .find_iter(text)
                .map(|found| found.as_str().trim())
        };
        // Options of one letter are written together: `-eu`.
        let demands = |word: &'a str| -> Vec<&'a str> {
            match word.strip_prefix('-') {
                Some(options) => options.split("").collect(),
                None => word.split(|c: char| !c.is_alphanumeric()).collect(),
            }
        };
        let demanded = |line: &'a str| {
            line.split_whitespace()
                .flat_map(demands)
                .filter(|demand| !demand.is_empty())
        };
        let now: BTreeSet<&str> = lines(self.after.text).flat_map(demanded).collect();
        lines(self.before.text).find(|line| !demanded(line).all(|demand| now.contains(demand)))
    }

    /// The statement of a line, 1-based, if it reports a failure and is gone, and nothing like it came.
    pub(super) fn missing_report(&self, line: u32) -> Option<&'a str> {
        // What is not implemented yet reports that it has to be replaced.
        const NOT_YET: [&str; 3] = ["NotImplemented", "not implemented", "todo"];
        let at = usize::try_from(line).ok()?.checked_sub(1)?;
        let report = self.before.text.lines().nth(at)?.trim();
        let word = marks(Kind::Reports).find_iter(report).next()?.as_str();
        let count = |text: &str, is_such: &dyn Fn(&str) -> bool| {
            text.lines().filter(|line| is_such(line.trim())).count()
        };
        let is_fewer = |is_such: &dyn Fn(&str) -> bool| {
            count(self.after.text, is_such) < count(self.before.text, is_such)
        };
        let is_gone = is_fewer(&|line| line == report) && is_fewer(&|line| line.starts_with(word));
        (is_gone && !NOT_YET.iter().any(|words| report.contains(words))).then_some(report)
    }

    /// Returns whether a line is added that gives a name a value without content: `None`, `0`, `[]`.
    pub(super) fn binds_to_nothing(&self, name: &str) -> bool {
        const NOTHING: [&str; 10] = [
            "None",
            "...",
            "0",
            "\"\"",
            "''",
            "[]",
            "{}",
            "null",
            "undefined",
            "nil",
        ];
        let binds = |line: &str| {
            let line = line.trim().trim_end_matches(';');
            let line = ["const ", "let ", "var "]
                .iter()
                .find_map(|word| line.strip_prefix(word))
                .unwrap_or(line);
            let value = line.strip_prefix(name).map(str::trim_start);
            let value = value.and_then(|rest| rest.strip_prefix('=')).map(str::trim);
            value.is_some_and(|value| NOTHING.contains(&value))
        };
        !self.before.text.lines().any(binds) && self.after.text.lines().any(binds)
    }

    /// Returns whether at least as many assertions run as before.
    pub(super) fn asserts_no_less(&self) -> bool {
        let count = |source: &Source<'_>| {
            let statements = source.statements().into_iter();
            let run = statements.filter(|statement| !source.is_import(statement));
            let asserting =
                |statement: Range<usize>| marks(Kind::Assertion).find_iter(&source.live[statement]).count();
            run.map(asserting).sum::<usize>()
        };
        count(&self.after) >= count(&self.before) && self.more_live(Kind::AlwaysTrue).is_none()
    }

    /// Returns whether the text of the tests is the same except for imports.
    pub(super) fn keeps_tests(&self) -> bool {
        let tests = |source: &Source<'_>| suite::texts(source, &suite::places(self.file, source));
        let (before, after) = (tests(&self.before), tests(&self.after));
        benign::is_of_imports(&Source::new(self.file, &before), &Source::new(self.file, &after))
    }

    /// Returns whether only `setup` and `teardown` of test classes get the names that test runners call today: more
    /// runs after that, and nothing less.
    pub(super) fn is_of_setup(&self) -> bool {
        let names = [
            ("def setup(self)", "def setup_method(self)"),
            ("def teardown(self)", "def teardown_method(self)"),
        ];
        let (before, after) = (self.before.text, self.after.text);
        let is_free = names.iter().all(|(_, new)| !before.contains(new));
        let renamed = names
            .iter()
            .fold(before.to_owned(), |text, (old, new)| text.replace(old, new));
        self.file.extension() == "py" && is_free && before != after && renamed == after
    }

    /// The share of the code that is removed, in percent of its words, if it is more than a tenth and three words. Its
    /// words are counted, not its characters: a shorter name is no less code. Imports and the names of imported modules
    /// before a dot do not count, nor do comments. In a text that cannot be parsed, all words do.
    pub(super) fn lost_share(&self) -> Option<usize> {
        let size = |source: &Source<'_>| {
            if self.was_broken {
                return words(source.text).count();
            }
            let statements = source.statements().into_iter();
            let (imports, kept): (Vec<_>, Vec<_>) =
                statements.partition(|statement| source.is_import(statement));
            let imported = imports
                .into_iter()
                .flat_map(|statement| words(&source.live[statement]));
            let imported: BTreeSet<&str> = imported.collect();
            let size = |statement: Range<usize>| {
                let text = &source.live[statement];
                words(text).count() - qualifiers(text, &imported)
            };
            kept.into_iter().map(size).sum::<usize>()
        };
        let (before, after) = (size(&self.before), size(&self.after));
        (after + 3 < before - before / 10).then(|| (before - after) * 100 / before)
    }
}

/// The number of names of imported modules before a dot in a text: two in `os.path.join`.
fn qualifiers(text: &str, imported: &BTreeSet<&str>) -> usize {
    let chains = text.split(|c: char| !c.is_alphanumeric() && c != '_' && c != '.');
    let qualifiers = chains.flat_map(|chain| {
        let parts = chain.split('.').count();
        let before_the_last = chain.split('.').take(parts - 1);
        before_the_last.take_while(|part| imported.contains(part))
    });
    qualifiers.count()
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|c: char| !c.is_alphanumeric() && c != '_');
    words.filter(|word| !word.is_empty())
}

/// The first match beyond the earlier number of matches; preferably a new one.
fn more(kind: Kind, before: &str, after: &str) -> Option<Range<usize>> {
    let found: Vec<regex::Match<'_>> = marks(kind).find_iter(after).collect();
    let known: Vec<&str> = marks(kind)
        .find_iter(before)
        .map(|found| found.as_str())
        .collect();
    if found.len() <= known.len() {
        return None;
    }
    let new = found.iter().find(|found| !known.contains(&found.as_str()));
    new.or(found.first()).map(regex::Match::range)
}

/// Returns whether a suppression lost some of its codes and kept others; without any code it silences all.
fn is_narrower(new: &str, old: &str) -> bool {
    let codes = |text: &str| -> Option<BTreeSet<String>> {
        let codes = marks(Kind::Silenced).captures(text)?.get(1)?.as_str();
        let words = codes.split(|c: char| !c.is_alphanumeric() && c != '-' && c != '_');
        Some(words.filter(|word| !word.is_empty()).map(str::to_owned).collect())
    };
    match (codes(new), codes(old)) {
        (Some(new), Some(old)) => !new.is_empty() && new.is_subset(&old),
        _ => false,
    }
}

/// Returns whether a text has a word that is not part of a longer one.
fn has_word(text: &str, word: &str) -> bool {
    text.split(|c: char| !c.is_alphanumeric() && c != '_')
        .any(|part| part == word)
}

/// Returns whether a name or path is written as a whole.
fn is_written(text: &str, name: &str) -> bool {
    let goes_on = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '/');
    let mut places = text.match_indices(name);
    places.any(|(at, _)| {
        let before = text[..at].strip_suffix("./").unwrap_or(&text[..at]);
        !before.ends_with(goes_on) && !text[at + name.len()..].starts_with(goes_on)
    })
}
