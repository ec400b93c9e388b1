class GrammarError(Exception):
    pass


class ParseError(Exception):
    pass
