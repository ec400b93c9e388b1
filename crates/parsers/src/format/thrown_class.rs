//! The class that stands before what was thrown: `TypeError: x is not a function`.

/// Splits `Class: message` and `Class [CODE]: message`; the class is no more than a name that says what
/// was thrown.
pub(crate) fn split(text: &str) -> Option<(&str, &str)> {
    let (head, message) = text.split_once(": ")?;
    let class = head.split_once(" [").map_or(head, |(class, _)| class);
    is_one(class).then_some((class, message))
}

/// `TypeError`, `java.lang.IllegalStateException`.
pub(crate) fn is_one(word: &str) -> bool {
    let named = word
        .bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || b"_$.:\\".contains(&byte));
    named && (word.ends_with("Error") || word.ends_with("Exception"))
}

/// Whether something of this class says that an expectation did not hold.
pub(crate) fn is_assertion(class: &str) -> bool {
    ["Assert", "Expectation", "Comparison"]
        .iter()
        .any(|word| class.contains(word))
}
