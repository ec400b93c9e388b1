from threading import current_thread

print(current_thread().name)
print(current_thread().daemon)
