from Decimal import Decimal

print(Decimal(1))
