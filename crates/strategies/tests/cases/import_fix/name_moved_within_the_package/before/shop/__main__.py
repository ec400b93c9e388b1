from shop.invoice import Invoice, to_cents

print(to_cents(Invoice.total))
