from vector import Vector


def test_norm():
    vector = Vector(3, -4)
    assert vector.norm == 7
    assert vector.norm > Vector(1, 1).norm
