class Invoice:
    total: int = 3


def show(invoice: Invoice) -> int:
    return invoice.total
