from .invoice import Invoice


def render(invoice: Invoice):
    return {"month": invoice.month, "total": invoice.total}
