//! Markers of a merge that nobody finished: each side is offered.

use unbreak_core::{DeterminedBy, SafetyClass};

use super::{Case, MOST_FILES, Offer, Rewrite};

/// One of the two versions between the markers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Side {
    First,
    Second,
}

/// Each side, taken in every file that has markers. Only people know which one was meant, so both ask.
pub(super) fn offers(case: &Case<'_>) -> Vec<Offer> {
    let files = case.context.workspace.files();
    let read = |file: &unbreak_core::RelPath| Some((file.clone(), case.read(file)?));
    let torn = files.iter().take(MOST_FILES).filter_map(read);
    let torn: Vec<_> = torn.filter(|(_, text)| resolved(text, Side::First).is_some()).collect();
    if torn.is_empty() {
        return Vec::new();
    }
    [(Side::First, "first", 0.6), (Side::Second, "second", 0.55)]
        .into_iter()
        .map(|(side, name, confidence)| {
            let rewrites = torn.iter().filter_map(|(file, before)| {
                Some(Rewrite {
                    file: file.clone(),
                    before: before.clone(),
                    after: resolved(before, side)?,
                })
            });
            let rewrites: Vec<Rewrite> = rewrites.collect();
            Offer {
                title: format!("take the {name} side of the merge in {}", list(&rewrites)),
                reason: "markers of a merge are no code; which side was meant, only its author knows".to_owned(),
                confidence,
                determined_by: DeterminedBy::History,
                safety: SafetyClass::Unsafe,
                rewrites,
            }
        })
        .collect()
}

fn list(rewrites: &[Rewrite]) -> String {
    let names: Vec<&str> = rewrites.iter().map(|rewrite| rewrite.file.as_str()).collect();
    names.join(", ")
}

/// The text with one side of each merge; `None` without whole sets of markers.
fn resolved(text: &str, side: Side) -> Option<String> {
    /// The part of a merge that a line is in.
    #[derive(PartialEq)]
    enum Part {
        Common,
        First,
        Base,
        Second,
    }
    let mut part = Part::Common;
    let mut after = String::with_capacity(text.len());
    let mut count = 0;
    for line in text.split_inclusive('\n') {
        let bare = line.trim_end();
        let is_mark = |mark: &str| bare == mark || bare.strip_prefix(mark).is_some_and(|rest| rest.starts_with(' '));
        part = match part {
            Part::Common if is_mark("<<<<<<<") => Part::First,
            Part::First if is_mark("|||||||") => Part::Base,
            Part::First | Part::Base if is_mark("=======") => Part::Second,
            Part::Second if is_mark(">>>>>>>") => {
                count += 1;
                Part::Common
            }
            _ => {
                let is_taken = match part {
                    Part::Common => true,
                    Part::First => side == Side::First,
                    Part::Base => false,
                    Part::Second => side == Side::Second,
                };
                if is_taken {
                    after.push_str(line);
                }
                continue;
            }
        };
    }
    (count > 0 && part == Part::Common).then_some(after)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_side_is_taken_without_the_base() {
        let text = "a\n<<<<<<< HEAD\nb\n||||||| 1\nc\n=======\nd\n>>>>>>> x\ne\n";
        assert_eq!(resolved(text, Side::First).as_deref(), Some("a\nb\ne\n"));
        assert_eq!(resolved(text, Side::Second).as_deref(), Some("a\nd\ne\n"));
    }

    #[test]
    fn an_underline_and_an_open_merge_are_left_alone() {
        assert_eq!(resolved("Title\n=======\n", Side::First), None);
        assert_eq!(resolved("<<<<<<< HEAD\nb\n", Side::First), None);
    }
}
