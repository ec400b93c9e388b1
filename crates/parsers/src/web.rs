//! Style sheets, markup and templates: compilers and linters.

#[cfg(feature = "csslint")]
mod csslint;
#[cfg(feature = "djlint")]
mod djlint;
#[cfg(feature = "erb-lint")]
mod erb_lint;
#[cfg(feature = "htmlhint")]
mod htmlhint;
#[cfg(feature = "hugo")]
mod hugo;
#[cfg(feature = "lessc")]
mod lessc;
#[cfg(feature = "liquid")]
mod liquid;
#[cfg(feature = "markuplint")]
mod markuplint;
#[cfg(feature = "nu-html-checker")]
mod nu_html_checker;
#[cfg(feature = "pug")]
mod pug;
#[cfg(feature = "puglint")]
mod puglint;
#[cfg(feature = "rumdl")]
mod rumdl;
#[cfg(feature = "sass")]
mod sass;
#[cfg(feature = "slim")]
mod slim;
#[cfg(feature = "slim-lint")]
mod slim_lint;
#[cfg(feature = "stylint")]
mod stylint;
#[cfg(feature = "tidy")]
mod tidy;
#[cfg(feature = "twigcs")]
mod twigcs;
#[cfg(feature = "weblint")]
mod weblint;
#[cfg(feature = "zpt")]
mod zpt;
