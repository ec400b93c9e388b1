import pytest


@pytest.fixture
def filed_cart():
    return [3, 4]
