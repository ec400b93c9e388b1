def total(items):
    // add everything up
    return sum(items)  // the builtin does it
