//! Names of CommonJS in an ES module: `require`, `__dirname`, `__filename`. They are declared as Node's own
//! documentation says, so that they mean the same; `require` of what `import` loads in the same way becomes one.

use std::sync::LazyLock;

use regex::Regex;
use unbreak_core::pattern::pattern;
use unbreak_core::{DeterminedBy, Diagnostic, Edit, Fact, StrategyError};

use super::exports::Exports;
use super::import::{Import, place};
use super::installed::Installed;
use super::known::BUILTIN;
use super::paths;
use super::scan::Token;
use super::site::Site;
use crate::offer::Offer;
use crate::rule;
use crate::weights::confidence;

/// Returns whether a diagnostic is about a name that only CommonJS has. Test runners shorten what Node says; but where a
/// program runs, these two are missing nowhere else.
pub(super) fn is_about(diagnostic: &Diagnostic) -> bool {
    let names_path = |fact: &Fact| matches!(fact, Fact::UndefinedName { name, .. } if ["__dirname", "__filename"].contains(&name.as_str()));
    diagnostic.message.contains("is not defined in ES module scope")
        || !diagnostic.frames.is_empty() && diagnostic.fact.as_ref().is_some_and(names_path)
}

/// A name of CommonJS in an ES module.
pub(super) struct ModuleScope<'a> {
    pub(super) site: &'a Site<'a>,
    pub(super) name: &'a str,
}

/// `const NAMES = require(MODULE);` at the top of a file.
struct Loaded {
    range: std::ops::Range<usize>,
    names: String,
    module: String,
}

impl ModuleScope<'_> {
    pub(super) fn offers(&self) -> Result<Vec<Offer>, StrategyError> {
        let edits = match self.name {
            // Which file the program began with has another form.
            "require" if self.has_members() => return Ok(Vec::new()),
            "require" => match self.imports()? {
                Some(edits) => edits,
                None => vec![self.declare(
                    &[("createRequire", "module")],
                    "const require = createRequire(import.meta.url)",
                )?],
            },
            "__filename" => vec![self.declare(
                &[("fileURLToPath", "url")],
                "const __filename = fileURLToPath(import.meta.url)",
            )?],
            "__dirname" => vec![self.directory()?],
            "module" | "exports" => self.exports()?,
            _ => return Ok(Vec::new()),
        };
        if edits.is_empty() {
            return Ok(Vec::new());
        }
        Ok(vec![Offer {
            rule: rule::script::es_module::SCOPE,
            title: match edits.len() {
                1 if matches!(self.name, "module" | "exports") => "export as an ES module does".to_owned(),
                1 => format!("declare '{}' as an ES module does", self.name),
                _ => "load modules by 'import'".to_owned(),
            },
            reason: format!("ES modules have no '{}'", self.name),
            confidence: confidence::only(),
            evidence: DeterminedBy::Convention.into(),
            edits,
        }])
    }

    /// `module.exports = { a, b }` and `module.exports = a` as an `export`, if nothing else is said of exports.
    fn exports(&self) -> Result<Vec<Edit>, StrategyError> {
        static EXPORTS: LazyLock<Regex> = LazyLock::new(|| {
            pattern(
                r"(?m)^module\.exports\s*=\s*(?:(?P<names>\{[\w$,\s]*\})|(?P<name>[\w$]+))(?P<end>;?)[ \t]*$",
            )
        });
        let site = self.site;
        let uses = site.uses("module").len() + site.uses("exports").len();
        let found = EXPORTS.captures(&site.text).filter(|_| uses == 1);
        let Some((found, whole)) = found.and_then(|found| found.get(0).map(|whole| (found, whole.range())))
        else {
            return Ok(Vec::new());
        };
        let end = &found["end"];
        let statement = match (found.name("names"), found.name("name")) {
            (Some(names), _) => format!("export {}{end}", names.as_str()),
            (None, Some(name)) => format!("export default {}{end}", name.as_str()),
            (None, None) => return Ok(Vec::new()),
        };
        Ok(vec![site.replace(whole, statement)?])
    }

    fn has_members(&self) -> bool {
        let uses = self.site.uses("require");
        uses.iter()
            .any(|range| self.site.text[range.end..].starts_with('.'))
    }

    fn directory(&self) -> Result<Edit, StrategyError> {
        let path = Import::of(self.site, "path").filter(|import| import.whole);
        let url = ("fileURLToPath", "url");
        match path {
            Some(_) => self.declare(
                &[url],
                "const __dirname = path.dirname(fileURLToPath(import.meta.url))",
            ),
            None => self.declare(
                &[("dirname", "path"), url],
                "const __dirname = dirname(fileURLToPath(import.meta.url))",
            ),
        }
    }

    /// The imports of some names of Node's modules, unless the file has them, and a statement below all imports.
    fn declare(&self, names: &[(&str, &str)], statement: &str) -> Result<Edit, StrategyError> {
        let site = self.site;
        let (quote, end) = (site.quote(), site.end());
        let scheme = if site.text.contains("node:") { "node:" } else { "" };
        let mut lines = String::new();
        for (name, module) in names.iter().filter(|(name, _)| Import::of(site, name).is_none()) {
            lines += &format!("import {{ {name} }} from {quote}{scheme}{module}{quote}{end}\n");
        }
        // Its name is there only below the statement.
        let first = site
            .uses(self.name)
            .first()
            .map_or(usize::MAX, |range| range.start);
        let line = site.text[..first.min(site.text.len())]
            .rfind('\n')
            .map_or(0, |at| at + 1);
        let at = place(site);
        let written = match line < at {
            true => (line, format!("{lines}\n{statement}{end}\n\n")),
            false => (at, format!("{lines}\n{statement}{end}\n")),
        };
        Ok(site.replace(written.0..written.0, written.1)?)
    }

    /// Each `require` as an `import`, if all of them can be.
    fn imports(&self) -> Result<Option<Vec<Edit>>, StrategyError> {
        let site = self.site;
        let uses = site.uses("require").len();
        let loaded = self.loaded();
        // An import comes before everything else, wherever it stands.
        if loaded.is_empty() || loaded.len() != uses || !self.come_first(&loaded) {
            return Ok(None);
        }
        let mut edits = Vec::new();
        for one in &loaded {
            let Some(statement) = self.import(one) else {
                return Ok(None);
            };
            edits.push(site.replace(one.range.clone(), statement)?);
        }
        Ok(Some(edits))
    }

    /// Returns whether only comments, directives and imports stand before the last one.
    fn come_first(&self, loaded: &[Loaded]) -> bool {
        let end = loaded.last().map_or(0, |one| one.range.end);
        let mut text = self.site.text[..end].to_owned();
        for one in loaded.iter().rev() {
            text.replace_range(one.range.clone(), "");
        }
        let is_harmless = |line: &str| {
            let line = line.trim().trim_start_matches(';');
            let begins = ["//", "/*", "*", "import ", "#!", "'use ", "\"use "];
            line.is_empty() || begins.iter().any(|begin| line.starts_with(begin))
        };
        text.lines().all(is_harmless)
    }

    /// Returns whether a name gets another value later, which an import cannot.
    fn is_assigned(&self, names: &str) -> bool {
        let assigns = |range: &std::ops::Range<usize>| {
            let behind = self.site.text[range.end..].trim_start();
            behind.starts_with('=') && !behind.starts_with("==") && !behind.starts_with("=>")
        };
        self.site
            .uses(names)
            .iter()
            .filter(|range| assigns(range))
            .count()
            > 1
    }

    fn loaded(&self) -> Vec<Loaded> {
        let site = self.site;
        let at = |index: Option<usize>| index.and_then(|index| site.tokens.get(index));
        let is_word = |token: Option<&Token>, word: &str| {
            token.is_some_and(|token| token.is_word() && site.word(token) == word)
        };
        let one = |(index, token): (usize, &Token)| {
            let is_call = is_word(at(index.checked_sub(2)), "require");
            let equals = at(index.checked_sub(3)).filter(|token| token.is('=') && is_call)?;
            let line = site.text[..equals.range.start].rfind('\n').map_or(0, |at| at + 1);
            let declared = &site.text[line..equals.range.start];
            let names = ["const ", "let ", "var "]
                .iter()
                .find_map(|word| declared.strip_prefix(word))?;
            let is_fixed =
                declared.starts_with("const ") || !names.contains('{') && !self.is_assigned(names.trim());
            if !is_fixed {
                return None;
            }
            let close = at(Some(index + 1)).filter(|token| token.is(')'))?;
            let behind = &site.text[close.range.end..];
            let ending = behind.split('\n').next()?.trim_end();
            matches!(ending, "" | ";").then(|| Loaded {
                range: line..close.range.end,
                names: names.trim().to_owned(),
                module: site.word(token).to_owned(),
            })
        };
        site.modules().filter_map(one).collect()
    }

    /// The same as an `import`; none where it would not load the same.
    fn import(&self, loaded: &Loaded) -> Option<String> {
        let site = self.site;
        let quote = site.quote();
        let Loaded { names, module, .. } = loaded;
        let listed = names.strip_prefix('{').and_then(|names| names.strip_suffix('}'));
        let builtin = module.trim_start_matches("node:");
        let exports = match (
            BUILTIN.contains(&builtin) || module.starts_with("node:"),
            module.starts_with('.'),
        ) {
            (true, _) => None,
            (false, true) => {
                let file = paths::resolve(module, &site.file, site.workspace)?;
                let is_module =
                    paths::has_ending(module) && module.ends_with("js") && !module.ends_with(".cjs");
                let text = site.workspace.read_text(&file).ok().filter(|_| is_module)?;
                let is_common = text.contains("module.exports") || text.contains("exports.");
                Some(Exports::of(&text)).filter(|_| !is_common)
            }
            (false, false) => {
                let package = Installed::find(module, &site.file, site.workspace, false)?;
                match package.is_module {
                    true => Some(package.exports),
                    // The default of a CommonJS module is the module itself; its names may not be found.
                    false if listed.is_none() => None,
                    false => return None,
                }
            }
        };
        let Some(listed) = listed else {
            let has_default = exports.as_ref().is_none_or(|exports| exports.has_default);
            let whole = if has_default {
                names.clone()
            } else {
                format!("* as {names}")
            };
            return Some(format!("import {whole} from {quote}{module}{quote}"));
        };
        let mut entries = Vec::new();
        for entry in listed.split(',').map(str::trim).filter(|entry| !entry.is_empty()) {
            let (name, local) = entry.split_once(':').unwrap_or((entry, entry));
            let (name, local) = (name.trim(), local.trim());
            let is_plain = |text: &str| !text.is_empty() && text.chars().all(super::scan::is_word);
            let is_there = exports
                .as_ref()
                .is_none_or(|exports| exports.names.contains(name));
            if !is_plain(name) || !is_plain(local) || !is_there {
                return None;
            }
            entries.push(match name == local {
                true => name.to_owned(),
                false => format!("{name} as {local}"),
            });
        }
        Some(format!(
            "import {{ {} }} from {quote}{module}{quote}",
            entries.join(", ")
        ))
    }
}
