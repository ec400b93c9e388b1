//! `type_fix`: calls, values and types that do not fit together.
//!
//! One file in `python/` is one rule: the wordings that it answers, and its changes at the place.
//! Compiled languages share `compiled/`, which reads calls and signatures through tree-sitter; a
//! language there is data. `running/` answers for JavaScript that is not compiled.

#[cfg(feature = "languages")]
mod compiled;
#[cfg(feature = "languages")]
mod functions;
mod python;
#[cfg(feature = "languages")]
mod running;

use std::borrow::Cow;

use async_trait::async_trait;
use unbreak_core::{
    Analysis, Candidate, Descriptor, Diagnostic, Example, Fix, FixContext, FixStrategy, StrategyError,
    register_strategy,
};

use crate::describe::describe;
use crate::proposal::rank;
use crate::weights::asking;

const ID: &str = "type_fix";

const DOCS: &str = "\
## What it fixes

- Arguments: a missing one if a value with its name is in scope, an extra one, two that are swapped.
- `await` that is missing, or comes before a value that is not awaitable.
- A method that is used without a call, or that every use reads like a property; a property or a list that is called.
- Fields of a dataclass: a required one behind one with a default, a default that all instances would share.
- Unpacking the keys of a dictionary instead of its items; a missing `return`; using the result of a
  method that changes its object and returns nothing; a misspelt `__init__`.
- Additions of strings and numbers; fractions as indices; a tuple, list or dictionary that is used as
  another kind.
- In Java, Go, Rust and TypeScript, where the compiler offers no edit: the same faults of arguments,
  conversions, references and values that may be missing; a declared result that the body and the callers
  contradict. In Go also: a value where only its pointer has the methods of an interface. In TypeScript also: misspelt string literals
  and members, static members accessed through an instance, a duplicate key, a caught value used as an
  error, one value instead of a list. In JavaScript and TypeScript: a missing `super(...)`; in JavaScript
  also functions that await and are not `async`.
- In running JavaScript and TypeScript, by the stack and the functions on it: a promise that is not
  awaited, a result that is not returned, arguments that are named like each other's parameters.

## Why

The message says what does not fit, and the signature of the callee says what would fit. Often exactly
one change satisfies both.

## Fix safety

A change is safe if the old code cannot have worked and only one repair fits: a swap that the types
determine, a value with exactly the name of the parameter, `await` within an `async` function. A change
that converts a value, drops an argument, or is ambiguous is unsafe and comes after all safe changes.
";

static EXAMPLES: [Example; 3] = [
    Example::new(
        "an argument that is in sight",
        "def area(width, height):\n    return width * height\n\n\ndef show(width, height):\n    print(area(width))\n\n\nshow(2, 3)\n",
        "def area(width, height):\n    return width * height\n\n\ndef show(width, height):\n    print(area(width, height))\n\n\nshow(2, 3)\n",
    ),
    Example::new(
        "a coroutine that is not awaited",
        "import asyncio\n\n\nasync def load():\n    return [1, 2]\n\n\nasync def main():\n    print(load()[0])\n\n\nasyncio.run(main())\n",
        "import asyncio\n\n\nasync def load():\n    return [1, 2]\n\n\nasync def main():\n    print((await load())[0])\n\n\nasyncio.run(main())\n",
    ),
    Example::new(
        "keys and values of a dictionary",
        "prices = {\"tea\": 3, \"cake\": 4}\nfor name, price in prices:\n    print(name, price)\n",
        "prices = {\"tea\": 3, \"cake\": 4}\nfor name, price in prices.items():\n    print(name, price)\n",
    ),
];

static DESCRIPTOR: Descriptor = describe(
    ID,
    "repairs calls and values whose types do not fit: arguments, await, conversions",
    DOCS,
    LANGUAGES,
    &EXAMPLES,
);

const LANGUAGES: &[Cow<'static, str>] = &[
    #[cfg(feature = "languages")]
    Cow::Borrowed("go"),
    #[cfg(feature = "languages")]
    Cow::Borrowed("java"),
    #[cfg(feature = "languages")]
    Cow::Borrowed("javascript"),
    Cow::Borrowed("python"),
    #[cfg(feature = "languages")]
    Cow::Borrowed("rust"),
    #[cfg(feature = "languages")]
    Cow::Borrowed("typescript"),
];

/// The strategy.
#[derive(Debug, Clone, Copy, Default)]
pub struct TypeFix;

register_strategy!(TypeFix);

#[async_trait]
impl FixStrategy for TypeFix {
    fn descriptor(&self) -> &Descriptor {
        &DESCRIPTOR
    }

    fn rules(&self) -> Vec<unbreak_core::RuleDescription> {
        crate::rule::of(ID)
    }

    fn assess(&self, diagnostic: &Diagnostic) -> Option<Candidate> {
        let action = python::action(diagnostic);
        #[cfg(feature = "languages")]
        let action = action.or_else(|| compiled::action(diagnostic));
        #[cfg(feature = "languages")]
        let action = action.or_else(|| running::action(diagnostic));
        let action = action?;
        Some(Candidate::new(
            ID,
            action,
            format!("see whether to {action}"),
            asking::perhaps(),
        ))
    }

    async fn propose(
        &self,
        analysis: &Analysis,
        context: &FixContext<'_>,
    ) -> Result<Vec<Fix>, StrategyError> {
        let offers = python::offers(analysis, context)?;
        #[cfg(feature = "languages")]
        let offers = match offers.is_empty() {
            true => compiled::offers(analysis, context)?,
            false => offers,
        };
        #[cfg(feature = "languages")]
        let offers = match offers.is_empty() {
            true => running::offers(analysis, context)?,
            false => offers,
        };
        Ok(rank(ID, offers))
    }
}
