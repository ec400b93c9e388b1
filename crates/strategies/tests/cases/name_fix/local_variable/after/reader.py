def read(lines):
    entries = []
    for line in lines:
        entries.append(line.strip())
    return entries
