s = "ab" * 250000
while True:
    s.count("b")
