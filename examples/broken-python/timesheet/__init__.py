"""Turns a time sheet (CSV, one line for each stretch of work) into invoices."""

__version__ = "1.0.0"
