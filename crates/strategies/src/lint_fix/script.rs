//! ESLint's findings for which it offers no edit. A file here is a rule: the change at the place.

mod apply;
mod debugger;
mod self_assign;
mod unused;

use std::ops::Range;

use tree_sitter::{Node, Tree};
use unbreak_core::{
    Confidence, DeterminedBy, Diagnostic, Edit, Fact, Fix, FixError, RelPath, RuleId, SafetyClass,
    StrategyError, Workspace,
};

use crate::lines::Lines;
use crate::script::grammar;
use crate::syntax_tree::parse;
use crate::weights::confidence;

/// A repair, and the linter's rules that call for it, without the plug-in's name.
struct Rule {
    id: RuleId,
    codes: &'static [&'static str],
    title: &'static str,
    safety: SafetyClass,
    mend: fn(&Spot<'_>) -> Result<Vec<Edit>, FixError>,
}

static RULES: &[&Rule] = &[&apply::RULE, &debugger::RULE, &self_assign::RULE, &unused::RULE];

/// The place of a finding, in the tree of its file.
struct Spot<'a> {
    file: &'a RelPath,
    text: &'a str,
    tree: &'a Tree,
    at: usize,
}

/// Returns whether a finding is of a script, and says that something is not used.
pub(super) fn is_removal(diagnostic: &Diagnostic) -> bool {
    rule(diagnostic).is_some_and(|rule| std::ptr::eq(rule, &raw const unused::RULE))
}

/// Returns whether a diagnostic reports a missing name or module, so that an unused one may be its misspelling.
pub(super) fn is_about_a_missing_name(diagnostic: &Diagnostic) -> bool {
    matches!(
        diagnostic.fact,
        Some(Fact::UndefinedName { .. } | Fact::MissingModule { .. } | Fact::MissingExport { .. })
    )
}

/// The fix for a finding in a script, if there is a repair for its rule.
pub(super) fn fix(
    strategy: &str,
    diagnostic: &Diagnostic,
    file: &RelPath,
    workspace: &dyn Workspace,
) -> Result<Option<Fix>, StrategyError> {
    let (Some(rule), Some(grammar)) = (rule(diagnostic), grammar(file)) else {
        return Ok(None);
    };
    let text = workspace.read_text(file)?;
    let place = &diagnostic.location;
    let at = place.line.zip(place.column);
    let at = at.and_then(|(line, column)| Lines::of(&text).offset(&text, line, column));
    let (Some(at), Some(tree)) = (at, parse(&grammar, &text)) else {
        return Ok(None);
    };
    let spot = Spot {
        file,
        text: &text,
        tree: &tree,
        at,
    };
    let edits = (rule.mend)(&spot)?;
    let fix = Fix::new(strategy, rule.title, Confidence::new(confidence::likely()))
        .by(rule.id.clone())
        .evidence(DeterminedBy::Convention)
        .because(format!("{} says: {}", bare_code(diagnostic), diagnostic.message))
        .safety(rule.safety)
        .edits(edits);
    Ok((!fix.edits.is_empty()).then_some(fix))
}

fn rule(diagnostic: &Diagnostic) -> Option<&'static Rule> {
    let code = bare_code(diagnostic);
    RULES.iter().find(|rule| rule.codes.contains(&code)).copied()
}

/// A rule's name without its plug-in's: `no-unused-vars` for `@typescript-eslint/no-unused-vars`.
fn bare_code(diagnostic: &Diagnostic) -> &str {
    let code = diagnostic.code.as_deref().unwrap_or_default();
    code.rsplit('/').next().unwrap_or(code)
}

impl<'a> Spot<'a> {
    /// The smallest node at the place.
    fn leaf(&self) -> Option<Node<'a>> {
        let end = (self.at + 1).min(self.text.len());
        self.tree
            .root_node()
            .named_descendant_for_byte_range(self.at, end)
    }

    /// The innermost node of a kind around the place.
    fn around(&self, kind: &str) -> Option<Node<'a>> {
        std::iter::successors(self.leaf(), Node::parent).find(|node| node.kind() == kind)
    }

    fn slice(&self, node: Node<'_>) -> &'a str {
        &self.text[node.byte_range()]
    }

    fn replace(&self, range: Range<usize>, new: impl Into<String>) -> Result<Edit, FixError> {
        Edit::replace(self.file, self.text, range, new)
    }

    /// Removes a statement, with its line when nothing else is on it.
    fn remove(&self, statement: Node<'_>) -> Result<Edit, FixError> {
        let (start, end) = (statement.start_byte(), statement.end_byte());
        let line = self.text[..start].rfind('\n').map_or(0, |at| at + 1);
        let rest = self.text[end..]
            .find('\n')
            .map_or(self.text.len(), |at| end + at + 1);
        let is_alone = self.text[line..start].trim().is_empty() && self.text[end..rest].trim().is_empty();
        self.replace(if is_alone { line..rest } else { start..end }, "")
    }
}

/// The named children of a node, comments aside.
fn children(node: Node<'_>) -> Vec<Node<'_>> {
    let mut cursor = node.walk();
    node.named_children(&mut cursor)
        .filter(|child| !child.is_extra())
        .collect()
}
