from report import total

print(total([1]))
