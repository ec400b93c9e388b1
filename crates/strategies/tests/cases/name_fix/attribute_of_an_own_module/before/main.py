import formats

print(formats.blod("x"))
