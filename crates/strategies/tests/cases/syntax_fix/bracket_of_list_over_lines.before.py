COLOURS = [
    "red",
    "green",
    "blue",

def colour(index):
    return COLOURS[index]
