def counter():
    count = 0

    def step():
        nonlocal count
        if count > 2:
            count = 0
        count = count + 1
        return count

    return step


print(counter()())
