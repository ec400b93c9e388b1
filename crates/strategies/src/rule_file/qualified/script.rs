//! JavaScript and TypeScript: `import` and `require`. The default of a module stands for the module, as it does
//! for those of CommonJS. A name without an import is a global: `global.jest.fn`.

use std::ops::Range;

use super::{Added, Import, Notation, TreeNode, Wanted, behind_slashes};
use crate::script::import_of;

pub(super) static NOTATION: Notation = Notation {
    separator: ".",
    readings: &["identifier", "type_identifier", "shorthand_property_identifier"],
    declarations: &[
        ("variable_declarator", "name"),
        ("function_declaration", "name"),
        ("generator_function_declaration", "name"),
        ("function_expression", "name"),
        ("class_declaration", "name"),
        ("class", "name"),
        ("interface_declaration", "name"),
        ("type_alias_declaration", "name"),
        ("enum_declaration", "name"),
        ("formal_parameters", ""),
        ("required_parameter", "pattern"),
        ("optional_parameter", "pattern"),
        ("arrow_function", "parameter"),
        ("catch_clause", "parameter"),
        ("for_in_statement", "left"),
        ("assignment_expression", "left"),
        ("type_parameter", "name"),
    ],
    parts,
    imports,
    absolute: |parts| {
        let all = std::iter::once("global").chain(parts.iter().copied());
        Some(all.map(str::to_owned).collect())
    },
    add,
    insert,
};

fn parts(written: &str) -> Vec<String> {
    behind_slashes(written.trim_start_matches("node:"))
}

fn imports(node: &TreeNode<'_>) -> Vec<Import> {
    match node.kind().as_ref() {
        "import_statement" => imported(node).unwrap_or_default(),
        "variable_declarator" => required(node).unwrap_or_default(),
        _ => Vec::new(),
    }
}

/// `import D, { a, b as c } from "m"`, `import * as N from "m"`.
fn imported(statement: &TreeNode<'_>) -> Option<Vec<Import>> {
    let module = text_of(&statement.field("source")?)?;
    let clause = statement
        .children()
        .find(|child| child.kind() == "import_clause")?;
    let range = statement.range();
    let one = |local: String, member: Option<String>, entry: Range<usize>| Import {
        local,
        path: std::iter::once(module.clone()).chain(member).collect(),
        last: None,
        has_alias: false,
        is_default: false,
        entry,
        list: None,
        names: clause.range(),
        statement: range.clone(),
    };
    let mut all = Vec::new();
    for child in clause.named_children() {
        match child.kind().as_ref() {
            "identifier" => {
                let mut import = one(child.text().into_owned(), None, child.range());
                import.is_default = true;
                all.push(import);
            }
            "namespace_import" => {
                let name = child.named_children().last()?;
                all.push(one(name.text().into_owned(), None, child.range()));
            }
            "named_imports" => {
                let list = joined(&clause, &child);
                for entry in child
                    .named_children()
                    .filter(|it| it.kind() == "import_specifier")
                {
                    let name = entry.field("name")?;
                    let alias = entry.field("alias");
                    let local = alias.as_ref().unwrap_or(&name).text().into_owned();
                    let mut import = one(local, Some(name.text().into_owned()), entry.range());
                    import.last = Some(name.range());
                    import.has_alias = alias.is_some();
                    import.list = Some(list.clone());
                    all.push(import);
                }
            }
            _ => {}
        }
    }
    Some(all)
}

/// A list with the comma behind the default before it.
fn joined(clause: &TreeNode<'_>, list: &TreeNode<'_>) -> Range<usize> {
    let default = clause.named_children().find(|child| child.kind() == "identifier");
    default.map_or(list.range().start, |default| default.range().end)..list.range().end
}

/// `const a = require("m")`, `const { b, c: d } = require("m")`, `const e = require("m").f`.
fn required(declarator: &TreeNode<'_>) -> Option<Vec<Import>> {
    let value = declarator.field("value")?;
    let (call, member) = match value.kind().as_ref() {
        "member_expression" => (value.field("object")?, Some(value.field("property")?)),
        _ => (value.clone(), None),
    };
    let is_require = call.kind() == "call_expression" && call.field("function")?.text() == "require";
    let arguments = call.field("arguments").filter(|_| is_require)?;
    let module = text_of(&arguments.named_children().next()?)?;
    let member_name = member.as_ref().map(|member| member.text().into_owned());
    let member_name = member_name.filter(|name| name != "default");
    let base: Vec<String> = std::iter::once(module).chain(member_name.clone()).collect();
    let declaration = declarator.parent()?;
    let alone = declaration.named_children().count() == 1;
    let statement = if alone {
        declaration.range()
    } else {
        declarator.range()
    };
    let name = declarator.field("name")?;
    let one = |local: String, path: Vec<String>, entry: Range<usize>| Import {
        local,
        path,
        last: None,
        has_alias: false,
        is_default: false,
        entry,
        list: None,
        names: name.range(),
        statement: statement.clone(),
    };
    if name.kind() == "identifier" {
        let mut import = one(name.text().into_owned(), base, declarator.range());
        import.last = member
            .filter(|_| member_name.is_some())
            .map(|member| member.range());
        import.has_alias = true;
        return Some(vec![import]);
    }
    let mut all = Vec::new();
    for entry in name.named_children() {
        let (key, local) = match entry.kind().as_ref() {
            "shorthand_property_identifier_pattern" => (entry.clone(), entry.clone()),
            "pair_pattern" => (entry.field("key")?, entry.field("value")?),
            _ => continue,
        };
        let path = base.iter().cloned().chain([key.text().into_owned()]).collect();
        let mut import = one(local.text().into_owned(), path, entry.range());
        import.last = Some(key.range());
        import.has_alias = entry.kind() == "pair_pattern";
        import.list = Some(name.range());
        all.push(import);
    }
    Some(all)
}

/// The module that a string names, without the scheme of Node's own.
fn text_of(string: &TreeNode<'_>) -> Option<String> {
    let text = string.text();
    let quote = text.chars().next().filter(|c| matches!(c, '"' | '\'' | '`'))?;
    let module = text.strip_prefix(quote)?.strip_suffix(quote)?;
    Some(module.trim_start_matches("node:").to_owned())
}

fn add(wanted: &Wanted<'_>) -> Option<Added> {
    let (module, members) = wanted.path.split_first()?;
    let written = members.join(".");
    if module == "global" {
        return Some(Added {
            written,
            import: None,
        });
    }
    let local = members.first()?;
    (wanted.is_free)(local).then(|| Added {
        written,
        import: Some(vec![module.clone(), local.clone()]),
    })
}

fn insert(wanted: &Wanted<'_>) -> Option<(usize, String)> {
    let (module, members) = wanted.path.split_first()?;
    import_of(
        wanted.file,
        wanted.text,
        wanted.workspace,
        module,
        members.first()?,
    )
}
