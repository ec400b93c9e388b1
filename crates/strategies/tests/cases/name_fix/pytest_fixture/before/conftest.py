import pytest


@pytest.fixture
def filled_cart():
    return [3, 4]
