//! Imports of one name, in either kind of module.

use unbreak_core::{Edit, FixError};

use super::missing_module::CORE_MODULES;
use super::scan::Token;
use super::site::Site;

/// The scheme of Node's own modules.
pub(super) const NODE: &str = "node:";

/// An import of a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Import {
    pub(super) name: String,
    pub(super) module: String,
    /// Whether the module as a whole, or its default, has the name.
    pub(super) whole: bool,
}

impl Import {
    /// Returns how a file imports a name, if it does.
    pub(super) fn of(site: &Site<'_>, name: &str) -> Option<Self> {
        let mut modules = site.modules();
        modules.find_map(|(index, token)| {
            let whole = binding(site, index, name)?;
            Some(Self {
                name: name.to_owned(),
                module: site.word(token).to_owned(),
                whole,
            })
        })
    }

    /// The edit that makes a file import it: into the list of an import of the module, or on a line of its own.
    pub(super) fn edit(&self, site: &Site<'_>) -> Result<Edit, FixError> {
        if !self.whole
            && let Some(at) = self.list(site)
        {
            let separator = if site.text[..at].trim_end().ends_with(['{', ',']) {
                " "
            } else {
                ", "
            };
            return site.replace(at..at, format!("{separator}{}", self.name));
        }
        let at = place(site);
        let own_line = if at > 0 && !site.text[..at].ends_with('\n') {
            "\n"
        } else {
            ""
        };
        site.replace(at..at, format!("{own_line}{}\n", self.statement(site)))
    }

    fn statement(&self, site: &Site<'_>) -> String {
        let (quote, end) = (site.quote(), site.end());
        let module = format!("{quote}{}{quote}", self.module_as_in(site));
        let (name, word) = (&self.name, site.declaring_word());
        match (site.is_common_js(), self.whole) {
            (false, false) => format!("import {{ {name} }} from {module}{end}"),
            (false, true) => format!("import {name} from {module}{end}"),
            (true, false) => format!("{word} {{ {name} }} = require({module}){end}"),
            (true, true) => format!("{word} {name} = require({module}){end}"),
        }
    }

    /// The module, without the scheme of Node's own if the file names those without it.
    fn module_as_in(&self, site: &Site<'_>) -> &str {
        let Some(bare) = self.module.strip_prefix(NODE) else {
            return &self.module;
        };
        let written = || site.modules().map(|(_, module)| site.word(module));
        let is_bare = written().any(|module| CORE_MODULES.contains(&module));
        match is_bare && !written().any(|module| module.starts_with(NODE)) {
            true => bare,
            false => &self.module,
        }
    }

    /// The end of the list of names that the file imports from the module.
    fn list(&self, site: &Site<'_>) -> Option<usize> {
        let same = |(index, token): (usize, &Token)| {
            let is_same = site.word(token) == self.module;
            is_same.then(|| names(site, index)).flatten()
        };
        let (_, close) = site.modules().find_map(same)?;
        let last = site.tokens[..close].last()?;
        Some(last.range.end)
    }
}

/// The braces before the module's name, as indices of tokens: `{ a, b } from '...'`, `{ a } = require('...')`.
fn names(site: &Site<'_>, module: usize) -> Option<(usize, usize)> {
    let start = statement(site, module);
    let close = (start..module).rfind(|&index| site.tokens[index].is('}'))?;
    let open = (start..close).rfind(|&index| site.tokens[index].is('{'))?;
    Some((open, close))
}

/// The start of the statement that loads a module.
fn statement(site: &Site<'_>, module: usize) -> usize {
    let begins = |index: &usize| {
        let token = &site.tokens[*index];
        token.is_word() && matches!(site.word(token), "import" | "export" | "const" | "let" | "var")
    };
    (0..module).rev().find(begins).unwrap_or(module)
}

/// Returns whether the statement gives the name to the module as a whole (`Some(true)`) or to something in it.
fn binding(site: &Site<'_>, module: usize, name: &str) -> Option<bool> {
    let start = statement(site, module);
    let is_import = site.word(site.tokens.get(start)?) != "export";
    let at = (start..module)
        .find(|&index| site.tokens[index].is_word() && site.word(&site.tokens[index]) == name)?;
    let in_list = names(site, module).is_some_and(|(open, close)| open < at && at < close);
    let is_renamed = site.tokens[..at]
        .last()
        .is_some_and(|token| site.word(token) == "as" || token.is('*') || token.is(':'));
    (is_import && !is_renamed).then_some(!in_list)
}

/// The place for a new import: below the last one at the top, or above everything but directives.
pub(super) fn place(site: &Site<'_>) -> usize {
    let mut at = 0;
    let mut within = false;
    let mut offset = 0;
    for line in site.text.split_inclusive('\n') {
        offset += line.len();
        let text = line.trim_end();
        let starts = text.starts_with("import ") || text.starts_with("import{") || is_require(text);
        let is_directive = text.starts_with("#!")
            || matches!(
                text.trim_end_matches(';'),
                "'use strict'" | "\"use strict\"" | "'use client'" | "\"use client\"" | "'use server'"
            );
        within = within || starts;
        if within || is_directive {
            at = offset;
        }
        if within
            && (text.ends_with(['\'', '"', ';', ')']) || text.ends_with('}') && text.contains("import("))
        {
            within = false;
        }
    }
    at
}

fn is_require(line: &str) -> bool {
    let declares = ["const ", "let ", "var "]
        .iter()
        .any(|keyword| line.starts_with(keyword));
    declares && line.contains("require(")
}
