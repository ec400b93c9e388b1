//! A member of the class around a use that is written without `this.`.

use std::ops::Range;

use unbreak_core::{DeterminedBy, Edit, StrategyError};

use super::scan::Token;
use super::site::Site;
use crate::offer::Offer;
use crate::weights::confidence;

/// The braces of a class and the tokens between them.
struct Class {
    body: Range<usize>,
}

/// The uses of a name in methods of a class that has a member of this name, as members of `this`.
pub(super) fn offers(site: &Site<'_>, name: &str) -> Result<Option<Offer>, StrategyError> {
    let Some(at) = site.at else {
        return Ok(None);
    };
    let Some(class) = class_around(site, at).filter(|class| has_member(site, class, name)) else {
        return Ok(None);
    };
    let is_reported = |index: usize| site.tokens[index].range.start == at;
    let uses: Vec<usize> = class
        .body
        .clone()
        .filter(|index| is_use(site, *index, name) && depth(site, &class, *index) > 0)
        .filter(|index| is_reported(*index) || !is_bound_in_method(site, &class, *index, name))
        .collect();
    let is_bare = |index: &usize| is_of_instance(site, &class, *index);
    if uses.is_empty() || !uses.iter().all(is_bare) {
        return Ok(None);
    }
    let edit = |index: usize| site.replace(site.tokens[index].range.clone(), format!("this.{name}"));
    let edits: Vec<Edit> = uses.into_iter().map(edit).collect::<Result<_, _>>()?;
    Ok(Some(Offer {
        rule: crate::rule::script::undefined_name::THIS,
        title: format!("write 'this.{name}' for '{name}'"),
        reason: format!("'{name}' is not defined, and the class around it has a member of this name"),
        confidence: confidence::only(),
        evidence: DeterminedBy::Resolution.into(),
        edits,
    }))
}

fn is_word(site: &Site<'_>, index: usize, word: &str) -> bool {
    let token = site.tokens.get(index);
    token.is_some_and(|token| token.is_word() && site.word(token) == word)
}

fn is_mark(site: &Site<'_>, index: usize, mark: char) -> bool {
    site.tokens.get(index).is_some_and(|token| token.is(mark))
}

/// A use of the name as a value: no member of something, no key of an object.
fn is_use(site: &Site<'_>, index: usize, name: &str) -> bool {
    is_word(site, index, name) && !site.is_member(index) && !site.is_followed_by(index, ':')
}

/// The innermost class whose braces are around a byte.
fn class_around(site: &Site<'_>, at: usize) -> Option<Class> {
    let heads = (0..site.tokens.len()).filter(|index| is_word(site, *index, "class"));
    let mut classes = heads.filter_map(|head| {
        let open = (head..site.tokens.len()).find(|index| is_mark(site, *index, '{'))?;
        let close = partner(site, open)?;
        let is_around = site.tokens[open].range.start < at && at < site.tokens[close].range.start;
        is_around.then_some(Class {
            body: open + 1..close,
        })
    });
    classes.next_back()
}

/// The brace that closes an open one.
fn partner(site: &Site<'_>, open: usize) -> Option<usize> {
    let mut depth = 0_usize;
    for index in open..site.tokens.len() {
        if is_mark(site, index, '{') {
            depth += 1;
        } else if is_mark(site, index, '}') {
            depth -= 1;
            if depth == 0 {
                return Some(index);
            }
        }
    }
    None
}

/// The number of braces of the class's body that are open before a token.
fn depth(site: &Site<'_>, class: &Class, index: usize) -> usize {
    let count = |mark: char| {
        let before = class.body.start..index;
        before.filter(|at| is_mark(site, *at, mark)).count()
    };
    count('{').saturating_sub(count('}'))
}

/// Returns whether a class declares a member, as a method or a field, or sets it on `this`.
fn has_member(site: &Site<'_>, class: &Class, name: &str) -> bool {
    class.body.clone().any(|index| {
        if !is_word(site, index, name) {
            return false;
        }
        let is_static = index > 0 && is_word(site, index - 1, "static");
        let after: Option<&Token> = site.tokens.get(index + 1);
        let is_declared = after.is_some_and(|token| ['(', '=', ';', ':'].iter().any(|mark| token.is(*mark)));
        let is_own = depth(site, class, index) == 0 && is_declared && !is_static;
        let is_set = index > 1
            && is_mark(site, index - 1, '.')
            && is_word(site, index - 2, "this")
            && site.is_followed_by(index, '=');
        is_own || is_set
    })
}

/// Returns whether the method around a token has a parameter or a variable of the name.
fn is_bound_in_method(site: &Site<'_>, class: &Class, index: usize, name: &str) -> bool {
    let Some((head, open)) = method_around(site, class, index) else {
        return false;
    };
    let close = partner(site, open).unwrap_or(class.body.end);
    let mut names = (head..close).filter(|at| is_word(site, *at, name) && !site.is_member(*at));
    names.any(|at| at < open || is_declared_at(site, at))
}

/// Returns whether a name is declared here: behind `const` and its like, or as a parameter of an arrow function or a
/// handler.
fn is_declared_at(site: &Site<'_>, index: usize) -> bool {
    let text_after = |at: usize| site.text[site.tokens[at].range.end..].trim_start();
    let is_arrow = |at: usize| text_after(at).starts_with("=>");
    let mut closed = 0_usize;
    for at in (0..index).rev() {
        let token = &site.tokens[at];
        if token.is_word() && ["const", "let", "var", "catch"].contains(&site.word(token)) {
            return true;
        }
        if token.is(')') {
            closed += 1;
        } else if token.is('(') && closed > 0 {
            closed -= 1;
        } else if token.is('(') {
            let mut depth = 0_usize;
            let end = (at..site.tokens.len()).find(|end| {
                depth += usize::from(is_mark(site, *end, '('));
                depth -= usize::from(is_mark(site, *end, ')'));
                depth == 0
            });
            let is_handler = at > 0 && is_word(site, at - 1, "catch");
            return is_handler || end.is_some_and(is_arrow);
        } else if token.is(';') || token.is('=') && closed == 0 {
            break;
        }
    }
    is_arrow(index)
}

/// The first token of the method around a token, and its opening brace.
fn method_around(site: &Site<'_>, class: &Class, index: usize) -> Option<(usize, usize)> {
    let open = (class.body.start..index)
        .rev()
        .find(|at| is_mark(site, *at, '{') && depth(site, class, *at) == 0)?;
    let ends = |at: &usize| is_mark(site, *at, '}') || is_mark(site, *at, ';');
    let head = (class.body.start..open).rev().find(ends);
    Some((head.unwrap_or(class.body.start), open))
}

/// Returns whether `this` is the instance at a token: its method is not static, and no function of its own lies
/// between.
fn is_of_instance(site: &Site<'_>, class: &Class, index: usize) -> bool {
    let Some((head, method)) = method_around(site, class, index) else {
        return false;
    };
    let is_static = (head..method).any(|at| is_word(site, at, "static"));
    let is_inner = (method..index).any(|at| is_word(site, at, "function"));
    !is_static && !is_inner
}
