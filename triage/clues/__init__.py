"""What the causes look at: one missing claim, a passage, a requirement, a score once more, an order of candidates."""
