//! What a message says is missing, in the words of many tools.

use std::sync::LazyLock;

use regex::Regex;
use unbreak_core::Diagnostic;
use unbreak_core::pattern::pattern;

/// What cannot be found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Missing {
    /// A name, member or import.
    Name(String),
    /// A parameter: a keyword, or (without one) a place for one argument more.
    Parameter { callee: String, keyword: Option<String> },
}

impl Missing {
    pub(super) fn of(diagnostic: &Diagnostic) -> Option<Self> {
        let message = diagnostic.message.as_str();
        parameter(message).or_else(|| Some(Self::Name(name(message)?)))
    }
}

fn parameter(message: &str) -> Option<Missing> {
    static REFUSED: LazyLock<Regex> = LazyLock::new(|| {
        pattern(
            r"([\w.<>]+)\(\) (?:got an unexpected keyword argument '(\w+)'|takes (?:from \d+ to |no )?\d* ?(?:positional )?arguments? (?:but |\()\d+)",
        )
    });
    let found = REFUSED.captures(message)?;
    let callee = found[1].rsplit('.').next().unwrap_or_default().to_owned();
    let keyword = found.get(2).map(|keyword| keyword.as_str().to_owned());
    Some(Missing::Parameter { callee, keyword })
}

fn name(message: &str) -> Option<String> {
    const WORDINGS: [&str; 9] = [
        // CPython, node, mypy, pyright, flake8
        r"(?:[Nn]ame|has no attribute|cannot import name|[Uu]ndefined (?:name|variable)) %Q([\w.]+)%Q",
        r"^(\w+) is not (?:defined|a function)",
        r"[.](\w+) is not a function",
        r"does not provide an export named %Q(\w+)%Q",
        // TypeScript
        r"(?:Cannot find name|has no exported member|Property) %Q(\w+)%Q",
        // gcc, clang
        r"%Q(\w+)%Q (?:undeclared|was not declared)|(?:undeclared identifier|implicit declaration of function|no member named|call to undeclared function) %Q(\w+)%Q",
        // rustc
        r"(?:cannot find \w+(?: \w+)*|unresolved import|no method named|no function or associated item named|no field) %Q(?:\w+::)*(\w+)%Q",
        // Go
        r"undefined: (?:\w+\.)?(\w+)",
        r"has no field or method (\w+)",
    ];
    static COMPILED: LazyLock<Regex> = LazyLock::new(|| {
        let each = WORDINGS.map(|wording| wording.replace("%Q", "['\"`‘’]"));
        pattern(&each.join("|"))
    });
    let found = COMPILED.captures(message)?;
    let name = found.iter().skip(1).flatten().next()?.as_str();
    name.rsplit('.').next().map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use unbreak_core::{ErrorType, Severity};

    use super::*;

    #[test]
    fn finds_the_name() {
        for message in [
            "name 'total' is not defined",
            "module 'shop' has no attribute 'total'",
            "'Shop' object has no attribute 'total'",
            "cannot import name 'total' from 'shop' (/x/shop.py)",
            "total is not defined",
            "shop.total is not a function",
            "The requested module './shop.js' does not provide an export named 'total'",
            "Cannot find name 'total'.",
            "Module '\"./shop\"' has no exported member 'total'.",
            "Property 'total' does not exist on type 'Shop'.",
            "'total' undeclared (first use in this function)",
            "implicit declaration of function ‘total’",
            "cannot find function `total` in this scope",
            "unresolved import `crate::shop::total`",
            "undefined: total",
            "undefined: shop.total",
        ] {
            let diagnostic = Diagnostic::new(ErrorType::Runtime, Severity::Error, message);
            assert_eq!(
                Missing::of(&diagnostic),
                Some(Missing::Name("total".to_owned())),
                "{message}"
            );
        }
    }

    #[test]
    fn finds_the_parameter() {
        for (message, keyword) in [
            (
                "Shop.total() got an unexpected keyword argument 'tax'",
                Some("tax"),
            ),
            ("total() takes 1 positional argument but 2 were given", None),
            (
                "total() takes from 1 to 2 positional arguments but 3 were given",
                None,
            ),
        ] {
            let diagnostic = Diagnostic::new(ErrorType::Runtime, Severity::Error, message);
            let callee = "total".to_owned();
            let keyword = keyword.map(str::to_owned);
            assert_eq!(
                Missing::of(&diagnostic),
                Some(Missing::Parameter { callee, keyword }),
                "{message}"
            );
        }
    }
}
