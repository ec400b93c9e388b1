def f(backward):
    for x in backward':
        print(x)
