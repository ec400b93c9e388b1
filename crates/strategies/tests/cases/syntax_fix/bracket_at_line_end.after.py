def largest(a, b):
    result = max(a, abs(b))
    return result
