def total(items):
    result = 0
    fro item in items:
        result += item
    retrun result
