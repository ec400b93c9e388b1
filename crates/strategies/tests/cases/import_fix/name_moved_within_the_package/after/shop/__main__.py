from shop.invoice import Invoice
from shop.money import to_cents

print(to_cents(Invoice.total))
