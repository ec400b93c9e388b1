line = "a b c"
print(line.split[0])
