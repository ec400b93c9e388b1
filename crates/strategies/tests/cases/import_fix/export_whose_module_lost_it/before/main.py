from grammar.loading import GrammarError, load

try:
    load("")
except GrammarError as error:
    print(error)
