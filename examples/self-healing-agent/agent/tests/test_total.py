import unittest

from tools.total import total


class Total(unittest.TestCase):
    def test_adds_up(self):
        self.assertEqual(total([{"hours": "7.5"}, {"hours": "0.25"}]), 7.75)

    def test_of_nothing(self):
        self.assertEqual(total([]), 0)
