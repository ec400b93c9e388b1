//! Estimates the depth of a text's syntax tree.
//!
//! A sum of ten thousand terms is a tree of ten thousand levels, and walking or dropping it needs
//! stack for each. Such texts are written by programs; they are skipped.

use ruff_python_ast::token::TokenKind;
use ruff_python_parser::Mode;
use ruff_python_parser::lexer::lex;

/// Tokens that may follow one another in one expression, those around it included. The smallest stack that
/// strategies run on is 2 MiB, which is enough for several times as many.
const MOST: usize = 2_000;

/// Returns whether an expression may be too deep to walk. Every token may be a level, until a comma, a
/// colon or the end of a line ends its expression; brackets and blocks add to the expression around
/// them.
pub(crate) fn is_too_deep(text: &str) -> bool {
    let mut lexer = lex(text, Mode::Module);
    let mut around: Vec<usize> = Vec::new();
    let (mut here, mut outside) = (0, 0);
    loop {
        match lexer.next_token() {
            TokenKind::EndOfFile => return false,
            TokenKind::Comma | TokenKind::Colon | TokenKind::Semi | TokenKind::Newline => here = 0,
            TokenKind::Lpar | TokenKind::Lsqb | TokenKind::Lbrace | TokenKind::Indent => {
                outside += here + 1;
                around.push(here + 1);
                here = 0;
            }
            TokenKind::Rpar | TokenKind::Rsqb | TokenKind::Rbrace | TokenKind::Dedent => {
                here = around.pop().unwrap_or(0);
                outside -= here;
            }
            // Literals side by side are one.
            TokenKind::String | TokenKind::NonLogicalNewline | TokenKind::Comment => {}
            _ => here += 1,
        }
        if outside + here > MOST {
            return true;
        }
    }
}
