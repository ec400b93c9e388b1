from vector import Vector

print(Vector(1, 2).norm())
print(Vector(1, 2).norm() > 2)
print(Vector(1, 3).norm > 2)
