//! Compiler errors in the classes that the rules of C distinguish.

use unbreak_core::{Fact, NameUse, OwnerKind};

/// The kinds of complaint that have a remedy of their own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Complaint {
    /// Something is missing before the token.
    Expected {
        wanted: Vec<String>,
        before: String,
    },
    /// The text ends inside a block.
    EndOfText,
    ElseWithoutIf,
    /// `break` outside a loop, `case` outside a `switch`.
    Misplaced(String),
    /// A quote of this kind is not closed.
    Unterminated(char),
    EmptyCharacter,
    /// A character that C has no use for.
    Stray(String),
    /// Letters stuck to a number.
    BadSuffix(String),
    Undeclared(String),
    UnknownType(String),
    /// A function that nothing declares.
    UnknownFunction(String),
    MissingHeader(String),
    /// `#include` without a name.
    NamelessInclude,
    NoMember(String),
    /// `.` where `->` is needed, or the other way round.
    WrongAccess,
    /// A member of a value that has no members.
    NotStruct(String),
    NotAssignable,
    BadOperands {
        operator: String,
        left: String,
        right: String,
    },
    NotCallable(String),
    NotPointer,
    NotArray,
    TooFewArguments(String),
    TooManyArguments(String),
    /// The value of a void expression is used.
    VoidValue,
    ArrayAssigned,
    /// Declared twice, or otherwise than before.
    Redeclared(String),
    SizeMissing(String),
    /// Two specifiers that exclude each other, or one given twice.
    SpecifierClash,
    /// An argument whose type does not match the format, by its number, or at the reported place.
    Format {
        argument: Option<usize>,
        wanted: String,
        given: String,
    },
    /// A value of one type where another is needed.
    WrongType,
    Other,
}

impl Complaint {
    /// The complaint that a fact is.
    pub(super) fn of(fact: Option<&Fact>) -> Self {
        let text = |text: &Option<String>| text.clone().unwrap_or_default();
        let Some(fact) = fact else {
            return Self::Other;
        };
        match fact {
            Fact::MissingToken { expected, before } => Self::Expected {
                wanted: expected.clone(),
                before: text(before),
            },
            Fact::UnexpectedEnd => Self::EndOfText,
            Fact::MisplacedStatement { token } if token == "else" => Self::ElseWithoutIf,
            Fact::MisplacedStatement { token } => Self::Misplaced(token.clone()),
            Fact::UnterminatedText { delimiter } => {
                delimiter.chars().next().map_or(Self::Other, Self::Unterminated)
            }
            Fact::EmptyCharacter => Self::EmptyCharacter,
            Fact::UnexpectedToken { token } => Self::Stray(text(token)),
            Fact::BadSuffix { suffix } => Self::BadSuffix(suffix.clone()),
            Fact::UndefinedName { name, used_as, .. } => match used_as {
                Some(NameUse::Type) => Self::UnknownType(name.clone()),
                Some(NameUse::Function) => Self::UnknownFunction(name.clone()),
                _ => Self::Undeclared(name.clone()),
            },
            Fact::MissingHeader { header: Some(header) } => Self::MissingHeader(header.clone()),
            Fact::MissingHeader { header: None } => Self::NamelessInclude,
            Fact::UnknownMember {
                name,
                owner_kind: OwnerKind::Module,
                ..
            } => Self::Undeclared(name.clone()),
            Fact::UnknownMember { name, .. } => Self::NoMember(name.clone()),
            Fact::WrongAccess { .. } => Self::WrongAccess,
            Fact::NoMembers { name } => Self::NotStruct(text(name)),
            Fact::NotAssignable { found: None } => Self::NotAssignable,
            Fact::NotAssignable { found: Some(_) } => Self::ArrayAssigned,
            Fact::WrongOperands {
                operator,
                left,
                right,
            } => Self::BadOperands {
                operator: text(operator),
                left: text(left),
                right: text(right),
            },
            Fact::NotCallable { name, .. } => Self::NotCallable(text(name)),
            Fact::NotAPointer { .. } => Self::NotPointer,
            Fact::NotSubscriptable { .. } => Self::NotArray,
            Fact::MissingArgument { callee, .. } => Self::TooFewArguments(text(callee)),
            Fact::SurplusArgument { callee } => Self::TooManyArguments(text(callee)),
            Fact::NoResult { .. } => Self::VoidValue,
            Fact::DuplicateDefinition { name } => Self::Redeclared(text(name)),
            Fact::MissingSize { name } => Self::SizeMissing(text(name)),
            Fact::ConflictingSpecifiers { .. } => Self::SpecifierClash,
            Fact::WrongFormat {
                expected,
                found,
                argument,
            } => Self::Format {
                argument: argument.map(|argument| usize::try_from(argument).unwrap_or(usize::MAX)),
                wanted: expected.clone(),
                given: found.clone(),
            },
            Fact::TypeMismatch { .. } => Self::WrongType,
            _ => Self::Other,
        }
    }

    /// Returns whether the text could not even be parsed, so that later errors mean little.
    pub(super) fn is_syntax(&self) -> bool {
        matches!(
            self,
            Self::Expected { .. }
                | Self::EndOfText
                | Self::ElseWithoutIf
                | Self::Unterminated(_)
                | Self::Stray(_)
        )
    }
}

/// The quoted part of a message with this number.
pub(super) fn quoted(message: &str, number: usize) -> Option<&str> {
    message.split('\'').nth(number * 2 + 1)
}
