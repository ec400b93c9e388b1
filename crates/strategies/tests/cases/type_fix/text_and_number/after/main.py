age = 7
print("age: " + str(age) + " years")
