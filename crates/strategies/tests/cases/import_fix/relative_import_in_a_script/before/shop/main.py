from .invoice import Invoice

print(Invoice().total)
