"""Sums of cups."""


def total(cups, limit=10):
    return sum((min(cup, limit) for cup in cups),)


def joined(teas):
    return ", ".join(
        (tea.title() for tea in sorted(set(teas))),
    )
