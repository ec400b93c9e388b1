age = 7
print("age: " + age + " years")
