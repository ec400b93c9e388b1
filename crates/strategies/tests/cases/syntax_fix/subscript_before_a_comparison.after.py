def longest(text):
    best = 1
    for i in range(1, len(text)):
        if text[i] == text[i - 1]:
            best += 1
    return best
