import itertools

print(list(itertools.chain([1])))
