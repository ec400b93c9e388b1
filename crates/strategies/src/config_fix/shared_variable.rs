//! A variable that a header defines: each source that includes the header has its own, and the linker refuses them
//! all, since gcc 10 (`-fno-common`).

use regex::Regex;
use unbreak_core::{DeterminedBy, Fact, RelPath, SafetyClass};

use super::{Case, Offer, Rewrite};
use crate::c_text;
use crate::code_words::is_header;
use crate::weights::confidence;

/// Declares the variable in the header and defines it in one source.
pub(super) fn offers(case: &Case<'_>) -> Vec<Offer> {
    offer(case).into_iter().collect()
}

fn offer(case: &Case<'_>) -> Option<Offer> {
    let Some(Fact::DuplicateDefinition { name: Some(name) }) = &case.diagnostic.fact else {
        return None;
    };
    if !case.diagnostic.message.starts_with("multiple definition") {
        return None;
    }
    let workspace = case.context.workspace;
    // `int verbose;` and `static` or `extern` not before it; a value makes it a definition in C anyway.
    let form = format!(
        r"(?m)^(?P<type>(?:(?:const|volatile|unsigned|signed|long|short|struct|union|enum)[ \t]+)*[A-Za-z_]\w*[ \t*]+)(?P<name>{})(?P<size>[ \t]*(?:\[[^\]\n]*\])*)[ \t]*(?P<value>=[^;\n{{]*)?;",
        regex::escape(name)
    );
    let form = Regex::new(&form).ok()?;
    let files = workspace.files();
    let defines = |file: &&RelPath| {
        let text = case.read(file)?;
        let found = form.captures(&text)?;
        let first = found["type"].split_whitespace().next()?.to_owned();
        let is_definition = !matches!(first.as_str(), "extern" | "static" | "typedef" | "return");
        is_definition.then(|| ((*file).clone(), text.clone()))
    };
    let all: Vec<_> = files
        .iter()
        .filter(|file| c_text::is_c(file))
        .filter_map(|file| defines(&file))
        .collect();
    let (headers, sources): (Vec<_>, Vec<_>) = all.into_iter().partition(|(file, _)| is_header(file));
    let [(header, text)] = headers.as_slice() else {
        return None;
    };
    let found = form.captures(text)?;
    let (kind, size) = (&found["type"], &found["size"]);
    let value = found.name("value").map_or("", |value| value.as_str().trim_end());
    let mut after = text.clone();
    after.replace_range(found.get(0)?.range(), &format!("extern {kind}{name}{size};"));
    let mut rewrites = vec![Rewrite {
        file: header.clone(),
        before: text.clone(),
        after,
    }];
    let title = match sources.as_slice() {
        // The value that the header gives would be lost.
        [_] if value.is_empty() => format!("declare '{name}' in {header} without defining it"),
        [] => {
            let home = home(case, header)?;
            let separator = if value.is_empty() { "" } else { " " };
            let source = case.read(&home)?;
            rewrites.push(Rewrite {
                after: with_line(&source, &format!("{kind}{name}{size}{separator}{value};"))?,
                before: source,
                file: home.clone(),
            });
            format!("declare '{name}' in {header} and define it in {home}")
        }
        _ => return None,
    };
    Some(Offer {
        title,
        reason: format!("{header} defines '{name}' in each source that includes it"),
        confidence: confidence::only(),
        evidence: DeterminedBy::Resolution.into(),
        safety: SafetyClass::Safe,
        rewrites,
    })
}

/// The source that the variable belongs to: the one with the name of its header, or else the one with `main`, or the
/// first that includes the header.
fn home(case: &Case<'_>, header: &RelPath) -> Option<RelPath> {
    let stem = |file: &RelPath| file.file_name().rsplit_once('.').map(|(stem, _)| stem.to_owned());
    let name = header.file_name();
    let including = |file: &RelPath| {
        let text = case.read(file)?;
        let mut lines = text.lines();
        let is_it = lines.any(|line| line.trim_start().starts_with('#') && line.contains(name));
        is_it.then_some(text)
    };
    let files = case.context.workspace.files();
    let sources = files.iter().filter(|file| c_text::is_source(file));
    let users: Vec<(&RelPath, String)> = sources
        .filter_map(|file| Some((file, including(file)?)))
        .collect();
    let named = users.iter().find(|(file, _)| stem(file) == stem(header));
    let main = || {
        let has_main = |text: &str| c_text::functions(text).iter().any(|own| own.name == "main");
        users.iter().find(|(_, text)| has_main(text))
    };
    let (file, _) = named.or_else(main).or(users.first())?;
    Some((*file).clone())
}

/// The text with a line behind its includes, between empty ones.
fn with_line(text: &str, line: &str) -> Option<String> {
    let (mut at, mut behind) = (0, None);
    for line in text.split_inclusive('\n') {
        at += line.len();
        let directive = line.trim_start().strip_prefix('#').map(str::trim_start);
        if directive.is_some_and(|directive| directive.starts_with("include")) {
            behind = Some(at);
        }
    }
    let behind = behind?;
    let is_spaced = text[behind..].starts_with('\n');
    let gap = if is_spaced { "" } else { "\n" };
    Some(format!("{}\n{line}\n{gap}{}", &text[..behind], &text[behind..]))
}
