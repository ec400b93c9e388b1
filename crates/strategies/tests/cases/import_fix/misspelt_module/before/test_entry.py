from entry import Entry


def test_entry():
    assert Entry().tags == []
