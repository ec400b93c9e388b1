from threading import currentThread

print(currentThread().name)
print(currentThread().daemon)
