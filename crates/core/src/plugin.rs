//! The self-description of a plug-in.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

/// A plug-in's self-description. Built-in ones are `static`, loaded ones own their text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Descriptor {
    /// Unique among plug-ins of its kind; lower-case words joined by `-` or `_`.
    pub id: Cow<'static, str>,
    /// The plug-in's own version (SemVer).
    pub version: Cow<'static, str>,
    /// One sentence.
    pub summary: Cow<'static, str>,
    /// A page: what it does, why, and how safe it is. May be empty.
    #[serde(default)]
    pub docs: Cow<'static, str>,
    /// Lower-case language or tool names it is about; empty when it is about all.
    #[serde(default)]
    pub languages: Cow<'static, [Cow<'static, str>]>,
    /// Inputs with their expected results; the conformance kit runs them, and the documentation shows them.
    #[serde(default)]
    pub examples: Cow<'static, [Example]>,
    /// The stability of its behaviour.
    #[serde(default)]
    pub stability: Stability,
}

impl Descriptor {
    /// A stable descriptor without languages and examples, for use in a `static`.
    pub const fn new(id: &'static str, version: &'static str, summary: &'static str) -> Self {
        Self::with_examples(id, version, summary, &[])
    }

    /// The same with examples.
    pub const fn with_examples(
        id: &'static str,
        version: &'static str,
        summary: &'static str,
        examples: &'static [Example],
    ) -> Self {
        Self::in_full(id, version, summary, "", &[], examples)
    }

    /// The same with a page and languages.
    pub const fn in_full(
        id: &'static str,
        version: &'static str,
        summary: &'static str,
        docs: &'static str,
        languages: &'static [Cow<'static, str>],
        examples: &'static [Example],
    ) -> Self {
        Self {
            id: Cow::Borrowed(id),
            version: Cow::Borrowed(version),
            summary: Cow::Borrowed(summary),
            docs: Cow::Borrowed(docs),
            languages: Cow::Borrowed(languages),
            examples: Cow::Borrowed(examples),
            stability: Stability::Stable,
        }
    }
}

/// An input and the expected result.
///
/// - of a parser: tool output, and a JSON array of diagnostics (a subset of their fields);
/// - of a strategy: a source file, and the same file after the fix;
/// - of a tool: its JSON input, and a subset of its JSON output.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Example {
    /// Its subject, as a title.
    pub title: Cow<'static, str>,
    /// The input.
    pub input: Cow<'static, str>,
    /// The expected result.
    pub expected: Cow<'static, str>,
    /// Where the input comes from: `captured from TOOL VERSION`, `documented at PAGE`. May be empty.
    #[serde(default, skip_serializing_if = "str::is_empty")]
    pub source: Cow<'static, str>,
}

impl Example {
    /// An example made of static texts.
    pub const fn new(title: &'static str, input: &'static str, expected: &'static str) -> Self {
        Self::from_source(title, input, expected, "")
    }

    /// The same with a source.
    pub const fn from_source(
        title: &'static str,
        input: &'static str,
        expected: &'static str,
        source: &'static str,
    ) -> Self {
        Self {
            title: Cow::Borrowed(title),
            input: Cow::Borrowed(input),
            expected: Cow::Borrowed(expected),
            source: Cow::Borrowed(source),
        }
    }
}

/// The stability of a plug-in's behaviour.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Stability {
    /// Changes only with a major version.
    #[default]
    Stable,
    /// May change with any version.
    Preview,
    /// Written from a tool's documentation, and not yet tried on real output of the tool.
    Documented,
}

impl Stability {
    /// The word for it; `None` if it is stable.
    pub fn remark(self) -> Option<&'static str> {
        match self {
            Self::Stable => None,
            Self::Preview => Some("preview"),
            Self::Documented => Some("documented"),
        }
    }
}
