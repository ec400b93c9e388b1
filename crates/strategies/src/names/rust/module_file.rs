//! `mod shpaes;` where the file is called `shapes.rs`.

use unbreak_core::{Edit, Fact, StrategyError};

use super::{Found, Rule};
use crate::closeness::closest;
use crate::elsewhere::Subject;
use crate::names::text;
use crate::proposal::{Offer, safe};
use crate::weights::similarity;

pub(super) static RULE: Rule = Rule {
    subject: Subject::Import,
    action: "find the module's file",
    answers: |fact| matches!(fact, Fact::MissingModuleFile { .. }),
    offers,
};

fn offers(found: &Found<'_>) -> Result<Vec<Offer>, StrategyError> {
    let Fact::MissingModuleFile { module: name } = found.fact else {
        return Ok(Vec::new());
    };
    let modules = found.modules();
    let own = modules.iter().find(|module| &module.file == found.case.file);
    let Some(own) = own else {
        return Ok(Vec::new());
    };
    let text = found.case.text;
    let is_free = |name: &str| !text.contains(&format!("mod {name};"));
    let children = modules
        .iter()
        .filter(|module| !module.path.is_empty() && module.parent() == own.path);
    let names: Vec<&str> = children
        .map(super::Module::name)
        .filter(|name| is_free(name))
        .collect();
    let mut offers = Vec::new();
    for (near, score) in closest(name, names) {
        let uses = text::words_in(text).filter(|word| &text[word.clone()] == name);
        let edits: Result<Vec<Edit>, _> = uses
            .map(|word| Edit::replace(found.case.file, text, word, near))
            .collect();
        let reason = format!("no file is called '{name}.rs', and '{near}' exists but is not declared");
        offers.push(safe(
            format!("write '{near}' for '{name}'"),
            reason,
            similarity::listed() * score,
            edits?,
        ));
    }
    Ok(offers)
}
