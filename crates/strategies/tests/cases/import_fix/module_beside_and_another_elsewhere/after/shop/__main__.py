from shop import invoice

print(invoice.Invoice().total)
