"""Invoices in the formats that people and programs read."""
