from shelf import Reader

print(Reader)
