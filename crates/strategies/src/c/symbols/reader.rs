//! Reads declarations from tokens.

use std::collections::BTreeSet;
use std::ops::Range;

use super::{Role, Symbol, arguments, end_of_statement};
use crate::c::source::Source;
use crate::c::token::{Kind, is_word};
use crate::c::words;

/// Every declaration of a text, in order.
pub(super) fn declarations<'a>(source: &Source<'a>) -> Vec<Symbol<'a>> {
    let mut reader = Reader::new(source);
    reader.read();
    reader.found
}

struct Reader<'s, 'a> {
    source: &'s Source<'a>,
    types: BTreeSet<&'a str>,
    found: Vec<Symbol<'a>>,
}

impl<'s, 'a> Reader<'s, 'a> {
    fn new(source: &'s Source<'a>) -> Self {
        Self {
            source,
            types: words::LIBRARY_TYPES.iter().copied().collect(),
            found: Vec::new(),
        }
    }

    fn word(&self, at: usize) -> &'a str {
        self.source.word(at)
    }

    fn read(&mut self) {
        let mut at = 0;
        while at < self.source.tokens.len() {
            at = match self.source.kind(at) {
                Some(Kind::Directive) => {
                    self.directive(at);
                    at + 1
                }
                _ if self.begins_declaration(at) => self.declaration(at).max(at + 1),
                _ => at + 1,
            };
        }
    }

    /// `#define NAME ...`
    fn directive(&mut self, at: usize) {
        let text = self.word(at).trim_start_matches('#').trim_start();
        let Some(rest) = text.strip_prefix("define") else {
            return;
        };
        let rest = rest.trim_start();
        let end = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
        let role = match rest[end..].starts_with('(') {
            true => Role::Function(
                rest[end..]
                    .split(')')
                    .next()
                    .map_or(0, |list| list.split(',').count()),
            ),
            false => Role::Macro,
        };
        let declaration = at..at + 1;
        self.add(
            &rest[..end],
            String::new(),
            role,
            at,
            declaration,
            at..self.source.tokens.len(),
        );
    }

    fn add(
        &mut self,
        name: &'a str,
        base: String,
        role: Role,
        token: usize,
        declaration: Range<usize>,
        scope: Range<usize>,
    ) {
        self.found.push(Symbol {
            name,
            base,
            pointers: 0,
            sizes: Vec::new(),
            role,
            token,
            declaration,
            scope,
        });
    }

    /// Returns whether a type begins here and not inside an expression.
    fn begins_declaration(&self, at: usize) -> bool {
        let word = self.word(at);
        if self.source.kind(at) != Some(Kind::Word) {
            return false;
        }
        let is_type = words::is_type_keyword(word)
            || word == "typedef"
            || self.types.contains(word) && self.is_declarator(at + 1);
        let before = self.source.word_before(at);
        let opens = at == 0
            || matches!(before, ";" | "{" | "}" | "," | ":" | ")" | "else")
            || before == "(" && !self.is_cast(at)
            || self.source.kind(at - 1) == Some(Kind::Directive)
            || self.source.begins_line(at);
        is_type && opens
    }

    fn is_cast(&self, at: usize) -> bool {
        let Some(close) = self.source.partner(at - 1) else {
            return false;
        };
        let named = (at..close).filter(|&index| self.source.is_name(index)).count() > 0;
        self.source.word(at.wrapping_sub(2)) == "sizeof" || !named
    }

    fn is_declarator(&self, at: usize) -> bool {
        let mut at = at;
        while self.word(at) == "*" {
            at += 1;
        }
        self.source.is_name(at)
    }

    /// Reads a declaration; gives the token to continue at.
    fn declaration(&mut self, start: usize) -> usize {
        let typedef = self.word(start) == "typedef";
        let (base, mut at) = self.base(start + usize::from(typedef));
        loop {
            let first = self.found.len();
            let Some(next) = self.declarator(&base, start, at, typedef) else {
                return at;
            };
            let end = self.end_of_declarator(next);
            for symbol in &mut self.found[first..] {
                symbol.declaration.end = symbol.declaration.end.max(end);
            }
            match self.word(end) {
                "," if !self.is_parameter(start) && !self.begins_declaration(end + 1) => at = end + 1,
                "{" if self.source.partner(end).is_none() => return end + 1,
                _ => return next,
            }
        }
    }

    /// The words of a type, and the token after them. The body of a struct is read on the way.
    fn base(&mut self, start: usize) -> (String, usize) {
        let mut words: Vec<&str> = Vec::new();
        let mut at = start;
        loop {
            let word = self.word(at);
            match word {
                "struct" | "union" | "enum" => {
                    words.push("struct");
                    at = self.aggregate(at, word, &mut words);
                }
                "static" | "extern" | "const" | "volatile" | "register" | "inline" | "auto" | "restrict" => {
                    at += 1;
                }
                _ if words::is_type_keyword(word) => {
                    words.push(word);
                    at += 1;
                }
                _ if words.is_empty() && self.types.contains(word) => {
                    words.push(word);
                    at += 1;
                }
                _ => return (words.join(" "), at),
            }
        }
    }

    /// Reads `struct TAG { ... }`; gives the token after it.
    fn aggregate(&mut self, at: usize, keyword: &str, words: &mut Vec<&'a str>) -> usize {
        let mut next = at + 1;
        if self.source.is_name(next) {
            words.push(self.word(next));
            next += 1;
        }
        let Some(close) = self.source.partner(next).filter(|_| self.word(next) == "{") else {
            return next;
        };
        if next > at + 1 {
            let scope = at..self.scope_end(at);
            self.add(
                self.word(at + 1),
                "struct".to_owned(),
                Role::Tag,
                at + 1,
                at..close + 1,
                scope,
            );
        }
        match keyword {
            "enum" => self.constants(next, close),
            _ => self.members(next, close),
        }
        close + 1
    }

    fn constants(&mut self, open: usize, close: usize) {
        for at in open + 1..close {
            if self.source.is_name(at) && matches!(self.source.word_before(at), "{" | ",") {
                let scope = at..self.scope_end(open);
                self.add(
                    self.word(at),
                    "int".to_owned(),
                    Role::Constant,
                    at,
                    at..at + 1,
                    scope,
                );
            }
        }
    }

    fn members(&mut self, open: usize, close: usize) {
        let first = self.found.len();
        let mut at = open + 1;
        while at < close {
            at = match self.begins_declaration(at) {
                true => self.declaration(at).max(at + 1),
                false => at + 1,
            };
        }
        for symbol in &mut self.found[first..] {
            if matches!(symbol.role, Role::Variable | Role::Parameter) {
                symbol.role = Role::Member;
            }
        }
    }

    /// Reads `*name[3]`, `name(...)`; gives the token after it.
    fn declarator(&mut self, base: &str, start: usize, at: usize, typedef: bool) -> Option<usize> {
        let mut at = at;
        let mut pointers = 0;
        while matches!(self.word(at), "*" | "const" | "&") {
            pointers += usize::from(self.word(at) == "*");
            at += 1;
        }
        if self.word(at) == "(" && self.word(at + 1) == "*" {
            at += 2;
            pointers += 1;
        }
        if !self.source.is_name(at) {
            return None;
        }
        let name = at;
        at += 1;
        let mut sizes = Vec::new();
        while self.word(at) == "["
            && let Some(close) = self.source.partner(at)
        {
            sizes.push(at + 1..close);
            at = close + 1;
        }
        if typedef {
            self.types.insert(self.word(name));
        }
        let role = self.role(start, at, typedef);
        let scope = self.scope(start, name, role);
        self.add(self.word(name), base.to_owned(), role, name, start..at, scope);
        if let Some(symbol) = self.found.last_mut() {
            symbol.pointers = pointers;
            symbol.sizes = sizes;
        }
        Some(at)
    }

    fn role(&self, start: usize, after: usize, typedef: bool) -> Role {
        if typedef {
            return Role::Typedef;
        }
        if self.word(after) == "("
            && let Some(close) = self.source.partner(after)
            && self.is_parameter_list(after, close)
        {
            return Role::Function(self.parameters(after, close));
        }
        match self.is_parameter(start) {
            true => Role::Parameter,
            false => Role::Variable,
        }
    }

    fn is_parameter_list(&self, open: usize, close: usize) -> bool {
        close == open + 1
            || words::is_type_keyword(self.word(open + 1))
            || self.types.contains(self.word(open + 1))
            || self.word(close + 1) == "{"
    }

    fn parameters(&self, open: usize, close: usize) -> usize {
        if close == open + 1 || close == open + 2 && self.word(open + 1) == "void" {
            return 0;
        }
        1 + arguments(self.source, open, close).len().saturating_sub(1)
    }

    /// Returns whether a declaration is in the round brackets of a function.
    fn is_parameter(&self, start: usize) -> bool {
        let open = self.source.enclosing(start, "(");
        open.is_some_and(|open| {
            !self.source.is_for(open) && self.source.enclosing(start, "{").is_none_or(|brace| brace < open)
        })
    }

    fn end_of_declarator(&self, from: usize) -> usize {
        let mut at = from;
        while at < self.source.tokens.len() {
            match self.word(at) {
                "(" | "[" => at = self.source.partner(at).unwrap_or(at),
                "{" if self.source.word_before(at) == "=" => at = self.source.partner(at).unwrap_or(at),
                "," | ";" | ")" | "{" | "}" => return at,
                _ => {}
            }
            at += 1;
        }
        at
    }

    /// The range in which a name declared at a token is visible.
    fn scope(&self, start: usize, name: usize, role: Role) -> Range<usize> {
        if role == Role::Parameter
            && let Some(open) = self.source.enclosing(start, "(")
            && let Some(close) = self.source.partner(open)
        {
            let body = self
                .source
                .partner(close + 1)
                .filter(|_| self.word(close + 1) == "{");
            return name..body.unwrap_or_else(|| self.unclosed_body(close));
        }
        if let Some(open) = self
            .source
            .enclosing(start, "(")
            .filter(|&open| self.source.is_for(open))
        {
            return name..self.end_of_loop(open);
        }
        name..self.scope_end(start)
    }

    /// The end of a body whose braces do not match: the end of the text.
    fn unclosed_body(&self, close: usize) -> usize {
        match self.word(close + 1) {
            "{" => self.source.tokens.len(),
            _ => close,
        }
    }

    fn end_of_loop(&self, open: usize) -> usize {
        let Some(close) = self.source.partner(open) else {
            return self.source.tokens.len();
        };
        end_of_statement(self.source, close + 1)
    }

    /// The end of the block around a token.
    fn scope_end(&self, at: usize) -> usize {
        let open = self.source.enclosing(at, "{");
        let close = open.and_then(|open| self.source.partner(open));
        close.unwrap_or(self.source.tokens.len())
    }
}
