from grammar.exceptions import GrammarError, ParseError


def load(text):
    if not text:
        raise GrammarError("it is empty")
    if "(" in text:
        raise ParseError(text)
    return text.split()
