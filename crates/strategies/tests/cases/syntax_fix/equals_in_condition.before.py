def is_even(number):
    if number % 2 = 0:
        return True
    elif number = 1:
        return False
    return False
