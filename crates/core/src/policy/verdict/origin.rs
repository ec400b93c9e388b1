//! The origin of a new diagnostic: the change caused it, or revealed it by fixing another.

use std::collections::BTreeSet;

use crate::diagnostic::{Diagnostic, ErrorType, Frame, Location};
use crate::fact::{Fact, UnusedKind};
use crate::line_map::Mapped;
use crate::path::RelPath;
use crate::policy::guard::{is_test_file, is_test_support};
use crate::policy::phase::Phase;
use crate::signature::named;

use super::Comparison;

impl Comparison<'_> {
    /// Returns whether a new diagnostic (an index into `after`) existed before, hidden.
    pub(super) fn is_revealed(&self, new: usize, gone: &BTreeSet<usize>) -> bool {
        let new = &self.after[new];
        if self.is_still_missing(new, gone)
            || self.is_missing_earlier(new, gone)
            || self.lost_its_name(new, gone)
            || self.lost_its_quotes(new)
        {
            return false;
        }
        if self.is_of_a_later_phase(new, gone) || self.is_left_over(new, gone) {
            return true;
        }
        let is_caused = self.is_of_the_change(new)
            && !self.is_behind_the_module(new, gone)
            && !self.is_another_exception(new, gone);
        if gone.is_empty() || is_caused || self.is_broken_syntax(new, gone) {
            return false;
        }
        let mut mended = gone.iter().map(|&old| &self.before[old]);
        mended.clone().all(|old| new.severity < old.severity)
            || self.is_untouched_syntax(new)
            || self.is_first_word_of_its_tool(new, gone)
            || mended.any(|old| self.hid(old, new, gone))
    }

    /// Returns whether an edited line still asks for the same member, only of something else: the change put another
    /// receiver there and left the member alone.
    fn is_still_missing(&self, new: &Diagnostic, gone: &BTreeSet<usize>) -> bool {
        let Some(name) = unknown_member(new) else {
            return false;
        };
        let is_asked = |old: &Diagnostic| {
            unknown_member(old) == Some(name)
                && self.is_edited_line(old)
                && self.is_same_line(&old.location, &new.location)
        };
        gone.iter().any(|&old| is_asked(&self.before[old]))
            && self
                .lines
                .changes()
                .all(|(original, _)| !mentions(original, name))
    }

    /// Returns whether the change touched the line of a diagnostic.
    fn is_edited_line(&self, old: &Diagnostic) -> bool {
        let place = old.file().zip(old.location.line);
        place.is_some_and(|(file, line)| self.lines.map(file, line) == Mapped::Touched)
    }

    /// Returns whether a value is missing further to the left of a line that the change did not touch: values are read
    /// from left to right, so the program got less far.
    fn is_missing_earlier(&self, new: &Diagnostic, gone: &BTreeSet<usize>) -> bool {
        let is_missing = |it: &Diagnostic| it.fact == Some(Fact::MissingValue);
        let is_left_of = |old: &Diagnostic| {
            let (Some(file), Some(line)) = (old.file(), old.location.line) else {
                return false;
            };
            let columns = old.location.column.zip(new.location.column);
            new.file() == Some(file)
                && new
                    .location
                    .line
                    .is_some_and(|now| self.lines.map(file, line) == Mapped::Moved(now))
                && columns.is_some_and(|(old, new)| new < old)
        };
        let mut mended = gone.iter().map(|&old| &self.before[old]);
        is_missing(new) && mended.any(|old| is_missing(old) && is_left_of(old))
    }

    /// Returns whether a name is undefined that the change took away, where no error was about that name before.
    fn lost_its_name(&self, new: &Diagnostic, gone: &BTreeSet<usize>) -> bool {
        let name = undefined_name(new);
        let was_undefined = gone.iter().any(|&old| undefined_name(&self.before[old]) == name);
        name.is_some() && !was_undefined && self.speaks_of_what_went(new, gone)
    }

    /// Returns whether a word of a line is an undefined name there because only quotes of the line were changed.
    fn lost_its_quotes(&self, new: &Diagnostic) -> bool {
        let place = new.file().zip(new.location.line);
        let is_there = place.is_some_and(|(file, line)| self.lines.touches_after(file, line));
        let bare = |text: &str| text.replace(['\'', '"', '`'], "");
        let is_quote = |(original, replacement): (&str, &str)| {
            original != replacement && bare(original).trim() == bare(replacement).trim()
        };
        undefined_name(new).is_some() && is_there && self.lines.changes().all(is_quote)
    }

    /// Returns whether the tool did not reach this check of the file's code before, because an earlier phase refused
    /// it.
    fn is_of_a_later_phase(&self, new: &Diagnostic, gone: &BTreeSet<usize>) -> bool {
        let mut mended = gone.iter().map(|&old| &self.before[old]);
        mended.any(|old| {
            old.phase < new.phase
                && old.parser == new.parser
                && old.file().is_some()
                && old.file() == new.file()
        })
    }

    /// Returns whether nothing uses an import any more because code that only a linter disliked was rewritten: the
    /// rewritten code does the same without it.
    fn is_left_over(&self, new: &Diagnostic, gone: &BTreeSet<usize>) -> bool {
        let Some(Fact::UnusedName {
            name,
            what: UnusedKind::Import,
        }) = &new.fact
        else {
            return false;
        };
        let Some(name) = words(name).last() else {
            return false;
        };
        let mut mended = gone.iter().map(|&old| &self.before[old]);
        let mut changes = self.lines.changes();
        !gone.is_empty()
            && mended.all(|old| old.error_type == ErrorType::Lint)
            && changes.any(|(original, _)| mentions(original, name))
    }

    /// Returns whether a program that reached the place where it had failed fails there in another way, for a reason
    /// unrelated to names: the callee refuses its arguments.
    fn is_another_exception(&self, new: &Diagnostic, gone: &BTreeSet<usize>) -> bool {
        let is_raised = |it: &Diagnostic| it.error_type == ErrorType::Runtime && it.code.is_some();
        let mut mended = gone.iter().map(|&old| &self.before[old]);
        is_raised(new)
            && names(&new.message).is_empty()
            && mended.any(|old| is_raised(old) && old.code != new.code && self.is_on_the_same_path(old, new))
    }

    /// Whether the same lines of the workspace lead to both, and the failing line is the same. Before Python 3.12 a
    /// comprehension is a frame of its own, on a line of the function that it is in.
    fn is_on_the_same_path(&self, old: &Diagnostic, new: &Diagnostic) -> bool {
        let path = |diagnostic| {
            let frames = own_frames(diagnostic).into_iter();
            let frames = frames.filter(|frame| !frame.function.as_deref().is_some_and(is_comprehension));
            frames.map(|frame| &frame.location).collect::<Vec<_>>()
        };
        let (from, to) = (path(old), path(new));
        from.len() == to.len()
            && self.is_same_line(&old.location, &new.location)
            && from
                .into_iter()
                .zip(to)
                .all(|(old, new)| old.file == new.file && self.is_same_line(old, new))
    }

    /// Returns whether it is on a line that the change wrote and is about the written text.
    fn is_of_the_change(&self, new: &Diagnostic) -> bool {
        let (Some(file), Some(line)) = (new.file(), new.location.line) else {
            return false;
        };
        let mut written = self.lines.replacements_at(file, line).peekable();
        if written.peek().is_none() {
            return false;
        }
        let mut named = names(&new.message);
        named.extend(new.fact.as_ref().and_then(Fact::missing_name));
        if named.is_empty() || new.error_type == ErrorType::Syntax {
            return true;
        }
        written.any(|text| words(text).any(|word| named.contains(word)))
    }

    /// Returns whether a module that was not found is found now, but does not have a member that the same import
    /// needs: its name is neither in the written text nor in the earlier message.
    fn is_behind_the_module(&self, new: &Diagnostic, gone: &BTreeSet<usize>) -> bool {
        let is_import = |it: &Diagnostic| it.error_type == ErrorType::Import;
        let mut mended = gone.iter().map(|&old| &self.before[old]);
        let old = mended.find(|old| is_import(old) && old.file() == new.file());
        let (Some(old), true) = (old, is_import(new)) else {
            return false;
        };
        let is_further = |name: &&str| {
            let is_written = self.lines.changes().any(|(_, text)| mentions(text, name));
            !is_written && !mentions(&old.message, name)
        };
        names(&new.message).iter().any(is_further)
    }

    /// Returns whether a file cannot be parsed because of the change: it was edited, and could be parsed before.
    fn is_broken_syntax(&self, new: &Diagnostic, gone: &BTreeSet<usize>) -> bool {
        let was_broken = gone.iter().map(|&old| &self.before[old]).any(|old| {
            old.error_type == ErrorType::Syntax && old.file() == new.file() && self.is_further_on(old, new)
        });
        new.error_type == ErrorType::Syntax && self.is_in_edited_file(&new.location) && !was_broken
    }

    /// Returns whether it is about syntax in a part of a file that the change did not touch.
    fn is_untouched_syntax(&self, new: &Diagnostic) -> bool {
        new.error_type == ErrorType::Syntax && new.file().is_some_and(|file| !self.lines.is_edited(file))
    }

    /// `a && b`: tool b had not run before, and runs now because a has no complaints left.
    ///
    /// A failure in an earlier phase than before may come from the same program, reported by another parser;
    /// then it must be unrelated to the change.
    fn is_first_word_of_its_tool(&self, new: &Diagnostic, gone: &BTreeSet<usize>) -> bool {
        let is_first = !new.parser.is_empty() && self.before.iter().all(|old| old.parser != new.parser);
        let is_another_tool = self
            .before
            .iter()
            .all(|old| is_checker(old) != is_checker(new) || Phase::of(old) <= Phase::of(new));
        is_first
            && gone.len() == self.before.len()
            && (is_another_tool || !self.passed_through_the_change(new))
            && !self.speaks_of_what_went(new, gone)
    }

    /// Returns whether `new` could not have been reported while `old` was there.
    fn hid(&self, old: &Diagnostic, new: &Diagnostic, gone: &BTreeSet<usize>) -> bool {
        use ErrorType::{Build, Import, Lint, Runtime, Syntax, Timeout, Type, Unknown};
        match (old.error_type, new.error_type) {
            (_, Timeout) => false,
            (Timeout, _) => true,
            // A build with a warning made an error ends at the file that has it.
            (Lint, Lint | Type | Build) => {
                self.is_phase_clean(old, gone)
                    && self.stops_early(old)
                    && new.file().is_some_and(|file| !self.lines.is_edited(file))
                    && new.file() != old.file()
                    && !self.speaks_of_the_change(new, gone)
            }
            (Lint, _) => false,
            (Syntax, Lint) if old.file() == new.file() => true,
            (Syntax | Import | Type | Build, Lint) => {
                old.parser == new.parser
                    && self.is_phase_clean(old, gone)
                    && !self.speaks_of_what_went(new, gone)
            }
            (_, Lint) => false,
            // Compilers and makefiles stop at the first file or phase that fails. But a change to a name
            // breaks its users.
            (Type | Build | Unknown, _) => {
                let got_further = self.is_phase_clean(old, gone)
                    || self.is_further_on(old, new) && self.stops_early(old)
                    || self.is_next_of_its_package(old, new)
                    || self.is_further_on_the_line(old, new)
                    || self.is_about_what_came_in(old, new)
                    || self.is_behind_what_came_in(old, new);
                got_further && !self.speaks_of_the_change(new, gone)
            }
            (Runtime | ErrorType::Assertion, Type | Build) => false,
            _ => self.ran_further(old, new, gone),
        }
    }

    /// Returns whether a program, or a test of it, got further than before.
    fn ran_further(&self, old: &Diagnostic, new: &Diagnostic, gone: &BTreeSet<usize>) -> bool {
        match (&old.test, &new.test) {
            (Some(old_test), Some(new_test)) if old_test == new_test => {
                !self.is_earlier(old, new) && !self.speaks_of_what_went(new, gone)
            }
            (Some(old_test), Some(new_test)) => {
                is_hidden_at_loading(old_test, new_test) || self.is_of_a_later_test(old, new, gone)
            }
            (Some(old_test), None) => is_hidden_at_loading(old_test, "") && Phase::of(new) >= Phase::of(old),
            (None, _) => match (old.error_type, new.error_type) {
                (ErrorType::Syntax, ErrorType::Syntax) => self.is_further_on(old, new),
                // A program without tests stops at its first exception. Python and JavaScript import as they
                // run: the stacks show which of two places is reached later.
                _ => {
                    Phase::of(new) >= Phase::of(old)
                        || (self.is_reached_later(old, new) || self.is_of_a_file_behind_the_setup(old, new))
                            && !self.speaks_of_what_went(new, gone)
                }
            },
        }
    }

    /// Returns whether it is about a test that the runner had not reached, because it stopped at another.
    fn is_of_a_later_test(&self, old: &Diagnostic, new: &Diagnostic, gone: &BTreeSet<usize>) -> bool {
        let is_later = match self.tests {
            Some((before, after)) => after > before,
            None => !self.stands_above(old, new),
        };
        self.stopped_early && is_later && !self.speaks_of_what_went(new, gone)
    }

    /// Returns whether a test did not get as far as `new` while `old` was there: the file of the test could not be loaded,
    /// or the test failed further up.
    pub(super) fn kept_from(&self, old: &Diagnostic, new: &Diagnostic) -> bool {
        let (Some(old_test), Some(test)) = (&old.test, &new.test) else {
            return false;
        };
        let is_further_up = || {
            let place = old.file().filter(|file| new.file() == Some(file));
            let lines = place.zip(old.location.line).zip(new.location.line);
            lines.is_some_and(|((file, line), new)| self.lines.last_after(file, line) < new)
        };
        match old.error_type {
            ErrorType::Import | ErrorType::Runtime if is_hidden_at_loading(old_test, test) => true,
            ErrorType::Runtime => old_test == test && is_further_up(),
            _ => false,
        }
    }

    /// Returns whether a phase reports nothing any more, so that the next one was reached.
    fn is_phase_clean(&self, old: &Diagnostic, gone: &BTreeSet<usize>) -> bool {
        self.peers(old).all(|(index, _)| gone.contains(&index))
    }

    /// Returns whether all of a phase's errors were in one file: the tool may not have reached the others.
    fn stops_early(&self, old: &Diagnostic) -> bool {
        self.peers(old).all(|(_, peer)| peer.file() == old.file())
    }

    /// Returns whether the tool reports one finding for each package, and this is the next of the same package.
    fn is_next_of_its_package(&self, old: &Diagnostic, new: &Diagnostic) -> bool {
        let package = |it: &Diagnostic| {
            it.file()
                .map(|file| file.rsplit_once('/').map_or("", |(path, _)| path).to_owned())
        };
        let own = self.before.iter().filter(|peer| peer.parser == old.parser);
        let packages: BTreeSet<Option<String>> = own.clone().map(package).collect();
        packages.len() == own.count()
            && old.parser == new.parser
            && package(old).is_some()
            && package(old) == package(new)
            && self.is_further_on(old, new)
    }

    /// Returns whether it is about the line of a fixed error: a compiler says nothing more about an expression that
    /// contains something unknown.
    fn is_further_on_the_line(&self, old: &Diagnostic, new: &Diagnostic) -> bool {
        let place = old.file().zip(new.location.line);
        let is_there = place.is_some_and(|(file, line)| self.lines.touches_after(file, line));
        self.is_edited_line(old) && is_there && old.parser == new.parser && old.file() == new.file()
    }

    fn peers(&self, old: &Diagnostic) -> impl Iterator<Item = (usize, &Diagnostic)> {
        let phase = Phase::of(old);
        self.before
            .iter()
            .enumerate()
            .filter(move |(_, peer)| Phase::of(peer) == phase)
    }

    /// Returns whether both name something that the change brings in and that did not exist before: a compiler says
    /// nothing about the members of a type that it does not know.
    fn is_about_what_came_in(&self, old: &Diagnostic, new: &Diagnostic) -> bool {
        let came_in = self
            .lines
            .changes()
            .filter(|(original, _)| original.trim().is_empty());
        came_in
            .flat_map(|(_, text)| words(text))
            .any(|name| mentions(&old.message, name) && mentions(&new.message, name))
    }

    /// Returns whether the change only brings in a missing name: new messages about the same file are then about uses
    /// of that name, about which a checker is silent as long as it does not know the name.
    fn is_behind_what_came_in(&self, old: &Diagnostic, new: &Diagnostic) -> bool {
        let is_added = |(original, _): (&str, &str)| original.trim().is_empty();
        let was_missing = |(_, text): (&str, &str)| words(text).any(|name| mentions(&old.message, name));
        self.lines.changes().all(is_added)
            && self.lines.changes().any(was_missing)
            && old.parser == new.parser
            && old.file().is_some()
            && old.file() == new.file()
    }

    /// Returns whether it names something that the change removed or replaced.
    fn speaks_of_the_change(&self, new: &Diagnostic, gone: &BTreeSet<usize>) -> bool {
        let named = names(&new.message);
        let came = |name: &&str| {
            self.lines.changes().any(|(original, replacement)| {
                !original.trim().is_empty() && !mentions(original, name) && mentions(replacement, name)
            })
        };
        named.iter().any(came) || self.speaks_of_what_went(new, gone)
    }

    /// Returns whether it names something that the change removed, and does not repeat an earlier message at another
    /// place.
    fn speaks_of_what_went(&self, new: &Diagnostic, gone: &BTreeSet<usize>) -> bool {
        let is_said_again = gone.iter().any(|&old| self.before[old].message == new.message);
        let went = |name: &&str| {
            let mut changes = self.lines.changes();
            changes.any(|(original, _)| mentions(original, name))
                && self
                    .lines
                    .changes()
                    .all(|(_, replacement)| !mentions(replacement, name))
        };
        !is_said_again && missing(new).iter().any(went)
    }

    /// Returns whether it arose in an edited file or on the way through one.
    fn passed_through_the_change(&self, new: &Diagnostic) -> bool {
        let frames = new.frames.iter().map(|frame| &frame.location);
        frames
            .chain([&new.location])
            .any(|place| self.is_in_edited_file(place))
    }

    fn is_in_edited_file(&self, place: &Location) -> bool {
        place
            .file
            .as_deref()
            .is_some_and(|file| self.lines.is_edited(file))
    }

    /// A parser reports a file's first error: it hid errors further down, but not those further up.
    fn is_further_on(&self, old: &Diagnostic, new: &Diagnostic) -> bool {
        let (Some(file), Some(line)) = (old.file(), old.location.line) else {
            return true;
        };
        if new.file() != Some(file) {
            return true;
        }
        match (self.lines.map(file, line), new.location.line) {
            (Mapped::Moved(line), Some(new_line)) => new_line > line,
            (Mapped::Touched, Some(new_line)) => new_line >= line,
            (_, None) => false,
        }
    }

    /// Returns whether a program on the same path got further: at the point where the stacks part it was on a later
    /// line of the same function, or it had returned from the call in which it had failed before.
    fn is_reached_later(&self, old: &Diagnostic, new: &Diagnostic) -> bool {
        let (from, to) = (own_frames(old), own_frames(new));
        let parted = from.iter().zip(&to).find(|(from, to)| {
            from.location.file != to.location.file || !self.is_same_line(&from.location, &to.location)
        });
        match parted {
            Some((from, to)) => from.function == to.function && self.is_below(&from.location, &to.location),
            None => !to.is_empty() && to.len() < from.len(),
        }
    }

    /// Returns whether what all tests need was not ready before, and now a test's file cannot be loaded, without a line of
    /// the change on its path.
    fn is_of_a_file_behind_the_setup(&self, old: &Diagnostic, new: &Diagnostic) -> bool {
        let enters_in = |it: &Diagnostic, is_such: fn(&RelPath) -> bool| {
            let file = entry(it).file.as_deref().and_then(|file| RelPath::new(file).ok());
            file.is_some_and(|file| is_such(&file))
        };
        let is_behind = enters_in(old, is_test_support) && enters_in(new, is_test_file);
        is_behind && !self.passed_through_the_change(new)
    }

    /// Returns whether a line is below the present place of another in the same file.
    fn is_below(&self, old: &Location, new: &Location) -> bool {
        let file = old.file.as_ref().filter(|_| old.file == new.file);
        match (file, old.line, new.line) {
            (Some(file), Some(line), Some(new_line)) => match self.lines.map(file, line) {
                Mapped::Moved(line) => new_line > line,
                Mapped::Touched => false,
            },
            _ => false,
        }
    }

    /// Returns whether a test fails above the line where it did, or on that line before it can compare.
    fn is_earlier(&self, old: &Diagnostic, new: &Diagnostic) -> bool {
        let is_before = old.error_type == ErrorType::Assertion && new.error_type != ErrorType::Assertion;
        match self.entries(old, new) {
            Some((line, new_line)) => new_line < line || new_line == line && is_before,
            None => is_before,
        }
    }

    /// Returns whether a test stands above another one of the same file that failed before.
    fn stands_above(&self, old: &Diagnostic, new: &Diagnostic) -> bool {
        self.entries(old, new)
            .is_some_and(|(line, new_line)| new_line < line)
    }

    /// The present lines at which two stacks enter the workspace, if they do so in one file.
    fn entries(&self, old: &Diagnostic, new: &Diagnostic) -> Option<(u32, u32)> {
        let (from, to) = (entry(old), entry(new));
        let file = from.file.as_ref().filter(|_| from.file == to.file)?;
        match self.lines.map(file, from.line?) {
            Mapped::Moved(line) => Some((line, to.line?)),
            Mapped::Touched => None,
        }
    }
}

fn unknown_member(diagnostic: &Diagnostic) -> Option<&str> {
    match &diagnostic.fact {
        Some(Fact::UnknownMember { name, .. }) => Some(name),
        _ => None,
    }
}

fn undefined_name(diagnostic: &Diagnostic) -> Option<&str> {
    match &diagnostic.fact {
        Some(Fact::UndefinedName { name, .. }) => Some(name),
        _ => None,
    }
}

fn is_comprehension(function: &str) -> bool {
    matches!(function, "<listcomp>" | "<setcomp>" | "<dictcomp>" | "<genexpr>")
}

fn own_frames(diagnostic: &Diagnostic) -> Vec<&Frame> {
    let frames = diagnostic.frames.iter();
    frames.filter(|frame| frame.in_workspace).collect()
}

/// The place at which the stack enters the workspace: the line of the test.
fn entry(diagnostic: &Diagnostic) -> &Location {
    let own = diagnostic.frames.iter().find(|frame| frame.in_workspace);
    own.map_or(&diagnostic.location, |frame| &frame.location)
}

/// Returns whether a test cannot run while another "test" fails, because the latter is a file that cannot be loaded:
/// the test is in it, or the runner is pytest, which then runs nothing at all.
fn is_hidden_at_loading(old_test: &str, new_test: &str) -> bool {
    let within = new_test.strip_prefix(old_test);
    let is_within = within.is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_'));
    !old_test.contains("::") && (is_within || old_test.ends_with(".py"))
}

/// Returns whether the tool reads the program without running it.
fn is_checker(diagnostic: &Diagnostic) -> bool {
    matches!(diagnostic.error_type, ErrorType::Lint | ErrorType::Type)
}

/// The subject of a diagnostic. An import that fails is about the last part of a dotted name: the packages before it
/// are there, and occur in other imports too.
fn missing(diagnostic: &Diagnostic) -> BTreeSet<&str> {
    // What is there twice does not miss anything.
    if matches!(diagnostic.fact, Some(Fact::DuplicateDefinition { .. })) {
        return BTreeSet::new();
    }
    let is_import = diagnostic.error_type == ErrorType::Import;
    let name = match diagnostic.fact.as_ref().filter(|_| is_import) {
        Some(Fact::MissingModule { module, .. }) => module.rsplit('.').next(),
        fact => fact.and_then(Fact::missing_name),
    };
    name.map_or_else(|| names(&diagnostic.message), |name| BTreeSet::from([name]))
}

/// The identifiers that a message quotes, calls, or writes as a member of something.
fn names(message: &str) -> BTreeSet<&str> {
    let members = message.split_whitespace().filter(|word| is_member(word));
    named(message).chain(members).flat_map(words).collect()
}

/// Returns whether a word is like `stats.Scale`, not a number, a file or the end of a sentence.
fn is_member(word: &str) -> bool {
    let word = word.trim_matches(|c: char| !c.is_alphanumeric() && c != '_');
    let parts: Vec<&str> = word.split('.').collect();
    let is_name = |part: &&str| {
        part.starts_with(|c: char| c.is_alphabetic() || c == '_')
            && part.chars().all(|c| c.is_alphanumeric() || c == '_')
    };
    parts.len() == 2 && parts.iter().all(is_name) && parts[1].starts_with(char::is_uppercase)
}

fn mentions(text: &str, name: &str) -> bool {
    words(text).any(|word| word == name)
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_')
        .filter(|word| !word.is_empty())
}
