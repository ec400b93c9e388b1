import pytest


@pytest.mark.parametrise("count", [1, 2])
def test_count(count):
    assert count > 0
