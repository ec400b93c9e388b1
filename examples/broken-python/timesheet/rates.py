"""What an hour costs."""

from decimal import Decimal


class UnknownProject(LookupError):
    """A project without a rate."""


class RateTable:
    """Hourly rates of projects; a group's rate holds for its projects (`web` for `web/shop`)."""

    def __init__(self, rates: dict[str, Decimal]) -> None:
        self.rates = rates

    def rate_for(self, project: str) -> Decimal:
        """The rate of a project, or of the innermost group that has one."""
        name = project
        while name not in self.rates
            name, separator, _ = name.rpartition("/")
            if not separator:
                raise UnknownProject(project)
        return self.rates[name]
