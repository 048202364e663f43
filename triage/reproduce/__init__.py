"""A recorded score or order once more, from kept inputs: through the plain formula, and through Ragas beside it."""
