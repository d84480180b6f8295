s = "a" * 500000
while True:
    s.find("a" * 1000 + "b")
