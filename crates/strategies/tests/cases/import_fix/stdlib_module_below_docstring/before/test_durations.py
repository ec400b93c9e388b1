from durations import minutes


def test_minutes():
    assert minutes("1h30") == 90
