def test_x():
    y = f()
    'assert y == 3
