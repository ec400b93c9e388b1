import invoice

print(invoice.Invoice().total)
