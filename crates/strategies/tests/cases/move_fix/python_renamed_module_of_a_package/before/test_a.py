from main import go


def test_go():
    assert go() == 'aB'
