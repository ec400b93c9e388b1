/*
 The sum of some numbers,
 one after the other.
*/
def total(items):
    return sum(items)
