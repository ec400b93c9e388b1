from alpha import one

two = 2
