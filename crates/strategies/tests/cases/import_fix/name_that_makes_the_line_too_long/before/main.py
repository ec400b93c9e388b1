from itertools import accumulate, chain, combinations, islice, permutations

print(list(accumulate(chain([1], islice(permutations([1, 2]), 0)))))
print(list(combinations([1, 2, 3], 2)))
print(list(zip_longest([1], [2, 3])))
