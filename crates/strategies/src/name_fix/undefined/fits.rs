//! Whether a visible name can replace the missing one, given all uses of it.

use ruff_python_ast::{Expr, Stmt};
use ruff_text_size::Ranged;

use super::{Undefined, Visible};
use crate::python::classes::{Class, classes, last_name};
use crate::python::scope::{Binding, BindingKind, Reference, Usage};

impl Undefined<'_> {
    /// Returns whether a name fits every reading. A builtin function that is not called does not fit a
    /// missing variable, and a function does not call itself where it called something else.
    pub(super) async fn fits(&self, visible: &Visible<'_>) -> bool {
        let Some((_, binding)) = visible.binding else {
            return self.builtin_fits(visible.name);
        };
        for reading in &self.readings {
            let likelihood = self.fit_of_use(&reading.usage, visible.name, binding.kind).await;
            let is_itself = binding.kind == BindingKind::Function && self.is_within(visible.name, reading);
            if likelihood < 0.0 || is_itself || !self.has_what_is_asked(reading, visible.name, binding).await
            {
                return false;
            }
        }
        true
    }

    /// Exceptions and constants are named, functions and types are called.
    fn builtin_fits(&self, name: &str) -> bool {
        let is_capitalised = name.starts_with(char::is_uppercase);
        is_capitalised || self.readings.iter().all(|reading| reading.usage == Usage::Called)
    }

    /// Returns whether a reading is in the body of the function of this name.
    fn is_within(&self, function: &str, reading: &Reference) -> bool {
        let mut found = false;
        self.parsed.source.each_statement(|statement| {
            if let Stmt::FunctionDef(definition) = statement {
                found |=
                    definition.name.as_str() == function && definition.range.contains(reading.range.start());
            }
        });
        found
    }

    /// Returns whether the candidate has the attribute that is read from the name; also true if it is not known.
    async fn has_what_is_asked(&self, reading: &Reference, name: &str, binding: Binding) -> bool {
        let Usage::Attribute { path, .. } = &reading.usage else {
            return true;
        };
        let value = self.value_given(binding);
        let class_name = match (binding.kind, value) {
            (BindingKind::Class, _) => Some(name),
            (_, Some(Expr::Call(call))) => last_name(&call.func),
            _ => None,
        };
        let own = class_name.map_or_else(Vec::new, |name| classes(&self.inquiry.project, name, self.parsed));
        if let Some(class) = own.first() {
            return self.class_has(class, &path[0]).await;
        }
        match value.and_then(builtin_type) {
            Some(type_name) => {
                let subject = self.inquiry.subject(&format!("builtins.{type_name}")).await;
                subject.is_none_or(|subject| subject.has(&path[0]))
            }
            None => true,
        }
    }

    async fn class_has(&self, class: &Class, attribute: &str) -> bool {
        if class.members.contains_key(attribute) {
            return true;
        }
        for base in &class.foreign_bases {
            match self.inquiry.subject(base).await {
                Some(base) if !base.has(attribute) => {}
                _ => return true,
            }
        }
        self.inquiry
            .subject("builtins.object")
            .await
            .is_some_and(|object| object.has(attribute))
    }

    /// The value that an assignment gives a name.
    fn value_given(&self, binding: Binding) -> Option<&Expr> {
        let mut found = None;
        self.parsed.source.each_statement(|statement| {
            if let Stmt::Assign(assign) = statement
                && let [target] = &*assign.targets
                && target.range() == binding.range
            {
                found = Some(&*assign.value);
            }
        });
        found
    }
}

/// The type of a value that is written out.
fn builtin_type(value: &Expr) -> Option<&'static str> {
    match value {
        Expr::List(_) | Expr::ListComp(_) => Some("list"),
        Expr::Dict(_) | Expr::DictComp(_) => Some("dict"),
        Expr::Set(_) | Expr::SetComp(_) => Some("set"),
        Expr::Tuple(_) => Some("tuple"),
        Expr::StringLiteral(_) | Expr::FString(_) => Some("str"),
        Expr::BytesLiteral(_) => Some("bytes"),
        _ => None,
    }
}
