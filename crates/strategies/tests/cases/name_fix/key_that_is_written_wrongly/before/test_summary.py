from summary import mean, summarise


def test_mean():
    assert mean([1, 3]) == 2


def test_count():
    assert summarise([1])["count"] == 1
