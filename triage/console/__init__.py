"""The console: the only room that knows Textual.  It draws what the views say and holds no rule of its own."""
