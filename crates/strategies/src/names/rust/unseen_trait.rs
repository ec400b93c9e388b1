//! A method of a trait that the workspace defines, where the trait is not imported. rustc looks for such
//! traits in the crates that something names, and the missing import may have been the only one.

use unbreak_core::{Edit, RelPath, StrategyError, Workspace};

use super::crates::in_code;
use super::dependency::manifest_of;
use super::{Found, Module, Rule, is_unknown_method, root_of, unknown_method};
use crate::elsewhere::Subject;
use crate::names::text::words_in;
use crate::proposal::{Offer, guess, safe};
use crate::weights::confidence;

pub(super) static RULE: Rule = Rule {
    subject: Subject::Import,
    action: "import the trait",
    answers: is_unknown_method,
    offers,
};

fn offers(found: &Found<'_>) -> Result<Vec<Offer>, StrategyError> {
    let Some(method) = unknown_method(found.fact) else {
        return Ok(Vec::new());
    };
    let case = found.case;
    let mut paths: Vec<String> = Vec::new();
    for (file, text) in case.texts("rs") {
        for name in traits_with(&text, method) {
            let path = path_to(name, &file, &text, case.file, case.context.workspace);
            paths.extend(path.filter(|path| !paths.contains(path)));
        }
    }
    let make = if paths.len() == 1 { safe } else { guess };
    let offer = |path: String| {
        let edit = Edit::insert(case.file, case.text, place(case.text), format!("use {path};\n"))?;
        let reason = format!("'{method}' is a method of that trait, which is not in scope");
        Ok(make(
            format!("use {path}"),
            reason,
            confidence::likely(),
            vec![edit],
        ))
    };
    paths.into_iter().map(offer).collect()
}

/// The traits of a text that declare a method.
fn traits_with<'t>(text: &'t str, method: &str) -> Vec<&'t str> {
    let words: Vec<&str> = words_in(text).map(|word| &text[word]).collect();
    let mut found = Vec::new();
    // The function's container: the last trait or implementation that began before it.
    let mut open = None;
    for pair in words.windows(2) {
        match pair {
            ["trait", name] => open = Some(*name),
            ["impl", _] => open = None,
            ["fn", name] if *name == method => found.extend(open),
            _ => {}
        }
    }
    found
}

/// The path by which a file names a trait of another: within the crate by its module, from another crate as
/// its root gives it out.
fn path_to(
    name: &str,
    file: &RelPath,
    text: &str,
    from: &RelPath,
    workspace: &dyn Workspace,
) -> Option<String> {
    let files = workspace.files();
    let root = root_of(file, &files);
    let module = Module::of(file, &root)?.path;
    let own = manifest_of(from, workspace)?;
    let manifest = manifest_of(file, workspace)?;
    let is_public = text.contains(&format!("pub trait {name}"));
    if manifest == own {
        let path = if module.is_empty() {
            String::new()
        } else {
            format!("{module}::")
        };
        return (file != from).then(|| format!("crate::{path}{name}"));
    }
    let table = workspace.read_text(&manifest).ok()?.parse::<toml::Table>().ok()?;
    let package = in_code(table.get("package")?.get("name")?.as_str()?)?;
    let lib = workspace.locate(&format!("{root}lib.rs"))?;
    let lib = workspace.read_text(&lib).ok()?;
    let gives_out = |statement: &str| {
        statement.contains("pub use ") && words_in(statement).any(|word| &statement[word] == name)
    };
    let is_at_the_root = module.is_empty() || lib.split(';').any(gives_out);
    let path = if is_at_the_root {
        String::new()
    } else {
        format!("{module}::")
    };
    is_public.then(|| format!("{package}::{path}{name}"))
}

/// Before the first import; without one, below the comments and attributes of the whole file.
pub(super) fn place(text: &str) -> usize {
    let mut at = 0;
    let mut below = 0;
    for line in text.split_inclusive('\n') {
        if line.starts_with("use ") || line.starts_with("pub use ") {
            return at;
        }
        at += line.len();
        if line.starts_with("//!")
            || line.starts_with("#![")
            || line.starts_with("mod ")
            || line.starts_with("extern ")
        {
            below = at;
        }
    }
    below
}
