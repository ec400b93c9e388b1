import psutil

print(psutil.iter_modules)
