import formats

print(formats.bold("x"))
