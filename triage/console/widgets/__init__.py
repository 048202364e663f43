"""What screens are made of: a list of a million rows, lines to read, a panel of few lines, the footer."""
