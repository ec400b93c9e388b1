words = ["a", "b"]
print([word.upper() for word in words])
