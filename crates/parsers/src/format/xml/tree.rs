//! XML reports read record by record: each is a small tree, whatever the size of the report.

use unbreak_core::{Diagnostic, Location, Sink};

use super::{Element, Visitor, walk};

/// An element with its content.
#[derive(Debug, Default)]
pub(crate) struct Node {
    name: String,
    attributes: Vec<(String, String)>,
    text: String,
    children: Vec<Node>,
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

    /// The value of an attribute that is a positive number.
    pub(crate) fn number(&self, name: &str) -> Option<u32> {
        positive(self.get(name)?)
    }

    pub(crate) fn children(&self) -> &[Node] {
        &self.children
    }

    /// The first child of this name.
    pub(crate) fn child(&self, name: &str) -> Option<&Node> {
        self.children.iter().find(|child| child.name == name)
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

    /// The first element of this name, however deep.
    pub(crate) fn find(&self, name: &str) -> Option<&Node> {
        self.children.iter().find_map(|child| {
            if child.name == name {
                Some(child)
            } else {
                child.find(name)
            }
        })
    }

    /// The text of the first child of this name; `None` when it is empty.
    pub(crate) fn said(&self, name: &str) -> Option<&str> {
        let text = self.child(name)?.text();
        (!text.is_empty()).then_some(text)
    }

    /// The place that these attributes give; a line of 0 stands for the whole file.
    pub(crate) fn place(&self, file: Option<&str>, line: &str, column: &str) -> Location {
        let line = self.number(line);
        Location {
            file: file.map(str::to_owned),
            line,
            column: self.number(column).filter(|_| line.is_some()),
            ..Location::default()
        }
    }
}

fn positive(text: &str) -> Option<u32> {
    text.trim().parse().ok().filter(|number| *number > 0)
}

/// Passes on each outermost element that `is_record` names, with the elements around it but not
/// their other content. An error that keeps the document from being read to its end is a problem of
/// `kind`.
pub(crate) fn each(
    document: &str,
    kind: &str,
    sink: &mut Sink,
    is_record: impl FnMut(&str) -> bool,
    read: impl FnMut(&Node, &[Node], &mut Sink),
) {
    let mut records = Records {
        is_record,
        read,
        around: Vec::new(),
        open: Vec::new(),
        sink,
    };
    if let Some(problem) = walk(document, &mut records) {
        sink.problem(format!("{kind}: {problem}"));
    }
}

/// Emits the diagnostics that `read` makes of each record, as [`each`] passes them; `false` when
/// there were none.
pub(crate) fn findings(
    document: &str,
    kind: &str,
    sink: &mut Sink,
    is_record: impl FnMut(&str) -> bool,
    mut read: impl FnMut(&Node, &[Node]) -> Option<Diagnostic>,
) -> bool {
    let mut found = false;
    each(document, kind, sink, is_record, |record, around, sink| {
        if let Some(diagnostic) = read(record, around) {
            found = true;
            sink.emit(diagnostic);
        }
    });
    found
}

struct Records<'a, I, R> {
    is_record: I,
    read: R,
    /// The elements around the record, outermost first.
    around: Vec<Node>,
    /// The record, and the elements open within it.
    open: Vec<Node>,
    sink: &'a mut Sink,
}

impl<I, R> Visitor for Records<'_, I, R>
where
    I: FnMut(&str) -> bool,
    R: FnMut(&Node, &[Node], &mut Sink),
{
    fn start(&mut self, element: &Element<'_>) {
        let node = Node::new(element);
        if self.open.is_empty() && !(self.is_record)(&node.name) {
            self.around.push(node);
        } else {
            self.open.push(node);
        }
    }

    fn text(&mut self, text: &str) {
        if let Some(node) = self.open.last_mut() {
            node.text.push_str(text);
        }
    }

    fn end(&mut self, _name: &str) {
        let Some(node) = self.open.pop() else {
            self.around.pop();
            return;
        };
        match self.open.last_mut() {
            Some(parent) => parent.children.push(node),
            None => (self.read)(&node, &self.around, self.sink),
        }
    }
}
