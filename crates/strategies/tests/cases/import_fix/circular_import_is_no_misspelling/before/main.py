from alpha import one

print(one())
