//! Classes, interfaces and object types of the workspace, as TypeScript declares them.

use tree_sitter::Node;

use super::site::{Parameter, Site, children, each};

/// The greatest number of base types followed.
const MOST_BASES: usize = 5;

/// Kinds of nodes that declare a type with members.
const DECLARATIONS: &[&str] = &[
    "abstract_class_declaration",
    "class",
    "class_declaration",
    "interface_declaration",
    "type_alias_declaration",
];

/// A type of the workspace.
#[derive(Debug, Default)]
struct Declared {
    /// Names of its own members.
    members: Vec<String>,
    /// The parameters of its own constructor, if it has one.
    constructor: Option<Vec<Parameter>>,
    /// The types that it extends.
    bases: Vec<String>,
}

/// The names of a type's members, those of its base types included.
pub(super) fn members(site: &Site<'_>, name: &str) -> Vec<String> {
    let mut members = Vec::new();
    let mut open = vec![name.to_owned()];
    for _ in 0..MOST_BASES {
        let Some(declared) = open.pop().and_then(|name| declared(site, &name)) else {
            break;
        };
        members.extend(declared.members);
        open.extend(declared.bases);
    }
    members
}

/// The parameters of the constructor that a call calls: `new Point(1)`, `super(name)`.
pub(super) fn constructed(site: &Site<'_>, call: Node<'_>) -> Option<Vec<Parameter>> {
    let callee = call.child_by_field_name("constructor");
    match callee.or_else(|| call.child_by_field_name("function"))? {
        callee if callee.kind() == "super" => constructor_of(site, base_around(site, call)?),
        callee if call.kind() == "new_expression" => constructor_of(site, site.slice(callee).to_owned()),
        _ => None,
    }
}

/// The class that the class around a node extends.
pub(super) fn base_around(site: &Site<'_>, node: Node<'_>) -> Option<String> {
    let class = site.up(node, DECLARATIONS)?;
    read(class, site.text()).bases.into_iter().next()
}

/// The names of the members of the class around a node.
pub(super) fn members_around(site: &Site<'_>, node: Node<'_>) -> Vec<String> {
    let class = site.up(node, DECLARATIONS);
    class.map_or_else(Vec::new, |class| read(class, site.text()).members)
}

/// The parameters of a class' constructor, its own or inherited.
pub(super) fn constructor_of(site: &Site<'_>, class: String) -> Option<Vec<Parameter>> {
    let mut class = class;
    for _ in 0..MOST_BASES {
        let mut found = declared(site, &class)?;
        if found.constructor.is_some() {
            return found.constructor;
        }
        class = found.bases.pop()?;
    }
    None
}

/// A type of a name.
fn declared(site: &Site<'_>, name: &str) -> Option<Declared> {
    site.in_files(name, |root, text| {
        let mut found = None;
        each(root, &mut |node| {
            let own = node
                .child_by_field_name("name")
                .map(|own| &text[own.byte_range()]);
            if found.is_none() && DECLARATIONS.contains(&node.kind()) && own == Some(name) {
                found = Some(read(node, text));
            }
        });
        found
    })
}

fn read(declaration: Node<'_>, text: &str) -> Declared {
    let mut declared = Declared::default();
    let body = declaration
        .child_by_field_name("body")
        .or_else(|| declaration.child_by_field_name("value"));
    for member in body.map(children).unwrap_or_default() {
        let Some(name) = member.child_by_field_name("name") else {
            continue;
        };
        let list = member.child_by_field_name("parameters");
        match (&text[name.byte_range()], list) {
            ("constructor", Some(list)) => {
                declared.constructor = Some(Parameter::of_typescript(list, text));
                let is_member = |parameter: &Node<'_>| {
                    let first = parameter.child(0).map(|first| first.kind());
                    matches!(
                        first,
                        Some("accessibility_modifier" | "readonly" | "override_modifier")
                    )
                };
                let kept = children(list).into_iter().filter(is_member);
                let names = kept.filter_map(|parameter| parameter.child_by_field_name("pattern"));
                declared
                    .members
                    .extend(names.map(|name| text[name.byte_range()].to_owned()));
            }
            (name, _) => declared.members.push(name.to_owned()),
        }
    }
    declared.bases = bases(declaration, text);
    declared
}

/// The types behind `extends`.
fn bases(declaration: Node<'_>, text: &str) -> Vec<String> {
    let mut bases = Vec::new();
    for clause in children(declaration) {
        let is_heritage = clause.kind() == "class_heritage";
        let clauses = if is_heritage {
            children(clause)
        } else {
            vec![clause]
        };
        // JavaScript has no clause between the two.
        let plain = clauses
            .iter()
            .filter(|base| is_heritage && base.kind() == "identifier");
        bases.extend(plain.map(|base| text[base.byte_range()].to_owned()));
        let extends = clauses
            .into_iter()
            .filter(|clause| matches!(clause.kind(), "extends_clause" | "extends_type_clause"));
        let named = extends
            .flat_map(children)
            .filter(|base| matches!(base.kind(), "identifier" | "type_identifier"));
        bases.extend(named.map(|base| text[base.byte_range()].to_owned()));
    }
    bases
}
