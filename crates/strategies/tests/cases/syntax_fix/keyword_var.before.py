def total(items):
    var result = 0
    let factor = 2
    for item in items:
        result += factor * item
    return result
