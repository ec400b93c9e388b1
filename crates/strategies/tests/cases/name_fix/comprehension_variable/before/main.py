words = ["a", "b"]
print([wrod.upper() for word in words])
