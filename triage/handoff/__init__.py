"""Handing a row over: the text that the next team gets."""
