import pytest


@pytest.mark.parametrize("count", [1, 2])
def test_count(count):
    assert count > 0
