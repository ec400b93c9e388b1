from shelf import Reader, sum_up

print(Reader, sum_up([1]))
