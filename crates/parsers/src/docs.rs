//! Prose, documentation and commit messages: linters and processors.

#[cfg(feature = "asciidoctor")]
mod asciidoctor;
#[cfg(feature = "bibclean")]
mod bibclean;
#[cfg(feature = "bibtex")]
mod bibtex;
#[cfg(feature = "chktex")]
mod chktex;
#[cfg(feature = "codespell")]
mod codespell;
#[cfg(feature = "commitlint")]
mod commitlint;
#[cfg(feature = "cspell")]
mod cspell;
#[cfg(feature = "diagrams")]
mod diagrams;
#[cfg(feature = "docutils")]
mod docutils;
#[cfg(feature = "doxygen")]
mod doxygen;
#[cfg(feature = "drafter")]
mod drafter;
#[cfg(feature = "editorconfig-checker")]
mod editorconfig_checker;
#[cfg(feature = "gitlint")]
mod gitlint;
#[cfg(feature = "lacheck")]
mod lacheck;
#[cfg(feature = "languagetool")]
mod languagetool;
#[cfg(feature = "latex")]
mod latex;
#[cfg(feature = "lychee")]
mod lychee;
#[cfg(feature = "mandoc")]
mod mandoc;
#[cfg(feature = "markdownlint")]
mod markdownlint;
#[cfg(feature = "mdl")]
mod mdl;
#[cfg(feature = "mkdocs")]
mod mkdocs;
#[cfg(feature = "proselint")]
mod proselint;
#[cfg(feature = "pymarkdown")]
mod pymarkdown;
#[cfg(feature = "remark")]
mod remark;
#[cfg(feature = "rstcheck")]
mod rstcheck;
#[cfg(feature = "typos")]
mod typos;
#[cfg(feature = "vale")]
mod vale;
#[cfg(feature = "write-good")]
mod write_good;
