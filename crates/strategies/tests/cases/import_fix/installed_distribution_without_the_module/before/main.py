import pytest_xdist

print(pytest_xdist.run())
