__import__("os")
