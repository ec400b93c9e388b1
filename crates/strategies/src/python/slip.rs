//! Whether a name that is missing is a slip of the keyboard, and not another word.

use std::collections::BTreeSet;

use crate::closeness::{is_slip, words};

use super::inquiry::Inquiry;

/// Returns whether `wrong` is a slip for `right`: some keystrokes away, and in the words that differ not made of
/// words that other programs use.
pub(crate) async fn is_slip_of_keys(inquiry: &Inquiry<'_>, wrong: &str, right: &str) -> bool {
    is_slip(wrong, right) && (are_exchanged(wrong, right) || !is_made_of_words(inquiry, wrong, right).await)
}

/// Returns whether both have the same letters: fingers exchange letters, and hardly any two words differ only so.
fn are_exchanged(wrong: &str, right: &str) -> bool {
    let letters = |name: &str| {
        let mut letters: Vec<char> = name.chars().collect();
        letters.sort_unstable();
        letters
    };
    letters(wrong) == letters(right)
}

/// Returns whether the words that only `wrong` has, and `right` does not, are words of the standard library.
async fn is_made_of_words(inquiry: &Inquiry<'_>, wrong: &str, right: &str) -> bool {
    let only: BTreeSet<String> = &words(wrong) - &words(right);
    let usage = inquiry.usage(&only).await;
    let is_word = |word: &String| usage.get(word).is_some_and(|&count| count > 1);
    !only.is_empty() && only.iter().all(is_word)
}
