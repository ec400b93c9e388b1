from money import calculate_total, twice


def test_total():
    assert calculate_total([1, 2]) == 3


def test_twice():
    assert twice([1, 2]) == 2 * calculate_total([1, 2])
