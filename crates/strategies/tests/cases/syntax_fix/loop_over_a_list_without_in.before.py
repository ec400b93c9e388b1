def around(row, column):
    found = []
    for dr, dc [(0, 1), (1, 0)]:
        found.append((row + dr, column + dc))
    return found
