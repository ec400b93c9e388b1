//! XML documents as trees. The pipeline cuts a long report, so a tree is small.

use super::{Element, Visitor, walk};

/// An element with its content.
#[derive(Debug, Default)]
pub(crate) struct Node {
    name: String,
    attributes: Vec<(String, String)>,
    text: String,
    children: Vec<Node>,
    /// Whether its end tag was read.
    is_whole: bool,
}

impl Node {
    fn new(element: &Element<'_>) -> Self {
        Self {
            name: element.name().to_owned(),
            attributes: element.attributes().collect(),
            ..Self::default()
        }
    }

    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    pub(crate) fn is_whole(&self) -> bool {
        self.is_whole
    }

    /// Its own text, without the blanks around it.
    pub(crate) fn text(&self) -> &str {
        self.text.trim()
    }

    /// The value of an attribute; `None` when it has none or an empty one.
    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        let attribute = self.attributes.iter().find(|(key, _)| key == name)?;
        let value = attribute.1.trim();
        (!value.is_empty()).then_some(value)
    }

    pub(crate) fn children(&self) -> &[Node] {
        &self.children
    }

    /// The children of this name.
    pub(crate) fn named(&self, name: &str) -> impl Iterator<Item = &Node> {
        self.children.iter().filter(move |child| child.name == name)
    }

    /// The first child of this name, whose case does not matter.
    pub(crate) fn child_named(&self, name: &str) -> Option<&Node> {
        self.children
            .iter()
            .find(|child| child.name.eq_ignore_ascii_case(name))
    }

    /// The value of the attribute, or the text of the child, of this name, whose case does not matter;
    /// `None` when it is empty.
    pub(crate) fn value(&self, name: &str) -> Option<&str> {
        let attributes = self.attributes.iter();
        let own = attributes
            .filter(|(key, _)| key.eq_ignore_ascii_case(name))
            .map(|(_, value)| value.trim());
        own.chain(self.child_named(name).map(Node::text))
            .find(|value| !value.is_empty())
    }
}

/// The name of the root element.
pub(crate) fn root_name(document: &str) -> Option<&str> {
    let mut rest = document;
    loop {
        rest = rest[rest.find('<')?..].strip_prefix('<')?;
        if rest.starts_with(|c: char| c.is_alphabetic() || c == '_') {
            let name = rest
                .split(|c: char| c.is_whitespace() || matches!(c, '>' | '/'))
                .next()?;
            return name.rsplit(':').next();
        }
    }
}

/// A node whose only child is the root element, and the place where the document breaks off, if it does.
pub(crate) fn parse(document: &str) -> (Node, Option<String>) {
    let mut tree = Tree {
        open: vec![Node::default()],
    };
    let problem = walk(document, &mut tree);
    while tree.open.len() > 1 {
        tree.close(false);
    }
    (tree.open.pop().unwrap_or_default(), problem)
}

/// The elements that are open, the outermost first.
struct Tree {
    open: Vec<Node>,
}

impl Tree {
    fn close(&mut self, is_whole: bool) {
        if self.open.len() > 1
            && let Some(mut node) = self.open.pop()
            && let Some(parent) = self.open.last_mut()
        {
            node.is_whole = is_whole;
            parent.children.push(node);
        }
    }
}

impl Visitor for Tree {
    fn start(&mut self, element: &Element<'_>) {
        self.open.push(Node::new(element));
    }

    fn text(&mut self, text: &str) {
        if let Some(node) = self.open.last_mut() {
            node.text.push_str(text);
        }
    }

    fn end(&mut self, _name: &str) {
        self.close(true);
    }
}
