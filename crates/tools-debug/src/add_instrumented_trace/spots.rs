//! All places in a file where a statement may be added.

use std::ops::Range;

use tree_sitter::{Node, Tree};

use super::dialect::{Dialect, Syntax};

/// How a statement is inserted at a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// Before another statement.
    Before,
    /// Behind something that is not a statement: a brace, a label, a docstring.
    After,
    /// Before a single statement in the place of a block: both need braces around them.
    Alone,
    /// Before an expression that runs later than the code around it.
    Later,
    /// Among the members of a class, where only initialisers are allowed.
    Member,
}

/// A place where a statement may be added.
#[derive(Debug, Clone)]
pub(super) struct Spot {
    pub(super) at: usize,
    /// The statement that it belongs to.
    pub(super) start: usize,
    pub(super) end: usize,
    /// Other starts that lead to this statement first: `else`, a label, a pattern.
    pub(super) leads: Vec<usize>,
    pub(super) form: Form,
    pub(super) list: usize,
    pub(super) kind: String,
}

/// A list of statements.
#[derive(Debug, Clone)]
pub(super) struct List {
    pub(super) id: usize,
    pub(super) range: Range<usize>,
}

/// A construct that must stay first in its list.
#[derive(Debug, Clone)]
pub(super) struct Pinned {
    pub(super) list: usize,
    pub(super) range: Range<usize>,
}

/// A range where no probe can be inserted.
#[derive(Debug, Clone)]
pub(super) struct Closed {
    pub(super) range: Range<usize>,
    pub(super) why: &'static str,
}

/// All there are in a file.
#[derive(Debug, Default)]
pub(super) struct Spots {
    pub(super) all: Vec<Spot>,
    /// Statements before which nothing is allowed.
    pub(super) fixed: Vec<Spot>,
    pub(super) lists: Vec<List>,
    pub(super) pinned: Vec<Pinned>,
    pub(super) closed: Vec<Closed>,
}

impl Spots {
    pub(super) fn of(tree: &Tree, text: &str, dialect: &dyn Dialect) -> Self {
        let mut spots = Self::default();
        let mut open = vec![tree.root_node()];
        while let Some(node) = open.pop() {
            if let Some(why) = dialect.closed(node, text) {
                spots.closed.push(Closed {
                    range: node.byte_range(),
                    why,
                });
                continue;
            }
            spots.visit(node, text, dialect);
            let mut cursor = node.walk();
            open.extend(node.named_children(&mut cursor));
        }
        spots.all.sort_by_key(|spot| spot.at);
        spots
    }

    fn visit(&mut self, node: Node<'_>, text: &str, dialect: &dyn Dialect) {
        let syntax = dialect.syntax();
        if dialect.is_list(node) {
            self.list(node, text, dialect);
        }
        for (places, form) in [(syntax.alone, Form::Alone), (syntax.later, Form::Later)] {
            for (_, field) in places.iter().filter(|(parent, _)| *parent == node.kind()) {
                let Some(child) = part(node, field) else { continue };
                if !syntax.lists.contains(&child.kind()) && dialect.may_wrap(child) {
                    self.single(child, form, syntax);
                }
            }
        }
        if let Some(at) = dialect.member(node, text) {
            self.all.push(Spot {
                at,
                leads: Vec::new(),
                list: node.id(),
                ..spot(node, Form::Member)
            });
        }
    }

    fn single(&mut self, node: Node<'_>, form: Form, syntax: &Syntax) {
        let leads = match form {
            // A function that is made where another statement runs is not yet run.
            Form::Later if !syntax.is_clause(node.parent()) => Vec::new(),
            _ => leads(node, syntax),
        };
        self.all.push(Spot {
            leads,
            ..spot(node, form)
        });
    }

    fn list(&mut self, list: Node<'_>, text: &str, dialect: &dyn Dialect) {
        let syntax = dialect.syntax();
        let mut walk = Walk {
            list,
            leads: leads_of_list(list, syntax),
            attached: None,
            pinned: None,
            count: 0,
        };
        let mut cursor = list.walk();
        let before = self.all.len();
        for (index, child) in list.children(&mut cursor).enumerate() {
            let field = u32::try_from(index)
                .ok()
                .and_then(|index| list.field_name_for_child(index));
            if !child.is_named() || field.is_some_and(|field| syntax.other_fields.contains(&field)) {
                continue;
            }
            self.child(&mut walk, child, text, dialect);
        }
        if self.all.len() == before {
            self.all.extend(walk.empty(syntax));
        }
        self.lists.push(List {
            id: list.id(),
            range: list.byte_range(),
        });
    }

    fn child(&mut self, walk: &mut Walk<'_>, child: Node<'_>, text: &str, dialect: &dyn Dialect) {
        let syntax = dialect.syntax();
        let kind = child.kind();
        if syntax.tails.contains(&kind) {
            // The text of a here-document belongs to the statement that began it.
            if let Some(last) = self.all.last_mut().filter(|last| last.list == walk.list.id()) {
                last.end = last.end.max(child.end_byte());
            }
        } else if syntax.attached.contains(&kind) {
            walk.attached.get_or_insert(child.start_byte());
        } else if dialect.is_pinned(child, text, walk.count) {
            walk.count += 1;
            walk.pinned = Some(child.end_byte());
            self.pinned.push(Pinned {
                list: walk.list.id(),
                range: child.byte_range(),
            });
            self.fixed.push(spot(child, Form::Before));
        } else if is_statement(child, syntax) && dialect.closed(child, text).is_none() {
            self.all.extend(walk.statement(child, syntax));
        }
    }
}

fn is_statement(child: Node<'_>, syntax: &Syntax) -> bool {
    let kind = child.kind();
    !syntax.marks.contains(&kind) && !kind.contains("comment") && !child.is_error()
}

struct Walk<'a> {
    list: Node<'a>,
    leads: Vec<usize>,
    /// The start of the next statement's attributes.
    attached: Option<usize>,
    /// The end of the part that must stay first.
    pinned: Option<usize>,
    count: usize,
}

impl Walk<'_> {
    fn statement(&mut self, child: Node<'_>, syntax: &Syntax) -> Option<Spot> {
        let at = self.attached.take().unwrap_or(child.start_byte());
        let target = match syntax.passes_labels {
            true => behind_labels(child),
            false => Some(child),
        };
        self.count += 1;
        let mut leads = match self.count {
            1 => std::mem::take(&mut self.leads),
            _ => Vec::new(),
        };
        leads.push(at);
        let list = self.list.id();
        let Some(target) = target else {
            // A label before nothing.
            return Some(Spot {
                at: child.end_byte(),
                leads,
                list,
                ..spot(child, Form::After)
            });
        };
        let is_labelled = target != child;
        Some(Spot {
            at: if is_labelled { target.start_byte() } else { at },
            leads,
            list,
            ..spot(target, Form::Before)
        })
    }

    /// A list without a statement: behind its opening token.
    fn empty(self, syntax: &Syntax) -> Option<Spot> {
        let mut cursor = self.list.walk();
        let opens = |child: &Node<'_>| syntax.openers.contains(&child.kind());
        let opener = self.list.children(&mut cursor).filter(opens).last();
        let at = self.pinned.or(opener.map(|opener| opener.end_byte()))?;
        Some(Spot {
            at,
            start: self.list.start_byte(),
            end: self.list.end_byte(),
            leads: self.leads,
            form: Form::After,
            list: self.list.id(),
            kind: String::new(),
        })
    }
}

fn spot(node: Node<'_>, form: Form) -> Spot {
    Spot {
        at: node.start_byte(),
        start: node.start_byte(),
        end: node.end_byte(),
        leads: Vec::new(),
        form,
        list: node.parent().map_or(0, |parent| parent.id()),
        kind: node.kind().to_owned(),
    }
}

/// The child in a field; without a name, the last one that is not a comment.
fn part<'a>(node: Node<'a>, field: &str) -> Option<Node<'a>> {
    if !field.is_empty() {
        return node.child_by_field_name(field);
    }
    let mut cursor = node.walk();
    let children = node.named_children(&mut cursor);
    children.filter(|child| !child.kind().contains("comment")).last()
}

fn behind_labels(mut node: Node<'_>) -> Option<Node<'_>> {
    while node.kind() == "labeled_statement" {
        let label = node.child_by_field_name("label");
        node = part(node, "").filter(|child| Some(*child) != label)?;
    }
    Some(node)
}

fn leads_of_list(list: Node<'_>, syntax: &Syntax) -> Vec<usize> {
    let mut all = vec![list.start_byte()];
    all.extend(leads(list, syntax));
    all
}

/// The words and clauses before a node that lead to nothing else.
fn leads(mut node: Node<'_>, syntax: &Syntax) -> Vec<usize> {
    let mut all = Vec::new();
    loop {
        if let Some(word) = node.prev_sibling().filter(|word| !word.is_named()) {
            all.push(word.start_byte());
        }
        let Some(parent) = node.parent().filter(|parent| syntax.leads(parent.kind())) else {
            return all;
        };
        all.push(parent.start_byte());
        node = parent;
    }
}
