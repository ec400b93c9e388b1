import threading

name = "current" + "Thread"
print(getattr(threading, name)().name)
