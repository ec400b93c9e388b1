def merge(a, b):
    result = []
    while a and b:
        if a[0] < b[0]:
        result.append(a.pop(0))
    else:
        result.append(b.pop(0))
    return result + a + b
