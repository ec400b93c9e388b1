//! Data formats and query languages: linters and validators.

mod prisma_lint;
