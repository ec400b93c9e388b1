//! A name that its module does not export.

use unbreak_core::{DeterminedBy, Edit, Evidence, RelPath, RuleId, Runner, StrategyError};

use super::exports::Exports;
use super::import::place;
use super::installed::Installed;
use super::member::listed_export;
use super::module_scope::ModuleScope;
use super::paths;
use super::renamed::Renamed;
use super::scan::Token;
use super::site::Site;
use crate::closeness::{closest, is_slip};
use crate::offer::Offer;
use crate::rule::script::missing_export;
use crate::weights::{confidence, similarity};

/// An import of a name that its module does not have, in the importing file.
pub(super) struct MissingExport<'a> {
    pub(super) site: &'a Site<'a>,
    pub(super) module: &'a str,
    pub(super) name: &'a str,
}

impl MissingExport<'_> {
    pub(super) async fn offers(&self, runner: &dyn Runner) -> Result<Vec<Offer>, StrategyError> {
        let site = self.site;
        let Some((file, exports, written)) = self.exports() else {
            return self.of_package(runner).await;
        };
        if exports.names.contains(self.name) || self.name == "default" && exports.has_default {
            return Ok(self.written_for_common_js(&file)?.into_iter().collect());
        }
        let mut offers = Vec::new();
        offers.extend(self.declared(&file, &written)?);
        if self.name == "default" {
            offers.extend(self.named(&exports, &written)?);
        } else if exports.has_default && exports.names.is_empty() {
            offers.extend(self.whole(&written)?);
        }
        // The module declares this very name: only a slip of the keyboard may have been meant instead.
        let is_declared = !offers.is_empty();
        let near = closest(self.name, exports.names.iter().map(String::as_str)).into_iter();
        let near = near.filter(|(name, _)| !is_declared || is_slip(self.name, name));
        for (name, score) in near.take(3) {
            let edits: Result<Vec<Edit>, _> = self
                .uses(name)
                .into_iter()
                .map(|range| site.replace(range, name))
                .collect();
            offers.push(Offer {
                rule: crate::rule::script::missing_export::MISSPELT,
                title: format!("import '{name}' in place of '{}'", self.name),
                reason: format!("'{written}' exports '{name}', but not '{}'", self.name),
                confidence: similarity::listed() * score,
                evidence: Evidence::spelling(true, is_slip(self.name, name)),
                edits: edits?,
            });
        }
        if offers.is_empty() {
            let renamed = Renamed {
                site,
                file: &file,
                exports: &exports,
                name: self.name,
            };
            offers.extend(renamed.offer()?);
        }
        Ok(offers)
    }

    /// An ES module that says what it exports as CommonJS does.
    fn written_for_common_js(&self, file: &RelPath) -> Result<Option<Offer>, StrategyError> {
        let site = Site::read(file, self.site.workspace).filter(Site::is_es_module);
        let Some(site) = site else { return Ok(None) };
        let name = "module";
        Ok(ModuleScope { site: &site, name }.offers()?.pop())
    }

    /// `import x from` a package that exports an `x` and no default.
    async fn of_package(&self, runner: &dyn Runner) -> Result<Vec<Offer>, StrategyError> {
        let site = self.site;
        let package = Installed::load(self.module, &site.file, site.workspace, false, runner).await;
        let range = self.before_from(self.module);
        let Some((
            Installed {
                exports, is_module, ..
            },
            (start, end),
        )) = package.zip(range)
        else {
            return Ok(Vec::new());
        };
        let local = site.text[start..end].trim();
        let offer = if self.name != "default" {
            (!is_module)
                .then(|| self.through_default(local, start..end))
                .transpose()?
                .flatten()
        } else if exports.names.contains(local) {
            self.named(&exports, self.module)?
        } else if self.reads_only_members(local, &exports) {
            let whole = format!("* as {local}");
            self.offer(
                missing_export::NAMESPACE,
                start..end,
                whole,
                self.module,
                confidence::resolved(),
            )?
        } else {
            None
        };
        Ok(offer.into_iter().collect())
    }

    /// Returns whether a name is only read for members that the module exports.
    fn reads_only_members(&self, local: &str, exports: &Exports) -> bool {
        // One use is the import itself.
        let mut members = self.site.members_read(local).skip(1).peekable();
        members.peek().is_some() && members.all(|member| exports.names.contains(member))
    }

    /// Names of a CommonJS module that Node does not see: they are taken out of its default, as Node's message
    /// says.
    fn through_default(
        &self,
        list: &str,
        range: std::ops::Range<usize>,
    ) -> Result<Option<Offer>, StrategyError> {
        let site = self.site;
        let inner = list.strip_prefix('{').and_then(|list| list.strip_suffix('}'));
        let whole: String = self.module.chars().filter(|c| super::scan::is_word(*c)).collect();
        let is_free = site.uses(&whole).is_empty() && !whole.starts_with(|c: char| c.is_ascii_digit());
        let Some(inner) = inner.filter(|inner| is_free && !inner.contains("type ")) else {
            return Ok(None);
        };
        let names = inner.trim().replace(" as ", ": ");
        let at = place(site);
        let declared = format!("\nconst {{ {names} }} = {whole}{}\n", site.end());
        let offer = self.offer(
            missing_export::THROUGH_DEFAULT,
            range,
            whole,
            self.module,
            confidence::resolved(),
        )?;
        offer
            .map(|mut offer| {
                offer.edits.push(site.replace(at..at, declared)?);
                Ok(offer)
            })
            .transpose()
    }

    /// A declaration that the module does not export.
    fn declared(&self, file: &RelPath, written: &str) -> Result<Option<Offer>, StrategyError> {
        let text = self.site.workspace.read_text(file)?;
        let Some(at) = declaration(&text, self.name) else {
            return Ok(None);
        };
        let is_common = text.contains("module.exports") || text.contains("\nexports.");
        let place = match is_common {
            true => listed_export(&text, self.name),
            false => Some((at, "export ".to_owned())),
        };
        let Some((at, written_there)) = place else {
            return Ok(None);
        };
        Ok(Some(Offer {
            rule: crate::rule::script::missing_export::UNDECLARED,
            title: format!("export '{}' from {file}", self.name),
            reason: format!("'{written}' declares '{}' but does not export it", self.name),
            confidence: confidence::only(),
            evidence: DeterminedBy::Resolution.into(),
            edits: vec![Edit::insert(file, &text, at, written_there)?],
        }))
    }

    /// The module's file, its exports, and how the file names it.
    fn exports(&self) -> Option<(RelPath, Exports, String)> {
        let site = self.site;
        let is_it = |path: &&str| {
            *path == self.module || path.starts_with('.') && paths::stem(path) == paths::stem(self.module)
        };
        let written = site
            .modules()
            .map(|(_, token)| site.word(token))
            .find(is_it)?
            .to_owned();
        let file = paths::resolve(&written, &site.file, site.workspace)?;
        let text = site.workspace.read_text(&file).ok()?;
        Some((file, Exports::of(&text), written))
    }

    /// Where another name takes the place of this one: at its import, with the alias that is that name, and, unless
    /// it has an alias, where it is used.
    fn uses(&self, other: &str) -> Vec<std::ops::Range<usize>> {
        let site = self.site;
        let alias = |token: &Token| {
            let rest = site.text[token.range.end..].trim_start().strip_prefix("as ")?;
            let rest = rest.trim_start();
            let end = rest
                .find(|c: char| !super::scan::is_word(c))
                .unwrap_or(rest.len());
            let is_other = &rest[..end] == other;
            let covered = site.text.len() - rest.len() + end;
            Some(if is_other { covered } else { token.range.end })
        };
        let mut named = site.tokens.iter().filter(|token| site.word(token) == self.name);
        let aliased = named.find_map(|token| Some(token.range.start..alias(token)?));
        aliased.map_or_else(|| site.uses(self.name), |range| vec![range])
    }

    /// `import x from` a module that exports an `x` and no default: `import { x } from`.
    fn named(&self, exports: &Exports, written: &str) -> Result<Option<Offer>, StrategyError> {
        let Some((start, end)) = self.before_from(written) else {
            return Ok(None);
        };
        let local = self.site.text[start..end].trim();
        let best = match exports.names.contains(local) {
            true => Some((local, confidence::resolved())),
            false => closest(local, exports.names.iter().map(String::as_str))
                .into_iter()
                .next(),
        };
        let Some((name, score)) = best else {
            return Ok(None);
        };
        let list = if name == local {
            format!("{{ {name} }}")
        } else {
            format!("{{ {name} as {local} }}")
        };
        self.offer(missing_export::NAMED, start..end, list, written, score)
    }

    /// `import { x } from` a module that exports only a default: `import x from`.
    fn whole(&self, written: &str) -> Result<Option<Offer>, StrategyError> {
        let Some((start, end)) = self.before_from(written) else {
            return Ok(None);
        };
        let list = self.site.text[start..end].trim();
        let inner = list
            .trim_start_matches('{')
            .trim_end_matches('}')
            .trim()
            .to_owned();
        if inner.contains([',', ' ']) {
            return Ok(None);
        }
        self.offer(
            missing_export::DEFAULT,
            start..end,
            inner,
            written,
            confidence::likely(),
        )
    }

    fn offer(
        &self,
        rule: RuleId,
        range: std::ops::Range<usize>,
        new: String,
        written: &str,
        confidence: f64,
    ) -> Result<Option<Offer>, StrategyError> {
        Ok(Some(Offer {
            rule,
            title: format!("import {new} from '{written}'"),
            reason: format!("'{written}' does not export '{}'", self.name),
            confidence,
            evidence: DeterminedBy::Resolution.into(),
            edits: vec![self.site.replace(range, new)?],
        }))
    }

    /// The range between `import` and `from` of the module.
    fn before_from(&self, written: &str) -> Option<(usize, usize)> {
        let site = self.site;
        let (module, _) = site.modules().find(|(_, token)| site.word(token) == written)?;
        let from = module
            .checked_sub(1)
            .filter(|&at| site.word(&site.tokens[at]) == "from")?;
        let import = (0..from).rfind(|&at| site.word(&site.tokens[at]) == "import")?;
        let (first, last) = (
            site.tokens.get(import + 1)?,
            site.tokens.get(from.checked_sub(1)?)?,
        );
        (first.range.start < last.range.end).then_some((first.range.start, last.range.end))
    }
}

/// The start of a module's own declaration of a name: indented ones do not belong to the module.
pub(super) fn declaration(text: &str, name: &str) -> Option<usize> {
    const HEADS: &[&str] = &[
        "async function ",
        "function* ",
        "function ",
        "abstract class ",
        "class ",
        "const enum ",
        "const ",
        "enum ",
        "interface ",
        "let ",
        "type ",
        "var ",
    ];
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let declared = HEADS.iter().find_map(|head| line.strip_prefix(head));
        let rest = declared.and_then(|rest| rest.trim_start().strip_prefix(name));
        if rest.is_some_and(|rest| !rest.starts_with(super::scan::is_word)) {
            return Some(at);
        }
        at += line.len();
    }
    None
}
