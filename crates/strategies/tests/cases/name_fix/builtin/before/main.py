for number in rnage(3):
    print(number)
