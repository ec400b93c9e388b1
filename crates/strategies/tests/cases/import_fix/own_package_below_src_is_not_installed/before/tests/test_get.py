import requests


def test_get():
    assert requests.get("x") == "x"
