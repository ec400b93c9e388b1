//! JSON with comments, through `jsonc-parser`'s tree.

use jsonc_parser::ParseOptions;
use jsonc_parser::cst::{CstInputValue, CstObject, CstRootNode, ObjectPropName};

use super::{Change, may_enter};

pub(super) fn apply(text: &str, key: &[String], change: &Change) -> Option<String> {
    let root = CstRootNode::parse(text, &ParseOptions::default()).ok()?;
    let (last, path) = key.split_last()?;
    let mut object = root.object_value()?;
    for name in path {
        object = inner(&object, name, matches!(change, Change::Set(_)))?;
    }
    match change {
        Change::Set(value) => match object.get(last) {
            Some(property) => property.set_value(input(value)),
            None => drop(object.append(last, input(value))),
        },
        Change::Rename(name) => {
            let property = object.get(last)?;
            if object.get(name).is_some() {
                return None;
            }
            match property.name()? {
                ObjectPropName::String(literal) => literal.set_raw_value(quoted(name)),
                ObjectPropName::Word(literal) => literal.set_raw_value(quoted(name)),
            }
        }
        Change::Remove => object.get(last)?.remove(),
        Change::Add(text) => {
            let list = object.array_value_or_create(last)?;
            let listed: Vec<String> = list
                .elements()
                .iter()
                .filter_map(|element| element.as_string_lit()?.decoded_value().ok())
                .collect();
            if !may_enter(text, listed.iter().map(String::as_str)) {
                return None;
            }
            list.append(CstInputValue::String(text.clone()));
        }
    }
    Some(root.to_string())
}

fn inner(object: &CstObject, name: &str, create: bool) -> Option<CstObject> {
    match create {
        true => object.object_value_or_create(name),
        false => object.object_value(name),
    }
}

fn quoted(name: &str) -> String {
    serde_json::Value::from(name).to_string()
}

fn input(value: &toml::Value) -> CstInputValue {
    match value {
        toml::Value::String(text) => CstInputValue::String(text.clone()),
        toml::Value::Integer(number) => CstInputValue::Number(number.to_string()),
        toml::Value::Float(number) => CstInputValue::Number(number.to_string()),
        toml::Value::Boolean(flag) => CstInputValue::Bool(*flag),
        toml::Value::Array(items) => CstInputValue::Array(items.iter().map(input).collect()),
        toml::Value::Table(table) => CstInputValue::Object(
            table
                .iter()
                .map(|(name, value)| (name.clone(), input(value)))
                .collect(),
        ),
        toml::Value::Datetime(date) => CstInputValue::String(date.to_string()),
    }
}
