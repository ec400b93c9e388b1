def grid(width):
    rows = [[0, width
    rows.append([1, 1])
    return rows
