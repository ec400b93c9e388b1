def word(n):
    text = ""
    for _ in range(n):
        text =+ "a"
    return text


print(word(3))
