//! JavaScript's regular expressions in the syntax of the `regex` crate (ECMA-262, "Patterns").

use std::iter::Peekable;
use std::str::Chars;

/// The same pattern, or the name of a construct without an equivalent.
pub(super) fn translate(pattern: &str) -> Result<String, String> {
    let mut translator = Translator {
        rest: pattern.chars().peekable(),
        done: String::with_capacity(pattern.len() + 8),
    };
    while let Some(c) = translator.rest.next() {
        translator.outside(c)?;
    }
    Ok(translator.done)
}

struct Translator<'a> {
    rest: Peekable<Chars<'a>>,
    done: String,
}

impl Translator<'_> {
    fn outside(&mut self, c: char) -> Result<(), String> {
        match c {
            '\\' => self.escape(false)?,
            '[' => self.class()?,
            '(' => self.group()?,
            '{' if !self.is_quantifier() => self.done.push_str("\\{"),
            c => self.done.push(c),
        }
        Ok(())
    }

    /// `{2}`, `{2,}`, `{2,3}`; any other brace is literal.
    fn is_quantifier(&self) -> bool {
        let inside: String = self.rest.clone().take_while(|c| *c != '}').collect();
        let numbers: Vec<&str> = inside.split(',').collect();
        let is_number = |text: &&str| text.bytes().all(|byte| byte.is_ascii_digit());
        let closed = self.rest.clone().any(|c| c == '}');
        closed && !numbers[0].is_empty() && numbers.len() <= 2 && numbers.iter().all(is_number)
    }

    fn group(&mut self) -> Result<(), String> {
        self.done.push('(');
        if self.rest.peek() != Some(&'?') {
            return Ok(());
        }
        let ahead: String = self.rest.clone().take(3).collect();
        let refused = match ahead.as_str() {
            it if it.starts_with("?=") || it.starts_with("?!") => "look-ahead",
            "?<=" | "?<!" => "look-behind",
            _ => "",
        };
        if !refused.is_empty() {
            return Err(format!("{refused} '({ahead}...)'"));
        }
        // A name would be taken for a field's: groups are told by their numbers.
        if ahead.starts_with("?<") {
            for c in self.rest.by_ref() {
                if c == '>' {
                    break;
                }
            }
        }
        Ok(())
    }

    fn escape(&mut self, in_class: bool) -> Result<(), String> {
        let Some(c) = self.rest.next() else {
            return Err("a backslash at the end".to_owned());
        };
        match c {
            '1'..='9' if !in_class => return Err(format!("the back-reference '\\{c}'")),
            'k' if !in_class && self.rest.peek() == Some(&'<') => {
                return Err("the back-reference '\\k<...>'".to_owned());
            }
            'c' => return Err("the control character '\\c'".to_owned()),
            'b' if in_class => self.done.push_str("\\x08"),
            '0' => self.done.push_str("\\x00"),
            'd' | 'D' | 'w' | 'W' | 's' | 'S' | 'b' | 'B' | 'n' | 'r' | 't' | 'f' | 'v' | 'x' | 'u' | 'p'
            | 'P' => {
                self.done.push('\\');
                self.done.push(c);
            }
            c if c.is_alphanumeric() || !c.is_ascii() => self.done.push(c),
            c => {
                self.done.push('\\');
                self.done.push(c);
            }
        }
        Ok(())
    }

    fn class(&mut self) -> Result<(), String> {
        let negated = self.rest.next_if_eq(&'^').is_some();
        if self.rest.next_if_eq(&']').is_some() {
            // `[^]` is any character and `[]` none.
            self.done.push_str(if negated { "(?s:.)" } else { "[^\\s\\S]" });
            return Ok(());
        }
        self.done.push_str(if negated { "[^" } else { "[" });
        while let Some(c) = self.rest.next() {
            match c {
                ']' => {
                    self.done.push(']');
                    return Ok(());
                }
                '\\' => self.escape(true)?,
                // These begin a class within the class, or an operation on classes.
                '[' | '&' | '~' => {
                    self.done.push('\\');
                    self.done.push(c);
                }
                '-' if self.done.ends_with('-') => self.done.push_str("\\-"),
                c => self.done.push(c),
            }
        }
        Err("a class '[' without its end".to_owned())
    }
}
