def read(lines):
    entries = []
    for line in lines:
        entires.append(line.strip())
    return entries
