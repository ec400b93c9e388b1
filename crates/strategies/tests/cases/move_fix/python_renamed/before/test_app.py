from app.nav import nav
from app.page import page


def test_page():
    assert page('a b') == ('a-b', 'A B')
    assert nav('A') == 'a'
