"""Lets pytest find the modules beside this file."""
