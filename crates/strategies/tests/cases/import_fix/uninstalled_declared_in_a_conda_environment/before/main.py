import gi

print(gi.escape)
