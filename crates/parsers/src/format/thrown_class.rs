//! The class before an exception's message: `TypeError: x is not a function`.

use unbreak_core::{Diagnostic, ErrorType};

use super::{marks, stack};

/// Splits the message of a failed test: the class before it becomes the code and gives the type,
/// the stack below it gives the place where none is known.
pub(crate) fn take_apart(diagnostic: &mut Diagnostic) {
    let text = std::mem::take(&mut diagnostic.message);
    let said = text.lines().take_while(|line| stack::frame(line).is_none());
    // Quoted source says nothing that the place does not.
    let said = said.filter(|line| !marks::is_gutter(line));
    let said = said.collect::<Vec<_>>().join("\n");
    let (class, message) = match split(&said) {
        Some((class, message)) => (Some(class), message),
        None => (None, said.as_str()),
    };
    let expected = message.starts_with("expect(");
    let thrown = class.is_some_and(|class| !is_assertion(class) && !expected);
    diagnostic.error_type = if thrown {
        ErrorType::Runtime
    } else {
        ErrorType::Assertion
    };
    diagnostic.code = class.filter(|class| *class != "Error").map(str::to_owned);
    message.trim().clone_into(&mut diagnostic.message);
    stack::attach(diagnostic, &text);
}

/// Splits `Class: message` and `Class [CODE]: message`; the class must look like an exception's name.
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

/// Returns whether something of this class says that an expectation did not hold.
pub(crate) fn is_assertion(class: &str) -> bool {
    ["Assert", "Expectation", "Comparison"]
        .iter()
        .any(|word| class.contains(word))
}
