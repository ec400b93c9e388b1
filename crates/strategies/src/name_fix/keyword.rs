//! A keyword that the callee does not take.

use std::sync::Arc;

use ruff_python_ast::{AnyNodeRef, Expr, ExprCall, Keyword, Stmt};
use ruff_text_size::Ranged;
use unbreak_core::{Evidence, FixError};

use super::spelling::Spelling;
use crate::offer::Offer;
use crate::python::classes::{Parameter, classes, last_name, parameters};
use crate::python::closeness::closeness;
use crate::python::imports::imported;
use crate::python::inquiry::Inquiry;
use crate::python::project::Parsed;
use crate::python::site::Site;
use crate::python::slip::is_slip_of_keys;
use crate::weights::{confidence, parameter, similarity};

/// A call with a keyword that is not taken.
pub(super) struct UnexpectedKeyword<'a> {
    inquiry: &'a Inquiry<'a>,
    parsed: &'a Arc<Parsed>,
    call: &'a ExprCall,
    keyword: &'a Keyword,
    /// The callee, as the tool names it.
    callee: Option<&'a str>,
}

/// A parameter that may be meant.
struct Candidate {
    parameter: Parameter,
    score: f64,
}

impl<'a> UnexpectedKeyword<'a> {
    /// The call on a line that passes the keyword; the innermost call of the function that the tool names.
    pub(super) fn at(
        inquiry: &'a Inquiry<'a>,
        parsed: &'a Arc<Parsed>,
        callee: Option<&'a str>,
        keyword: &str,
        site: &Site,
    ) -> Option<Self> {
        let source = &parsed.source;
        let mut found: Vec<(&ExprCall, &Keyword)> = Vec::new();
        source.each_node(|node| {
            let AnyNodeRef::ExprCall(call) = node else {
                return;
            };
            let lines = source.line_of(call.start())..=source.line_of(call.end());
            let named = call.arguments.keywords.iter();
            let passed = named
                .clone()
                .find(|passed| passed.arg.as_ref().is_some_and(|arg| arg == keyword));
            if let (true, Some(passed)) = (lines.contains(&site.line), passed) {
                found.push((call, passed));
            }
        });
        let calls_callee = |call: &ExprCall| {
            let called = last_name(&call.func);
            let mut parts = callee.unwrap_or_default().rsplit('.');
            called.is_some() && (parts.next() == called || parts.next() == called)
        };
        let (call, keyword) = found
            .into_iter()
            .max_by_key(|(call, _)| (calls_callee(call), std::cmp::Reverse(call.range().len())))?;
        Some(Self {
            inquiry,
            parsed,
            call,
            keyword,
            callee,
        })
    }

    fn name(&self) -> &str {
        self.keyword.arg.as_ref().map_or("", |arg| arg.as_str())
    }

    pub(super) async fn offers(&self, hints: &[String]) -> Result<Vec<Offer>, FixError> {
        let own = self.own_signatures();
        let is_own = !own.is_empty();
        let signatures = if is_own {
            own
        } else {
            self.foreign_signature().await
        };
        let mut offers = Vec::new();
        for signature in signatures {
            let takes_it = signature
                .iter()
                .any(|parameter| parameter.name == self.name() && !parameter.is_rest);
            if takes_it {
                continue;
            }
            for candidate in self.candidates(signature, hints) {
                offers.extend(self.offer(&candidate, is_own).await?);
            }
        }
        Ok(offers)
    }

    async fn offer(&self, candidate: &Candidate, is_own: bool) -> Result<Vec<Offer>, FixError> {
        let name = &candidate.parameter.name;
        let Some(arg) = &self.keyword.arg else {
            return Ok(Vec::new());
        };
        let is_slip = is_slip_of_keys(self.inquiry, self.name(), name).await;
        let mut offer = Offer {
            rule: crate::rule::python::unexpected_argument::MISSPELT,
            title: format!("'{name}=' instead of '{}='", self.name()),
            reason: format!("{} takes '{name}', but not '{}'", self.callee_name(), self.name()),
            confidence: candidate.score,
            evidence: Evidence::spelling(true, is_slip),
            edits: vec![self.parsed.source.replace(arg.range, name)?],
        };
        if !is_own {
            return Ok(vec![offer]);
        }
        let likeness = closeness(self.name(), name);
        let spelling = Spelling::weigh(self.inquiry, self.name(), name, likeness).await;
        offer.confidence = spelling.favours_existing(offer.confidence);
        let rename = spelling.rename_definition()?;
        Ok(std::iter::once(offer).chain(rename).collect())
    }

    fn callee_name(&self) -> &str {
        self.callee
            .or_else(|| last_name(&self.call.func))
            .unwrap_or("the callee")
    }

    /// The parameters that the call has not given yet, by how likely each is meant.
    fn candidates(&self, signature: Vec<Parameter>, hints: &[String]) -> Vec<Candidate> {
        let positional = self.call.arguments.args.len();
        let given = |name: &str| {
            let keywords = self.call.arguments.keywords.iter();
            keywords.flat_map(|keyword| &keyword.arg).any(|arg| arg == name)
        };
        let free: Vec<Parameter> = signature
            .into_iter()
            .skip(positional)
            .filter(|parameter| !parameter.is_rest && !given(&parameter.name))
            .collect();
        let required = free.iter().filter(|parameter| !parameter.is_optional).count();
        let score = |parameter: Parameter| Candidate {
            score: self.score(&parameter, required == 1, hints),
            parameter,
        };
        let scored = free.into_iter().map(score);
        scored
            .filter(|candidate| candidate.score >= parameter::least())
            .collect()
    }

    /// Letters first; then that the call cannot do without the parameter, and that the value is
    /// called like it.
    fn score(&self, parameter: &Parameter, is_only_required: bool, hints: &[String]) -> f64 {
        let likeness = closeness(self.name(), &parameter.name);
        let is_lacking = !parameter.is_optional;
        let mut score = match (likeness >= similarity::floor(), is_lacking && is_only_required) {
            (true, _) => similarity::base() + similarity::slope() * likeness,
            (false, true) => parameter::only_required(),
            (false, false) => parameter::unlike() * likeness,
        };
        if is_lacking {
            score += parameter::required();
        }
        if last_name(&self.keyword.value) == Some(&parameter.name) {
            score += parameter::same_value();
        }
        if hints.contains(&parameter.name) {
            score += parameter::hinted();
        }
        score.min(confidence::most())
    }

    /// The parameters of the project's functions and classes with the callee's name.
    fn own_signatures(&self) -> Vec<Vec<Parameter>> {
        let project = &self.inquiry.project;
        let parts: Vec<&str> = self.callee.unwrap_or_default().rsplit('.').collect();
        let (function, class) = match parts.as_slice() {
            ["__init__" | "__new__", class, ..] => (None, Some(*class)),
            [name, class, ..] => (Some(*name), Some(*class)),
            [""] | [] => (last_name(&self.call.func), None),
            [name] => (Some(*name), None),
        };
        let named = match (function, class) {
            (None, Some(class)) => class,
            (Some(function), _) => function,
            (None, None) => return Vec::new(),
        };
        let constructors = classes(project, named, self.parsed)
            .into_iter()
            .map(|class| class.constructor);
        let mut found: Vec<Vec<Parameter>> = constructors.filter(|signature| !signature.is_empty()).collect();
        if let Some(name) = function {
            found.extend(self.functions(name, class));
        }
        found
    }

    /// The signatures of functions of a name, or of the methods of that name in a class.
    fn functions(&self, name: &str, class: Option<&str>) -> Vec<Vec<Parameter>> {
        let mut found = Vec::new();
        for home in self.inquiry.project.mentioning(name) {
            home.source.each_statement(|statement| match statement {
                Stmt::ClassDef(owner) => {
                    let is_owner = class.is_none_or(|class| owner.name.as_str() == class);
                    let methods = owner.body.iter().filter_map(Stmt::as_function_def_stmt);
                    for method in methods.filter(|method| is_owner && method.name.as_str() == name) {
                        let mut signature = parameters(&method.parameters);
                        signature.drain(..1.min(signature.len()));
                        found.push(signature);
                    }
                }
                Stmt::FunctionDef(function) if function.name.as_str() == name => {
                    let is_method = !home.source.indentation(function.range.start()).is_empty();
                    if !is_method {
                        found.push(parameters(&function.parameters));
                    }
                }
                _ => {}
            });
        }
        found
    }

    /// The parameters of a callee from outside the project, if the interpreter knows them.
    async fn foreign_signature(&self) -> Vec<Vec<Parameter>> {
        let Some(target) = self.foreign_name() else {
            return Vec::new();
        };
        let subject = self.inquiry.subject(&target).await;
        let names = subject
            .and_then(|subject| subject.parameters.clone())
            .unwrap_or_default();
        let parameter = |name: &String| Parameter {
            name: name.trim_start_matches('*').to_owned(),
            is_optional: true,
            is_rest: name.starts_with('*'),
        };
        vec![names.iter().map(parameter).collect()]
    }

    /// The absolute name of the callee: a builtin, or reached through an import.
    fn foreign_name(&self) -> Option<String> {
        let written = self.parsed.source.slice(&*self.call.func);
        let first = written.split('.').next().unwrap_or_default();
        let imports = imported(&self.parsed.source);
        let import = imports.iter().find(|import| import.bound() == first);
        match import {
            Some(import) => {
                let target = import.target(self.parsed.source.file(), self.inquiry.project.modules())?;
                Some(format!("{target}{}", &written[first.len()..]))
            }
            None if matches!(&*self.call.func, Expr::Name(_)) => Some(format!("builtins.{written}")),
            None => None,
        }
    }
}
