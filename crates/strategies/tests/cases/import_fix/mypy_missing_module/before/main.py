import itertols

print(list(itertols.chain([1])))
