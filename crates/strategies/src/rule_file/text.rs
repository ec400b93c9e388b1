//! The language of a rule file, as it is written.

use std::collections::BTreeMap;

use serde::Deserialize;

/// A whole file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FileText {
    /// Lower-case words joined by `-`.
    pub(super) id: String,
    /// One sentence.
    pub(super) summary: String,
    /// The version of the file itself.
    #[serde(default)]
    pub(super) version: Option<String>,
    /// The languages that its rules change.
    pub(super) languages: Vec<String>,
    /// The package that all rules are about.
    #[serde(default)]
    pub(super) package: Option<PackageText>,
    #[serde(rename = "rule", default)]
    pub(super) rules: Vec<RuleText>,
}

/// `[package]`
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PackageText {
    /// Its name in the registry.
    pub(super) name: String,
    /// The registry.
    pub(super) ecosystem: EcosystemText,
    /// The modules it is imported by; rules are offered only where a file imports one of them.
    #[serde(default)]
    pub(super) modules: Vec<String>,
    /// The version that the examples were run with.
    #[serde(default)]
    pub(super) checked: Option<String>,
    /// Modules that are there once the package itself is imported.
    #[serde(default)]
    pub(super) loaded: Vec<String>,
    /// Other packages that the examples need.
    #[serde(default)]
    pub(super) needs: Vec<String>,
}

/// Where packages come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub(super) enum EcosystemText {
    #[serde(rename = "pypi")]
    PyPi,
    #[serde(rename = "npm")]
    Npm,
    #[serde(rename = "crates.io")]
    Crates,
}

impl EcosystemText {
    pub(super) const fn as_str(self) -> &'static str {
        match self {
            Self::PyPi => "pypi",
            Self::Npm => "npm",
            Self::Crates => "crates.io",
        }
    }
}

/// `[[rule]]`
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RuleText {
    /// `language/package/name`
    pub(super) id: String,
    /// One sentence: what is changed, and why.
    pub(super) summary: String,
    pub(super) safety: SafetyText,
    /// The version at which the old form went or changed.
    #[serde(default)]
    pub(super) since: Option<String>,
    /// Where that is documented.
    #[serde(default)]
    pub(super) source: Option<String>,
    /// Which places are changed.
    #[serde(default)]
    pub(super) scope: Option<ScopeText>,
    /// A word: every file of the project that has it is changed, and not the place of the diagnostic.
    #[serde(default)]
    pub(super) mentioning: Option<String>,
    /// Any of them must hold; read off `rename` where there is none.
    #[serde(default)]
    pub(super) answers: Vec<AnswerText>,
    /// Old names and new ones.
    #[serde(default)]
    pub(super) rename: BTreeMap<String, String>,
    #[serde(default)]
    pub(super) rewrite: Vec<RewriteText>,
    #[serde(default)]
    pub(super) argument: Vec<ArgumentText>,
    #[serde(default)]
    pub(super) edit: Vec<EditText>,
    #[serde(default)]
    pub(super) import: Vec<ImportText>,
    #[serde(default)]
    pub(super) file: Vec<FileChangeText>,
    #[serde(default)]
    pub(super) setting: Vec<SettingText>,
    #[serde(default)]
    pub(super) command: Vec<CommandText>,
    #[serde(rename = "example", default)]
    pub(super) examples: Vec<ExampleText>,
}

/// Whether the new form means the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum SafetyText {
    /// It means the same wherever the old form worked.
    Safe,
    /// It may not: the change is kept only if the operator agrees.
    Ask,
}

/// How far a rule reaches.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum ScopeText {
    /// The statement that the diagnostic points at.
    Line,
    /// The file that it points at.
    File,
    /// Every file of the project that imports the package.
    Project,
}

/// `[[rule.answers]]`: all keys that are given must fit.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct AnswerText {
    /// Ids of parsers, `*` stands for anything.
    #[serde(default)]
    pub(super) parser: Option<String>,
    /// Codes, likewise.
    #[serde(default)]
    pub(super) code: Option<String>,
    /// An expression that is found in the message; its named groups are captures.
    #[serde(default)]
    pub(super) message: Option<String>,
    /// The path of a file that the stack passes through; `*` stands for any text.
    #[serde(default)]
    pub(super) through: Option<String>,
    /// The kind of the fact: `unknown-member`, `missing-module`, `undefined-name`, `unexpected-argument`.
    #[serde(default)]
    pub(super) fact: Option<String>,
    /// The object that does not have the member or accept the argument.
    #[serde(default)]
    pub(super) of: Option<String>,
    /// The member, module, name or argument.
    #[serde(default)]
    pub(super) name: Option<String>,
}

/// `[[rule.rewrite]]`
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RewriteText {
    /// Code in ast-grep's pattern language.
    pub(super) pattern: String,
    /// The replacement.
    pub(super) fix: String,
    /// Expressions that the texts of metavariables must match.
    #[serde(rename = "where", default)]
    pub(super) conditions: BTreeMap<String, String>,
    /// Expressions that must not be found in the texts of metavariables.
    #[serde(default)]
    pub(super) unless: BTreeMap<String, String>,
    /// Qualified names that metavariables of `pattern` must stand for, one or several with `|` between them.
    #[serde(default)]
    pub(super) resolves: BTreeMap<String, String>,
    /// Qualified names that metavariables of `fix` are written for, as the file writes them.
    #[serde(default)]
    pub(super) uses: BTreeMap<String, String>,
    /// Modules of `fix` with dots in their names.
    #[serde(default)]
    pub(super) modules: Vec<String>,
    /// A pattern that the file has in one place only; its metavariables stand for the same text in the others.
    #[serde(default)]
    pub(super) given: Option<String>,
    /// A pattern that must match around the place.
    #[serde(default)]
    pub(super) inside: Option<String>,
}

impl RewriteText {
    /// One rewrite for each of the names that a member may have, where a condition lists them: then each is a
    /// qualified name, and can be found however it is imported.
    pub(super) fn alternatives(self) -> Vec<Self> {
        let is_list = |expression: &str| {
            expression
                .chars()
                .all(|c| c.is_alphanumeric() || matches!(c, '_' | '|'))
        };
        let listed = self.conditions.iter().find_map(|(name, expression)| {
            let member = format!(".${name}");
            (is_list(expression) && self.pattern.contains(&member))
                .then(|| (name.clone(), expression.clone()))
        });
        let Some((name, expression)) = listed else {
            return vec![self];
        };
        let variable = format!(".${name}");
        let one = |member: &str| {
            let mut conditions = self.conditions.clone();
            conditions.remove(&name);
            let written = format!(".{member}");
            Self {
                pattern: self.pattern.replace(&variable, &written),
                fix: self.fix.replace(&variable, &written),
                conditions,
                unless: self.unless.clone(),
                resolves: self.resolves.clone(),
                uses: self.uses.clone(),
                modules: self.modules.clone(),
                given: self.given.clone(),
                inside: self.inside.clone(),
            }
        };
        expression
            .split('|')
            .flat_map(|member| one(member).alternatives())
            .collect()
    }
}

/// `[[rule.argument]]`: a change to the arguments of calls.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ArgumentText {
    /// The callees: `module.name`, or `.name` for a method of any object.
    pub(super) of: Vec<String>,
    /// Old names of arguments and new ones.
    #[serde(default)]
    pub(super) rename: BTreeMap<String, String>,
    /// New values of arguments, by name.
    #[serde(default)]
    pub(super) value: BTreeMap<String, String>,
    /// Names of arguments that are left out.
    #[serde(default)]
    pub(super) remove: Vec<String>,
    /// The names that arguments get which are passed by position; an empty one stays as it is.
    #[serde(default)]
    pub(super) keywords: Vec<String>,
    /// Expressions that the values of arguments must match as a whole.
    #[serde(rename = "where", default)]
    pub(super) conditions: BTreeMap<String, String>,
}

/// `[[rule.edit]]`: a change to the text of the line, or of each line of the file where that is the scope.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct EditText {
    /// Another file, each line of which is changed.
    #[serde(default)]
    pub(super) file: Option<String>,
    /// An expression.
    pub(super) find: String,
    /// `$1` and `${name}` are its groups.
    pub(super) replace: String,
}

/// `[[rule.import]]`
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ImportText {
    /// The dotted name of a module, or of a module's member after a `:`.
    #[serde(default)]
    pub(super) add: Option<String>,
    /// The dotted name that is no longer imported.
    #[serde(default)]
    pub(super) remove: Option<String>,
}

/// `[[rule.file]]`
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FileChangeText {
    #[serde(default)]
    pub(super) create: Option<String>,
    #[serde(default)]
    pub(super) content: Option<String>,
    #[serde(default)]
    pub(super) rename: Option<String>,
    #[serde(default)]
    pub(super) to: Option<String>,
    #[serde(default)]
    pub(super) delete: Option<String>,
}

/// `[[rule.setting]]`
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SettingText {
    /// The manifest; its ending says which format it has.
    pub(super) file: String,
    /// The names that lead to the setting.
    pub(super) key: Vec<String>,
    /// Its new value.
    #[serde(default)]
    pub(super) value: Option<toml::Value>,
    /// Its new name.
    #[serde(default)]
    pub(super) rename: Option<String>,
    /// Whether it goes.
    #[serde(default)]
    pub(super) remove: bool,
    /// A text for its list.
    #[serde(default)]
    pub(super) add: Option<String>,
    /// Texts that are known without a list: what is like them is not added.
    #[serde(default)]
    pub(super) unlike: Vec<String>,
    /// Other manifests that may have the same setting.
    #[serde(default)]
    pub(super) or: Vec<SettingPlaceText>,
}

/// Where else a setting may be.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SettingPlaceText {
    pub(super) file: String,
    pub(super) key: Vec<String>,
}

impl SettingText {
    /// One setting for each manifest that may have it.
    pub(super) fn alternatives(mut self) -> Vec<Self> {
        let others = std::mem::take(&mut self.or);
        let others = others.into_iter().map(|SettingPlaceText { file, key }| Self {
            file,
            key,
            ..self.clone()
        });
        let others: Vec<Self> = others.collect();
        std::iter::once(self).chain(others).collect()
    }
}

/// `[[rule.command]]`
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CommandText {
    /// Program and arguments.
    pub(super) run: Vec<String>,
    /// The class that the operator must allow: `install`, `runs-command`.
    pub(super) allow: String,
}

/// `[[rule.example]]`
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ExampleText {
    #[serde(default)]
    pub(super) title: Option<String>,
    pub(super) before: FilesText,
    pub(super) after: FilesText,
    /// The last line that the program prints: `AttributeError: module ...`.
    pub(super) message: String,
    /// The line that the message is about, `2` or `main.py:2`; the first one that changes if it is not said.
    #[serde(default)]
    pub(super) line: Option<u32>,
    /// The file that the message is about, where there are several.
    #[serde(default)]
    pub(super) file: Option<String>,
    /// Arguments for the interpreter that runs the examples, in addition to `main.py`.
    #[serde(default)]
    pub(super) arguments: Vec<String>,
    /// The code that the parser reads off the output, if the message does not begin with it.
    #[serde(default)]
    pub(super) code: Option<String>,
    /// `false` where the old form only warns, or cannot be run here.
    #[serde(default = "yes")]
    pub(super) runs: bool,
}

fn yes() -> bool {
    true
}

/// One file, whose name follows from the language, or several.
#[derive(Debug, Clone, Deserialize)]
#[serde(untagged)]
pub(super) enum FilesText {
    /// Its text.
    One(String),
    /// Texts by name.
    Several(BTreeMap<String, String>),
}
