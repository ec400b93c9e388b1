//! The parts of a module that a file uses: the names it imports from it, and the attributes it reads.

use crate::python::imports::Imported;
use crate::python::inquiry::Inquiry;
use crate::python::project::Parsed;
use crate::python::scope::Usage;

/// The names that a file uses of its imports, in no particular order.
pub(crate) fn uses(parsed: &Parsed, imports: &[Imported<'_>]) -> Vec<String> {
    let of_one = |import: &Imported<'_>| match import.from {
        Some(_) if import.name() == "*" => Vec::new(),
        Some(_) => vec![import.name().to_owned()],
        None => asked_of(parsed, import),
    };
    imports.iter().flat_map(of_one).collect()
}

/// The attributes that a file reads of a name that nothing binds, and that the import of a module would bind.
pub(crate) fn asked_of_unbound(parsed: &Parsed, module: &str) -> Vec<String> {
    let mut parts = module.split('.');
    let bound = parts.next().unwrap_or_default();
    let inner: Vec<&str> = parts.collect();
    let readings = parsed.scopes.unbound(bound);
    readings
        .filter_map(|reading| asked_below(&reading.usage, &inner))
        .collect()
}

/// The attributes that a file reads of something that it imports by name, as of a module.
pub(crate) fn asked_of_member(parsed: &Parsed, import: &Imported<'_>) -> Vec<String> {
    let scopes = &parsed.scopes;
    let here = scopes.scope_at(import.alias.range.start());
    let Some(scope) = scopes.binding_scope(here, import.bound()) else {
        return Vec::new();
    };
    let readings = scopes.readings(scope, import.bound());
    let asked = readings.filter_map(|reading| match &reading.usage {
        Usage::Attribute { path, .. } => path.first().cloned(),
        _ => None,
    });
    asked.collect()
}

/// Returns whether a module has all of the names. A module that cannot be inspected has none.
pub(super) async fn fit(inquiry: &Inquiry<'_>, module: &str, uses: &[String]) -> bool {
    for name in uses {
        if inquiry.exports(module, name).await != Some(true) {
            return false;
        }
    }
    true
}

/// The attributes that are read from a module which is imported whole.
fn asked_of(parsed: &Parsed, import: &Imported<'_>) -> Vec<String> {
    let scopes = &parsed.scopes;
    let here = scopes.scope_at(import.alias.range.start());
    let Some(scope) = scopes.binding_scope(here, import.bound()) else {
        return Vec::new();
    };
    // `import a.b` binds `a`: the attributes used follow the `b`.
    let inner: Vec<&str> = match import.alias.asname {
        Some(_) => Vec::new(),
        None => import.name().split('.').skip(1).collect(),
    };
    let readings = scopes.readings(scope, import.bound());
    readings
        .filter_map(|reading| asked_below(&reading.usage, &inner))
        .collect()
}

/// The attribute that follows the inner parts of a dotted name.
fn asked_below(usage: &Usage, inner: &[&str]) -> Option<String> {
    match usage {
        Usage::Attribute { path, .. } if path.iter().zip(inner).all(|(a, b)| a == b) => {
            path.get(inner.len()).cloned()
        }
        _ => None,
    }
}
