class Invoice:
    total = 3
