from decimal import Decimal

import pytest

from timesheet.rates import RateTable, UnknownProject

RATES = RateTable({"web": Decimal(80), "web/shop": Decimal(95)})


def test_own_rate():
    assert RATES.rate_for("web/shop") == 95


def test_rate_of_the_group():
    assert RATES.rate_for("web/blog/theme") == 80


def test_unknown_project():
    with pytest.raises(UnknownProject, match="garden"):
        RATES.rate_for("garden")
