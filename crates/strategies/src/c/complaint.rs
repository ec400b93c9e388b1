//! What the compiler complains of, in gcc's words or in clang's.

/// The kinds of complaint that have a remedy of their own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Complaint {
    /// Something was wanted before the token that stands there.
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
    /// A member of what has none.
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
    /// The value of what has none is used.
    VoidValue,
    ArrayAssigned,
    /// Declared twice, or otherwise than before.
    Redeclared(String),
    SizeMissing(String),
    /// Two specifiers that exclude each other, or one given twice.
    SpecifierClash(String, String),
    /// An argument, by its number, of another type than the format says.
    Format {
        argument: usize,
        wanted: String,
        given: String,
    },
    /// A value of one type where another is needed.
    WrongType,
    Other,
}

impl Complaint {
    /// Reads a message.
    pub(super) fn of(message: &str) -> Self {
        expected(message)
            .or_else(|| undeclared(message))
            .or_else(|| lexical(message))
            .or_else(|| typed(message))
            .or_else(|| format(message))
            .unwrap_or(Self::Other)
    }

    /// Whether the text could not even be read, so that what is said after it means little.
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

fn quote(message: &str) -> String {
    quoted(message, 0).unwrap_or_default().to_owned()
}

fn expected(message: &str) -> Option<Complaint> {
    if message.contains("at end of input") {
        return Some(Complaint::EndOfText);
    }
    if message.starts_with("'else' without a previous 'if'") {
        return Some(Complaint::ElseWithoutIf);
    }
    if message.starts_with("extraneous closing brace") {
        let wanted = vec!["identifier".to_owned()];
        return Some(Complaint::Expected {
            wanted,
            before: "}".to_owned(),
        });
    }
    let rest = message.strip_prefix("expected ")?;
    let (wanted, before) = rest
        .rsplit_once(" before ")
        .or_else(|| rest.split_once(" after "))
        .unwrap_or((rest, ""));
    let is_after = !rest.contains(" before ");
    let before = match (is_after, quoted(before, 0)) {
        (true, _) => "",
        (false, Some(token)) => token,
        (false, None) => before.trim_end_matches(" token"),
    };
    Some(Complaint::Expected {
        wanted: wanted_of(wanted),
        before: before.to_owned(),
    })
}

/// The tokens in quotes, and the nouns without.
fn wanted_of(text: &str) -> Vec<String> {
    let nouns = ["identifier", "expression", "statement", "declaration", "string"];
    let tokens = text.split('\'').skip(1).step_by(2).map(ToOwned::to_owned);
    let plain: String = text.split('\'').step_by(2).collect();
    let nouns = nouns.iter().filter(|noun| plain.contains(**noun));
    nouns.map(|noun| (*noun).to_owned()).chain(tokens).collect()
}

fn undeclared(message: &str) -> Option<Complaint> {
    let is = |text: &str| message.contains(text);
    if message.starts_with("use of undeclared identifier ")
        || is("undeclared (first use in this function)")
        || is("undeclared here (not in a function)")
        || is("was not declared in this scope")
        || is("is not a member of 'std'")
    {
        return Some(Complaint::Undeclared(quote(message)));
    }
    if message.starts_with("unknown type name ") || is("does not name a type") {
        return Some(Complaint::UnknownType(quote(message)));
    }
    if message.starts_with("implicit declaration of function ")
        || message.starts_with("call to undeclared ")
        || message.starts_with("implicitly declaring library function ")
    {
        return Some(Complaint::UnknownFunction(quote(message)));
    }
    if message.ends_with(": No such file or directory") || is("file not found") {
        let header = message.split(": No such").next().unwrap_or_default();
        return Some(Complaint::MissingHeader(
            header.trim_matches('\'').replace("' file not found", ""),
        ));
    }
    if message.starts_with("#include expects") || message.starts_with("expected \"FILENAME\"") {
        return Some(Complaint::NamelessInclude);
    }
    if is("has no member named ") {
        return Some(Complaint::NoMember(message.rsplit('\'').nth(1)?.to_owned()));
    }
    message
        .starts_with("no member named ")
        .then(|| Complaint::NoMember(quote(message)))
}

fn lexical(message: &str) -> Option<Complaint> {
    if message.starts_with("missing terminating ") {
        let kind = message.strip_prefix("missing terminating ")?.chars().next()?;
        let kind = if message.contains('"') { '"' } else { kind };
        return Some(Complaint::Unterminated(kind));
    }
    if message.starts_with("empty character constant") {
        return Some(Complaint::EmptyCharacter);
    }
    if message.starts_with("stray ") || message.starts_with("unexpected character") {
        return Some(Complaint::Stray(quote(message)));
    }
    if message.starts_with("invalid suffix ") {
        let suffix = message.split(['"', '\'']).nth(1)?;
        return Some(Complaint::BadSuffix(suffix.to_owned()));
    }
    let is_misplaced = message.contains("not within loop or switch")
        || message.contains("not within a switch")
        || message.contains("statement not within a loop")
        || message.contains("not in loop or switch")
        || message.contains("not in switch");
    is_misplaced.then(|| {
        let word = message.trim_matches('\'').split([' ', '\'']).next();
        Complaint::Misplaced(word.unwrap_or_default().to_owned())
    })
}

fn typed(message: &str) -> Option<Complaint> {
    let is = |text: &str| message.contains(text);
    let name = || quote(message);
    let found = if is("did you mean to use '->'") || is("did you mean to use '.'") {
        Complaint::WrongAccess
    } else if message.starts_with("request for member ") || is("is not a structure or union") {
        Complaint::NotStruct(name())
    } else if message.starts_with("lvalue required") || is("is not assignable") {
        Complaint::NotAssignable
    } else if message.starts_with("invalid operands to binary ") {
        operands(message)
    } else if message.starts_with("called object ") {
        Complaint::NotCallable(name())
    } else if message.starts_with("invalid type argument of ") || message.starts_with("indirection requires")
    {
        Complaint::NotPointer
    } else if message.starts_with("subscripted value ") {
        Complaint::NotArray
    } else if message.starts_with("too few arguments to function") {
        Complaint::TooFewArguments(name())
    } else if message.starts_with("too many arguments to function") {
        Complaint::TooManyArguments(name())
    } else if message.starts_with("void value not ignored") || is("from incompatible type 'void'") {
        Complaint::VoidValue
    } else if is("to expression with array type") || message.starts_with("array type '") {
        Complaint::ArrayAssigned
    } else if is_redeclared(message) {
        Complaint::Redeclared(name())
    } else if message.starts_with("array size missing in ") || is("requires an explicit size") {
        Complaint::SizeMissing(name())
    } else if message.starts_with("array type has incomplete element type") || is("flexible array member") {
        Complaint::SizeMissing(String::new())
    } else if message.starts_with("both ")
        || message.starts_with("duplicate '")
        || message.starts_with("two or more")
    {
        Complaint::SpecifierClash(name(), quoted(message, 1).unwrap_or_default().to_owned())
    } else if message.starts_with("incompatible type") {
        Complaint::WrongType
    } else {
        return None;
    };
    Some(found)
}

/// gcc: `format '%d' expects argument of type 'int *', but argument 2 has type 'int'`.
fn format(message: &str) -> Option<Complaint> {
    let rest = message.strip_prefix("format ")?;
    let (_, argument) = rest.split_once("but argument ")?;
    Some(Complaint::Format {
        argument: argument.split(' ').next()?.parse().ok()?,
        wanted: quoted(message, 1)?.to_owned(),
        given: quoted(message, 2)?.to_owned(),
    })
}

fn is_redeclared(message: &str) -> bool {
    ["conflicting types for ", "redefinition of ", "redeclaration of "]
        .iter()
        .any(|start| message.starts_with(start))
        || message.contains("redeclared as different kind")
}

/// `invalid operands to binary ^ (have 'double' and 'int')`.
fn operands(message: &str) -> Complaint {
    let operator = message
        .strip_prefix("invalid operands to binary ")
        .unwrap_or_default();
    let operator = match operator.split(' ').next() {
        Some("expression") | None => "",
        Some(operator) => operator,
    };
    Complaint::BadOperands {
        operator: operator.to_owned(),
        left: quoted(message, 0).unwrap_or_default().to_owned(),
        right: quoted(message, 1).unwrap_or_default().to_owned(),
    }
}
