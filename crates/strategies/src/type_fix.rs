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
## What it mends

- Arguments: one that is missing while a value of its name is in sight, one too many, two that are
  swapped.
- `await` that is missing, or stands before what is no awaitable.
- A method that is used and not called, a property or a list that is called.
- Unpacking a dictionary's keys for its items; a `return` that is missing; the result of a method that
  changes its object and returns nothing; `__init__` misspelt.
- Text and numbers added to each other; fractions as indices; a tuple, list or dictionary that is used
  as another kind.
- In Java, Go, Rust and TypeScript the same of arguments, conversions, references and values that may
  be missing, where the compiler offers no edit; in TypeScript also texts and members that are nearly
  ones that the type has, statics that are asked of an instance, `super(...)` that is missing, a key
  that is written twice, what was caught taken for an error, one value where a list is wanted; in
  JavaScript functions that await and are not `async`.
- In JavaScript and TypeScript that run, by the stack and the functions that took part: a promise that
  nobody awaits, a result that is not returned, arguments called as each other's parameters.

## Why

The message says what does not fit, the callee's signature says what would. Often exactly one change
makes both true.

## Fix safety

Safe is what cannot have worked and has one reading: a swap that the types spell out, a value of exactly
the parameter's name, `await` within an `async` function. What converts a value, drops an argument, or
could be meant otherwise is unsafe and comes after everything safe.
";

static EXAMPLES: [Example; 3] = [
    Example::new(
        "an argument that is in sight",
        "def area(width, height):\n    return width * height\n\n\ndef show(width, height):\n    print(area(width))\n\n\nshow(2, 3)\n",
        "def area(width, height):\n    return width * height\n\n\ndef show(width, height):\n    print(area(width, height))\n\n\nshow(2, 3)\n",
    ),
    Example::new(
        "a coroutine that nobody waits for",
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
    "mends calls and values whose types do not fit: arguments, await, conversions",
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
