//! Operators: `=` for `==`, `=<` for `<=`, `!==`, `^` for a power, a product without `*`.

use super::Site;
use crate::c::complaint::Complaint;
use crate::c::source::Source;
use crate::c::token::Kind;
use crate::mend::Mend;

/// Operators of other languages and common typing errors, with their C equivalents.
const FOREIGN: &[(&[&str], &str)] = &[
    (&["!=", "="], "!="),
    (&["==", "="], "=="),
    (&["=", "<"], "<="),
    (&["=", ">"], ">="),
    (&["=", "!"], "!="),
    (&["<", "="], "<="),
    (&[">", "="], ">="),
    (&["!", "="], "!="),
    (&["<", ">"], "!="),
    (&["!", "<="], ">"),
    (&["!", ">="], "<"),
    (&["!", "<"], ">="),
    (&["!", ">"], "<="),
    (&["&", "&&"], "&&"),
    (&["&&", "&"], "&&"),
    (&["||", "|"], "||"),
    (&["==", "=="], "=="),
    (&["=", "+"], "+="),
    (&["=", "*"], "*="),
    (&["=", "/"], "/="),
    (&["=", "="], "=="),
    (&["+", "="], "+="),
    (&["-", "="], "-="),
    (&["+", "+"], "++"),
    (&["-", "-"], "--"),
];

pub(super) fn mends(site: &Site<'_, '_>) -> Vec<Mend> {
    let mut mends = Vec::new();
    match &site.fault.complaint {
        Complaint::NotAssignable => mends.extend(comparison(site)),
        Complaint::BadOperands { operator, left, .. } => {
            mends.extend(operands(site, operator, left));
            mends.extend(separator_in_number(site));
        }
        Complaint::NotCallable(_) => mends.extend(operator_before_bracket(site)),
        Complaint::BadSuffix(suffix) => {
            mends.extend(product_in_number(site, suffix));
            mends.extend(separator_in_number(site));
        }
        Complaint::Expected { .. } | Complaint::Undeclared(_) => {
            mends.extend(foreign(site));
            mends.extend(product_between(site));
            mends.extend(word_for_operator(site));
        }
        _ => {}
    }
    mends
}

/// `=` where a comparison is meant.
fn comparison(site: &Site<'_, '_>) -> Vec<Mend> {
    let source = site.source;
    let line = source.line_tokens(site.next);
    let near = line.filter(|&at| source.word(at) == "=");
    near.map(|at| Mend::replace(source.range(at), "==", if at == site.next { 1 } else { 4 }))
        .collect()
}

fn foreign(site: &Site<'_, '_>) -> Vec<Mend> {
    let source = site.source;
    let line = source.line_tokens(site.next.saturating_sub(1));
    let from = site.next.saturating_sub(2).max(line.start);
    let mut mends = Vec::new();
    for at in from..=site.next {
        for (written, meant) in FOREIGN {
            let matches = source.word(at) == written[0] && source.word(at + 1) == written[1];
            let apart = source.range(at).end != source.start(at + 1) && written[0] != written[1];
            if matches && at <= site.next {
                let range = source.start(at)..source.range(at + 1).end;
                mends.push(Mend::replace(range, *meant, 2 + 2 * u32::from(apart)));
            }
        }
    }
    mends
}

/// Operands that the operator cannot have.
fn operands(site: &Site<'_, '_>, operator: &str, left: &str) -> Vec<Mend> {
    let source = site.source;
    let at = match source.word(site.next) == operator || operator.is_empty() {
        true => site.next,
        false => source
            .line_tokens(site.next)
            .find(|&at| source.word(at) == operator && at >= site.next)
            .unwrap_or(site.next),
    };
    let mut mends = Vec::new();
    match operator {
        "&" => mends.push(Mend::insert(source.end_before(at), ",", 1)),
        "^" => mends.extend(power(site, at)),
        "%" => mends.extend(remainder(site, at)),
        "*" if left.contains('*') => mends.push(Mend::insert(source.end_before(at), ",", 3)),
        _ => {}
    }
    mends
}

/// `x^2`, which C has no operator for.
fn power(site: &Site<'_, '_>, at: usize) -> Vec<Mend> {
    let source = site.source;
    let Some(base) = base_of(source, at) else {
        return Vec::new();
    };
    let exponent = source.word(at + 1);
    let text = source.between(base..at).to_owned();
    let whole = source.start(base)..source.range(at + 1).end;
    let times: usize = exponent.parse().unwrap_or(0);
    let mut mends = Vec::new();
    if (2..=4).contains(&times) {
        let product = vec![text.as_str(); times].join("*");
        let cost = if times == 2 && at - base == 1 { 2 } else { 4 };
        mends.push(Mend::replace(whole.clone(), product, cost));
    }
    mends.push(Mend::replace(whole, format!("pow({text},{exponent})"), 3));
    mends
}

/// The first token of the operand before a token.
fn base_of(source: &Source<'_>, at: usize) -> Option<usize> {
    let last = at.checked_sub(1)?;
    match source.word(last) {
        ")" | "]" => {
            let open = source.partner(last)?;
            let called = source.is_name(open.wrapping_sub(1));
            Some(if called { open - 1 } else { open })
        }
        _ => Some(last),
    }
}

/// `%` with an operand that is not an integer.
fn remainder(site: &Site<'_, '_>, at: usize) -> Vec<Mend> {
    let source = site.source;
    let right = source.word(at + 1);
    let whole = right.strip_suffix(".0").or_else(|| right.strip_suffix('.'));
    let mut mends: Vec<Mend> = whole
        .map(|number| Mend::replace(source.range(at + 1), number.to_owned(), 2))
        .into_iter()
        .collect();
    mends.extend(base_of(source, at).map(|base| Mend::insert(source.start(base), "(int)", 4)));
    mends
}

/// `P(1 + r)`: a variable is not a function. At the beginning of a statement it is assigned.
fn operator_before_bracket(site: &Site<'_, '_>) -> Vec<Mend> {
    let source = site.source;
    let mut line = source.line_tokens(site.next).filter(|&at| at >= site.next);
    let Some(open) = line.find(|&at| source.word(at) == "(" && at > 0) else {
        return Vec::new();
    };
    let at = source.end_before(open);
    let begins = source.statement_start(open) + 1 == open;
    let sums = ["+", "-"].map(|sign| Mend::insert(at, sign, 4));
    let assign = Mend::insert(at, "=", 2);
    let product = Mend::insert(at, "*", 2);
    begins
        .then_some(assign)
        .into_iter()
        .chain([product])
        .chain(sums)
        .collect()
}

/// `4ac`: a product as mathematics writes it.
fn product_in_number(site: &Site<'_, '_>, suffix: &str) -> Option<Mend> {
    let source = site.source;
    let word = source.word(site.next);
    let digits = word.strip_suffix(suffix)?;
    let range = source.range(site.next);
    let factors = factors(site, suffix)?;
    let product = format!("{digits}*{}", factors.join("*"));
    Some(Mend::replace(range, product, 2))
}

/// A run of letters as known names: the whole, or letter by letter.
fn factors(site: &Site<'_, '_>, letters: &str) -> Option<Vec<String>> {
    let known = |name: &str| site.symbols.lookup(name, site.next).is_some();
    if known(letters) {
        return Some(vec![letters.to_owned()]);
    }
    let single: Vec<String> = letters.chars().map(String::from).collect();
    single.iter().all(|name| known(name)).then_some(single)
}

/// `(-1)z`, `2 x`.
fn product_between(site: &Site<'_, '_>) -> Vec<Mend> {
    let source = site.source;
    let mut mends = Vec::new();
    let begins = matches!(source.kind(site.next), Some(Kind::Word | Kind::Number)) || site.word() == "(";
    let ends = matches!(
        source.kind(site.next.wrapping_sub(1)),
        Some(Kind::Number | Kind::Word)
    ) || matches!(site.before(), ")" | "]");
    let value = |at: usize| !crate::c::words::is_keyword(source.word(at));
    let same_line = !source.begins_line(site.next);
    if begins && ends && same_line && value(site.next) && value(site.next.wrapping_sub(1)) && site.is_syntax()
    {
        let start = source.statement_start(site.next - 1);
        let is_target = source.is_name(start)
            && (start + 1 == site.next || source.partner(start + 1) == Some(site.next - 1));
        if is_target && !crate::c::words::is_type_keyword(source.word(start)) {
            mends.push(Mend::insert(source.end_before(site.next), "=", 2));
        }
        mends.push(Mend::insert(source.end_before(site.next), "*", 5));
        mends.push(Mend::insert(source.end_before(site.next), "+", 6));
    }
    mends
}

/// `a and b`.
fn word_for_operator(site: &Site<'_, '_>) -> Option<Mend> {
    let meant = match site.word() {
        "and" => "&&",
        "or" => "||",
        "mod" => "%",
        "equals" => "==",
        "then" => "",
        _ => return None,
    };
    Some(Mend::replace(site.source.range(site.next), meant, 3))
}

/// `int a=0b=1;` and `for (i=0i<n; i++)`: the separator between a number and the name behind it is
/// missing. gcc reads `0i` as an imaginary number.
fn separator_in_number(site: &Site<'_, '_>) -> Vec<Mend> {
    let source = site.source;
    let line = source.line_tokens(site.next);
    let numbers = line.filter(|&at| source.kind(at) == Some(Kind::Number));
    numbers
        .filter_map(|at| {
            let word = source.word(at);
            let letters = word.trim_start_matches(|c: char| c.is_ascii_digit());
            let middle = source.start(at) + word.len() - letters.len();
            let in_loop = source.enclosing(at, "(").is_some_and(|open| source.is_for(open));
            let is_name = letters.starts_with(|c: char| c.is_ascii_alphabetic());
            let goes_on = matches!(
                source.word(at + 1),
                "=" | "<" | ">" | "<=" | ">=" | "++" | "--" | "["
            );
            let mark = if in_loop { ";" } else { "," };
            (is_name && goes_on).then(|| Mend::insert(middle, mark, 1))
        })
        .collect()
}
