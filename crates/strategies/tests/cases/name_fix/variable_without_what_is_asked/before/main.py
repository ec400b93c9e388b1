def show(number):
    result = [1]
    print(len(result))
    return resutl.keys()


print(show(1))
