def around(row, column):
    found = []
    for dr, dc in [(0, 1), (1, 0)]:
        found.append((row + dr, column + dc))
    return found
