from decimal import Decimal

print(Decimal(1))
