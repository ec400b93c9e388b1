//! The file that is reported, and how it is written.

use std::ops::Range;

use unbreak_core::{Diagnostic, Edit, FixError, RelPath, Workspace};

use super::language::is_script;
use super::scan::{Kind, Token, tokens};
use crate::lines::Lines;

/// A file of the project, read.
pub(crate) struct Site<'a> {
    pub(crate) workspace: &'a dyn Workspace,
    pub(crate) file: RelPath,
    pub(crate) text: String,
    pub(crate) tokens: Vec<Token>,
    /// The line that is reported.
    line: Option<Range<usize>>,
    /// The place on it.
    pub(crate) at: Option<usize>,
}

impl<'a> Site<'a> {
    /// The place that a diagnostic points to.
    pub(crate) fn of(diagnostic: &Diagnostic, workspace: &'a dyn Workspace) -> Option<Self> {
        let place = super::place(diagnostic);
        let file = workspace.locate(place.file.as_deref()?)?;
        let mut site = Self::read(&file, workspace)?;
        let lines = Lines::of(&site.text);
        // For a module that is not found, Node reports the file that loads it, but not the line.
        if let Some(line) = place.line {
            site.line = lines.range(&site.text, line);
            let at = |column| lines.offset(&site.text, line, column);
            site.at = place.column.and_then(at);
        }
        Some(site)
    }

    /// The first file that loads a module: for modules that come with Node, it does not report
    /// which file does.
    pub(crate) fn loading(module: &str, workspace: &'a dyn Workspace) -> Option<Self> {
        let files = workspace.files();
        let mut scripts = files.iter().filter(|file| is_script(file.as_str()));
        scripts.find_map(|file| {
            let text = workspace.read_text(file).ok()?;
            let site = text.contains(module).then(|| Self::read(file, workspace))??;
            let loads = site.modules().any(|(_, token)| site.word(token) == module);
            loads.then_some(site)
        })
    }

    /// A file as a whole.
    pub(crate) fn read(file: &RelPath, workspace: &'a dyn Workspace) -> Option<Self> {
        Some(Self::of_text(file, workspace.read_text(file).ok()?, workspace))
    }

    /// A file with a text that it may not have yet.
    pub(super) fn of_text(file: &RelPath, text: String, workspace: &'a dyn Workspace) -> Self {
        Self {
            workspace,
            file: file.clone(),
            tokens: tokens(&text),
            text,
            line: None,
            at: None,
        }
    }

    pub(crate) fn word(&self, token: &Token) -> &str {
        &self.text[token.range.clone()]
    }

    /// Every use of a name that is not a member of something.
    pub(crate) fn uses(&self, name: &str) -> Vec<Range<usize>> {
        let is_use = |(index, token): &(usize, &Token)| {
            token.is_word() && self.word(token) == name && !self.is_member(*index)
        };
        let found = self.tokens.iter().enumerate().filter(is_use);
        found.map(|(_, token)| token.range.clone()).collect()
    }

    /// The members that are read of a name, empty where a use of it reads none.
    pub(super) fn members_read<'s>(&'s self, name: &str) -> impl Iterator<Item = &'s str> {
        self.uses(name).into_iter().map(|range| {
            let behind = self.text[range.end..].strip_prefix('.').unwrap_or_default();
            let end = behind.find(|c| !super::scan::is_word(c)).unwrap_or(behind.len());
            &behind[..end]
        })
    }

    /// The reported member of this name: the one at the place, or the only one of the line.
    pub(crate) fn member(&self, name: &str) -> Option<usize> {
        let line = self.line.clone()?;
        let here = |index: &usize| {
            let token = &self.tokens[*index];
            line.contains(&token.range.start) && self.word(token) == name && self.is_member(*index)
        };
        let found: Vec<usize> = (0..self.tokens.len()).filter(here).collect();
        let after = |index: &&usize| self.at.is_none_or(|at| self.tokens[**index].range.end > at);
        found.iter().find(after).or(found.first()).copied()
    }

    /// The strings that name modules, in statements and calls that load them.
    pub(crate) fn modules(&self) -> impl Iterator<Item = (usize, &Token)> {
        let loads = |(index, token): &(usize, &Token)| token.kind == Kind::Quoted && self.is_module(*index);
        self.tokens.iter().enumerate().filter(loads)
    }

    fn is_module(&self, index: usize) -> bool {
        let before = |back: usize| index.checked_sub(back).map(|at| &self.tokens[at]);
        let word = |back: usize| {
            before(back)
                .filter(|token| token.is_word())
                .map(|token| self.word(token))
        };
        match word(1) {
            Some("from" | "import") => true,
            _ => {
                let is_call = before(1).is_some_and(|token| token.is('('));
                let owner = word(4).filter(|_| before(3).is_some_and(|token| token.is('.')));
                is_call
                    && match word(2) {
                        Some("require" | "import") => true,
                        // Other objects have methods of these names.
                        Some("mock") => matches!(owner, Some("jest" | "t" | "vi")),
                        Some("resolve") => matches!(owner, Some("require" | "meta")),
                        _ => false,
                    }
            }
        }
    }

    pub(crate) fn is_member(&self, index: usize) -> bool {
        let mut before = self.tokens[..index].iter().rev();
        let dots = before.by_ref().take_while(|token| token.is('.')).count();
        dots == 1
    }

    /// Returns whether a mark follows a token.
    pub(crate) fn is_followed_by(&self, index: usize, mark: char) -> bool {
        self.tokens.get(index + 1).is_some_and(|token| token.is(mark))
    }

    /// Returns whether it loads modules by `require`, and not by `import`.
    pub(crate) fn is_common_js(&self) -> bool {
        let starts = |word: &str| {
            self.tokens
                .iter()
                .any(|token| token.is_word() && self.word(token) == word)
        };
        self.file.as_str().ends_with(".cjs")
            || starts("require") && !self.imports_statically()
            || self.file.as_str().ends_with(".js")
                && !self.imports_statically()
                && !starts("export")
                && !self.is_in_module_package()
    }

    /// Returns whether Node takes the file for an ES module, by its ending or its package.
    pub(super) fn is_es_module(&self) -> bool {
        let name = self.file.as_str();
        name.ends_with(".mjs") || name.ends_with(".js") && self.is_in_module_package()
    }

    fn imports_statically(&self) -> bool {
        self.text
            .lines()
            .any(|line| line.starts_with("import ") || line.starts_with("export "))
    }

    /// Returns whether the nearest manifest says that `.js` files are ES modules.
    pub(crate) fn is_in_module_package(&self) -> bool {
        let manifest = super::manifest(&self.file, self.workspace);
        manifest.is_some_and(|manifest| manifest["type"] == "module")
    }

    /// The quote that the file uses for strings.
    pub(crate) fn quote(&self) -> char {
        let count = |quote: char| self.text.matches(quote).count();
        if count('"') > count('\'') { '"' } else { '\'' }
    }

    /// The word that declares what the file loads: `var` where all of it is declared so, or, if it loads nothing, all
    /// that it has; and `const` otherwise.
    pub(crate) fn declaring_word(&self) -> &'static str {
        let begins = |line: &str, word: &str| line.trim_start().starts_with(word);
        let is_newer = |line: &str| begins(line, "const ") || begins(line, "let ");
        let declares = |line: &&str| begins(line, "var ") || is_newer(line);
        let declaring: Vec<&str> = self.text.lines().filter(declares).collect();
        let loading: Vec<&str> = declaring
            .iter()
            .copied()
            .filter(|line| line.contains("require("))
            .collect();
        let alike = if loading.is_empty() { declaring } else { loading };
        match !alike.is_empty() && !alike.iter().any(|line| is_newer(line)) {
            true => "var",
            false => "const",
        }
    }

    /// The end of a statement.
    pub(crate) fn end(&self) -> &'static str {
        let code = || self.text.lines().map(str::trim_end);
        let bare = code().filter(|line| line.ends_with([')', '\'', '"'])).count();
        let ended = code().filter(|line| line.ends_with(';')).count();
        if bare > ended { "" } else { ";" }
    }

    pub(crate) fn replace(&self, range: Range<usize>, new: impl Into<String>) -> Result<Edit, FixError> {
        Edit::replace(&self.file, &self.text, range, new)
    }
}
