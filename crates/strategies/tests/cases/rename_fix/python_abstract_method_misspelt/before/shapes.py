from abc import ABC, abstractmethod


class Shape(ABC):
    @abstractmethod
    def perimeter(self):
        """The length of the outline."""

    @abstractmethod
    def area(self):
        """The size of the surface."""
