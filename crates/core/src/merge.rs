//! Texts with the markers of an unfinished merge.

/// One of the two versions between the markers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// The version of the branch that was merged into.
    First,
    /// The version of the branch that was merged.
    Second,
}

/// The text with one side of each merge; `None` without whole sets of markers.
pub fn resolved(text: &str, side: Side) -> Option<String> {
    // The part of a merge that a line is in.
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
        let is_mark =
            |mark: &str| bare == mark || bare.strip_prefix(mark).is_some_and(|rest| rest.starts_with(' '));
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
