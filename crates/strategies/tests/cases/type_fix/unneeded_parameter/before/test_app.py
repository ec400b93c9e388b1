from app import bye, welcome


def test_app():
    assert welcome('a') == 'a: hi'
    assert bye('a') == 'a: bye'
