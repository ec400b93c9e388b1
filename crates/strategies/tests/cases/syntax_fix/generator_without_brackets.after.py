def longest(words):
    return max((len(word) for word in words), 0)
