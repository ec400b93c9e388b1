//! The library for writing plug-ins of unbreak.
//!
//! A plug-in implements the same traits as the built-in ones ([`ErrorParser`], [`FixStrategy`],
//! [`DebugTool`]) and names its types once, in [`plugin!`](macro@plugin). The same crate can then be linked
//! into a program (`use my_plugin as _;`) or, as a `cdylib` with its feature `dynamic`, be loaded by
//! `unbreak` at run time.
//!
//! Options that a project may set go through two methods of the trait, `options_schema` and `configured`; the
//! operator then writes `[options.ID]` into `unbreak.toml`, for plug-ins of any origin.
//!
//! `unbreak plugin new --kind parser my-parser` writes a crate to start from.

#[cfg(feature = "dynamic")]
pub mod dynamic;

pub use async_trait::async_trait;
pub use serde_json::{self, Value, json};
pub use unbreak_core::{self as core, *};

/// Registers the plug-ins of a crate: `plugin!(parser: MyParser, strategy: MyStrategy, tool: MyTool)`.
///
/// Each entry is a kind and an expression that makes the value. In a program that links the crate, they are
/// registered as soon as something names the crate. Under the crate's own feature `dynamic` (which turns on
/// this crate's), the library exports them to a program that loads it; then it must not be built with
/// `panic = "abort"`, because a panic could not be contained.
///
/// Call it once in a crate.
#[macro_export]
macro_rules! plugin {
    ($($kind:ident : $make:expr),+ $(,)?) => {
        $($crate::__linked!($kind, $make);)+

        #[cfg(feature = "dynamic")]
        const _: () = {
            #[cfg(not(panic = "unwind"))]
            compile_error!("a dynamic plug-in cannot be built with panic = \"abort\": a panic in it would end the program that loaded it");

            static SET: ::std::sync::LazyLock<$crate::dynamic::Set> = ::std::sync::LazyLock::new(|| {
                $crate::dynamic::Set::new()$(.$kind($make))+
            });

            extern "C" fn call(
                host: *const $crate::dynamic::abi::Host,
                id: $crate::dynamic::abi::Slice,
                method: $crate::dynamic::abi::Slice,
                payload: $crate::dynamic::abi::Slice,
            ) -> $crate::dynamic::abi::Reply {
                // SAFETY: the host follows the interface.
                unsafe { $crate::dynamic::call(&SET, host, id, method, payload) }
            }

            static TABLE: $crate::dynamic::abi::Plugin = $crate::dynamic::abi::Plugin {
                size: ::std::mem::size_of::<$crate::dynamic::abi::Plugin>(),
                abi: $crate::dynamic::abi::ABI,
                call,
            };

            /// The entry of the library.
            #[unsafe(no_mangle)]
            pub extern "C" fn unbreak_plugin_entry_v1() -> *const $crate::dynamic::abi::Plugin {
                &raw const TABLE
            }
        };
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! __linked {
    (parser, $make:expr) => {
        $crate::register_parser!($make);
    };
    (strategy, $make:expr) => {
        $crate::register_strategy!($make);
    };
    (tool, $make:expr) => {
        $crate::register_tool!($make);
    };
}
