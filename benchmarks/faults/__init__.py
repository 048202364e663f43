"""Faults planted one by one into healthy evidence of invented domains, each by what its cause is documented to be."""
