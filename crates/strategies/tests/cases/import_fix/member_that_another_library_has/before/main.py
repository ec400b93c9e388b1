from pytest import escape

print(escape('<a>'))
