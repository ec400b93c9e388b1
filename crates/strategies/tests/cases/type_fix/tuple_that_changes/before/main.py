grid = (1, 2, 3)
grid[0] = 4
print(grid)
