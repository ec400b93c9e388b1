from ..invoice import Invoice as _
from ..invoice import Invoice


def render(invoice: Invoice) -> str:
    return f"total {invoice.total}"
