//! A constructor that is not one: `_init_`, `__int__`, `init`.

use ruff_python_ast::Stmt;
use ruff_text_size::Ranged;
use unbreak_core::{Fact, FixError};

use super::Rule;
use super::place::Place;
use crate::proposal::{Offer, safe};
use crate::weights::confidence;

pub(super) static RULE: Rule = Rule {
    action: "name the constructor",
    answers: |fact| matches!(fact, Fact::MissingConstructor { .. }),
    offers,
};

/// Misspellings of `__init__`.
const MISSPELT: &[&str] = &[
    "__Init__",
    "__ini__",
    "__init",
    "__init_",
    "__inint__",
    "__inti__",
    "__int__",
    "__intit__",
    "_init",
    "_init_",
    "_init__",
    "__initt__",
    "__iniit__",
    "init",
    "init__",
    "constructor",
    "__construct",
    "__constructor__",
];

fn offers(place: &Place<'_>) -> Result<Vec<Offer>, FixError> {
    let name = place.callee().and_then(|callee| callee.rsplit('.').next());
    let calls = place.calls(place.callee());
    let called = calls
        .first()
        .and_then(|call| super::place::last_name_of_callee(call));
    let Some(name) = name.or(called) else {
        return Ok(Vec::new());
    };
    let mut found = Vec::new();
    for home in place.project.mentioning(name) {
        home.source.each_statement(|statement| {
            if let Stmt::ClassDef(class) = statement
                && class.name.as_str() == name
            {
                let methods = class.body.iter().filter_map(Stmt::as_function_def_stmt);
                let misspelt = methods.filter(|method| MISSPELT.contains(&method.name.as_str()));
                found.extend(
                    misspelt.map(|method| (home.clone(), method.name.to_string(), method.name.range())),
                );
            }
        });
    }
    let offers = found.into_iter().map(|(home, written, range)| {
        let edit = home.source.replace(range, "__init__")?;
        let reason = format!("'{name}' is called with arguments, and nothing in it takes them");
        Ok(safe(
            format!("'__init__' for '{written}'"),
            reason,
            confidence::resolved(),
            vec![edit],
        ))
    });
    offers.collect()
}
