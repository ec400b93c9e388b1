print("an invoice")
