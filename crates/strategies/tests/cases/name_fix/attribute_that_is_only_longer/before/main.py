import string

print(string.digit)
